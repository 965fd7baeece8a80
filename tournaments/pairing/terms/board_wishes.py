"""The boards and chairs of a round, where somebody always plays at the same one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from tournaments.pairing.answer import PairingWarning
from tournaments.pairing.terms.conditions_in_round import BoardWish


@dataclass(frozen=True, slots=True)
class Seated:
    """A board with its number; `one` sits on chair 1 and `two` on chair 2."""

    number: int
    one: int
    two: int


def boards_with_wishes(
    order: Sequence[tuple[int, int]], wishes: Mapping[int, BoardWish]
) -> tuple[tuple[Seated, ...], tuple[PairingWarning, ...]]:
    """Returns every board with its number and chairs, in the order given, and what was not met.

    `order` has the boards best first, each as two entry numbers. A wished board is given; all
    others keep their order on the numbers that are left. Of two who meet and wish different boards
    the lower board is taken; of two boards that wish one number the better placed has it. Warnings:
    `board.wished_by_both` (board, one, two, other), `board.taken` (board, numbers, holder),
    `chair.taken` (board, seat, number, holder).
    """
    warnings: list[PairingWarning] = []
    holders: dict[int, int] = {}
    boards: list[int | None] = []
    for pair in order:
        number, wished_by = _wish(pair, wishes, warnings)
        if number in holders:
            told = {"board": number, "numbers": wished_by, "holder": holders[number]}
            warnings.append(PairingWarning("board.taken", told))
        elif number:
            holders[number] = wished_by[0]
            boards.append(number)
            continue
        boards.append(None)
    free = (number for number in count(1) if number not in holders)
    seated = tuple(
        _chairs(number or next(free), pair, wishes, warnings)
        for number, pair in zip(boards, order, strict=True)
    )
    return seated, tuple(warnings)


def _wish(
    pair: tuple[int, int], wishes: Mapping[int, BoardWish], warnings: list[PairingWarning]
) -> tuple[int, tuple[int, ...]]:
    """Returns the board that a pair wishes, 0 for none, and who of the two does."""
    wished = sorted((wishes[number].place, number) for number in pair if number in wishes)
    if len(wished) == 2 and wished[0][0] != wished[1][0]:
        (board, one), (other, two) = wished
        told = {"board": board, "one": one, "two": two, "other": other}
        warnings.append(PairingWarning("board.wished_by_both", told))
    least = wished[0][0] if wished else 0
    return least, tuple(number for place, number in wished if place == least)


def _chairs(
    board: int,
    pair: tuple[int, int],
    wishes: Mapping[int, BoardWish],
    warnings: list[PairingWarning],
) -> Seated:
    """Returns a board with everybody on the chair that they wish, the lower number before."""
    sits = {
        number: wishes[number].seat
        for number in sorted(pair)
        if number in wishes and wishes[number].place == board and wishes[number].seat
    }
    if not sits:
        return Seated(board, *pair)
    (holder, seat), *later = sits.items()
    other = pair[0] if pair[1] == holder else pair[1]
    if later and later[0][1] == seat:
        told = {"board": board, "seat": seat, "number": other, "holder": holder}
        warnings.append(PairingWarning("chair.taken", told))
    return Seated(board, holder, other) if seat == 1 else Seated(board, other, holder)
