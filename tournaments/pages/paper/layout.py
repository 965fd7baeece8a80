"""Where things come to lie on paper. Knows no event: what is laid out is anything in an order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def collated(items: Sequence[T], per_sheet: int) -> tuple[tuple[T | None, ...], ...]:
    """Returns the items of each sheet so that the pile, once cut, holds every stack in order.

    The stacks lie upon each other in the order of the places of a sheet: place p of sheet k holds
    item p * period + k, the period being the number of sheets. None is a place left empty; these
    are at the end of the last stacks.
    """
    period = -(-len(items) // per_sheet)
    return tuple(
        tuple(
            items[place * period + sheet] if place * period + sheet < len(items) else None
            for place in range(per_sheet)
        )
        for sheet in range(period)
    )


def in_columns(
    items: Sequence[T], *, rows: int, columns: int
) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """Returns the columns of each sheet, read downwards; on the last they are equally long."""
    sheets = []
    for start in range(0, len(items), rows * columns):
        rest = items[start : start + rows * columns]
        length = -(-len(rest) // columns)
        columns_here = [tuple(rest[at : at + length]) for at in range(0, len(rest), length)]
        sheets.append(tuple(columns_here))
    return tuple(sheets)
