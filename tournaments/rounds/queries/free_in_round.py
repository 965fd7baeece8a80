"""Two who are free in a draft and could meet: byes beside each other, and who waits."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from tournaments.kernel.queries.sheet import Sheet
from tournaments.models import Round
from tournaments.pairing.schedule import schedule_from_values
from tournaments.pairing.terms.conditions import Kind, conditions_from_values
from tournaments.rounds.queries.drafting import Drafted, DraftSeat, meetings
from tournaments.rounds.queries.pairing import renamed


class FreePair(NamedTuple):
    """Two who are free in a round: the rounds in which they met, and will meet by their block."""

    one: DraftSeat
    two: DraftSeat
    met: tuple[int, ...]
    to_come: tuple[int, ...]


def free_pairs(sheet: Sheet, drafted: Drafted, number: int) -> tuple[FreePair, ...]:
    """Returns pairs of entries without an opponent that could meet, each entry once.

    They have a bye, or wait for a place; of one alone nothing is said. A bye that the director set
    stays. Those who never met and will not come first, then those who meet least often; who is kept
    apart is not brought together.
    """
    meant = _byes_set(sheet, drafted, number)
    byes = [board.seats[0] for board in drafted.alone if board.reason == "bye"]
    alone = [seat for seat in byes if seat.entry.number not in meant]
    free = {seat.entry.number: seat for seat in (*drafted.waiting, *alone) if not seat.away}
    if len(free) < 2:
        return ()
    met, to_come = meetings(sheet, before=number), _to_come(sheet, number)
    apart = _apart(sheet, number)
    pairs = [
        (pair, tuple(met.get(pair, ())), to_come.get(pair, ()))
        for pair in map(frozenset, combinations(sorted(free), 2))
        if pair not in apart
    ]
    pairs.sort(key=lambda one: (len(one[1]) + len(one[2]), sorted(one[0])))
    found, taken = [], set[int]()
    for pair, before, after in pairs:
        if not pair & taken:
            taken |= pair
            one, two = sorted(pair)
            found.append(FreePair(free[one], free[two], before, after))
    return tuple(found)


def _to_come(sheet: Sheet, number: int) -> dict[frozenset[int], tuple[int, ...]]:
    """Returns the later rounds in which two meet by the block that the round is part of.

    The round that drew the block up keeps it.
    """
    rows = Round.objects.filter(division=sheet.division, number__lte=number).order_by("-number")
    pairings = rows.values_list("pairing", flat=True)
    block = next((pairing for pairing in pairings if pairing.get("schedule")), None)
    if block is None:
        return {}
    names = {entry.key: entry.number for entry in sheet.entries.values()}
    schedule = schedule_from_values(renamed(block, names)["schedule"])
    later: dict[frozenset[int], tuple[int, ...]] = {}
    for ahead in range(number + 1, schedule.ends + 1):
        for game in schedule.of_round(ahead) or ():
            if game.two is not None:
                pair = frozenset((game.one, game.two))
                later[pair] = (*later.get(pair, ()), ahead)
    return later


def _byes_set(sheet: Sheet, drafted: Drafted, number: int) -> set[int]:
    """Returns who sits out on purpose: by a condition, or fixed when the round was paired."""
    by_condition = (one for kept in _held(sheet, number, "bye") for one in kept)
    return {*drafted.pairing.get("byes", ()), *by_condition}


def _apart(sheet: Sheet, number: int) -> set[frozenset[int]]:
    return set(_held(sheet, number, "apart"))


def _held(sheet: Sheet, number: int, kind: Kind) -> list[frozenset[int]]:
    """Returns the entries that each condition of a kind names in a round, by number."""
    numbers = {entry.key: entry.number for entry in sheet.entries.values()}
    return [
        frozenset(numbers[key] for key in condition.keys if key in numbers)
        for condition in conditions_from_values(sheet.division.conditions)
        if condition.kind == kind and condition.holds_in(number)
    ]
