"""The layout on paper. It knows no event: anything in an order can be laid out."""

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
