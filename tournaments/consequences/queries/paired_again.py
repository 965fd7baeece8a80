"""Rounds paired again on another state, by the method and the seed that paired them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.journal.errors import Refused
from tournaments.consequences.queries.hall import cut, published
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.models import Division
from tournaments.pairing.methods import METHODS
from tournaments.rounds.commands.pairing import EARLY, OptionGiven, PairRound, Together
from tournaments.rounds.queries.pairing import renamed
from tournaments.rounds.queries.planned import planned_row

MOST_PLAYERS = 1_500
"""Rounds are paired again for so many players in all: about a second. Counted, never timed."""

Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class PairedOtherwise:
    """The boards of a round that its method would pair otherwise, by keys of entries.

    One key alone has a bye. `was` is what it pairs now, `would` what it would pair instead, in the
    order of the boards; `refused` says why it could pair nothing. `is_draft` while it can still be
    paired again.
    """

    division: str
    round: int
    is_draft: bool
    method: str
    was: tuple[tuple[int, ...], ...]
    would: tuple[tuple[int, ...], ...]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PairedAgain:
    """The rounds that would be paired otherwise, and those that were not looked into."""

    rounds: tuple[PairedOtherwise, ...] = ()
    left: tuple[int, ...] = ()


def pairings_of(division: Division) -> dict[int, Mapping[str, Any]]:
    """Returns how each round of a division was paired, by keys; one query."""
    return {row.number: row.pairing for row in division.rounds.order_by("number") if row.pairing}


def paired_again(now: Sheet, then: Sheet, pairings: Mapping[int, Mapping[str, Any]]) -> PairedAgain:
    """Returns which rounds of a division would be paired otherwise, each on what came before it.

    What was played before a round is given, its boards as they are: so every round is told for
    itself. The last one comes first, because it can still be paired again, then those nearest to
    the change; what is more than `MOST_PLAYERS` is left.
    """
    touched = [
        number
        for number in sorted(now.stages.keys() & then.stages.keys() & pairings.keys())
        if _hangs_on_it(now, then, number, pairings[number])
    ]
    found, left, budget = list[PairedOtherwise](), list[int](), MOST_PLAYERS
    for number in touched[-1:] + touched[:-1]:
        budget -= 2 * len(then.entries)
        if budget < 0 and found:
            left.append(number)
        elif (otherwise := _otherwise(now, then, number, pairings[number])) is not None:
            found.append(otherwise)
    return PairedAgain(tuple(sorted(found, key=lambda one: one.round)), tuple(sorted(left)))


def _hangs_on_it(now: Sheet, then: Sheet, number: int, pairing: Mapping[str, Any]) -> bool:
    """Returns whether anything differs that the pairing of a round looks at."""
    row = planned_row(now.division, number)
    if pairing.get("method", "") not in METHODS or (row is not None and row.schedule is not None):
        return False
    through = pairing.get("based_on", number - 1) + (pairing.get("variant") == EARLY)
    return _seen(now, number, through) != _seen(then, number, through)


def _seen(sheet: Sheet, number: int, through: int) -> tuple[Any, ...]:
    division = sheet.division
    return (
        sheet.entries,
        [board for board in sheet.boards if board.round <= through and board.round < number],
        [(*_seats(b), b.reason == "bye") for b in sheet.boards if through < b.round < number],
        [one for one in sheet.penalties if one[1] <= through],
        *(division.planned_rounds, division.conditions, division.pairing_rules),
        *(division.ruleset, division.overrides),
    )


def _seats(board: BoardLine) -> tuple[tuple[int, str], ...]:
    return tuple((seat.entry, seat.side) for seat in board.seats)


def _otherwise(
    now: Sheet, then: Sheet, number: int, pairing: Mapping[str, Any]
) -> PairedOtherwise | None:
    method = METHODS[pairing["method"]].name
    stage = then.stages[number]
    try:
        was = _drawn(now, number, pairing)
    except Refused:
        was = _as_seated(now, number)
    try:
        would, refused = _drawn(then, number, pairing), ""
    except Refused as wrong:
        would, refused = (), wrong.message
    if {frozenset(one) for one in was} == {frozenset(one) for one in would}:
        return None
    same = {frozenset(one) for one in was} & {frozenset(one) for one in would}
    return PairedOtherwise(
        division=then.division.name,
        round=number,
        is_draft=stage == "draft",
        method=method,
        was=tuple(one for one in was if frozenset(one) not in same),
        would=tuple(one for one in would if frozenset(one) not in same),
        refused=refused,
    )


def _drawn(sheet: Sheet, number: int, pairing: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Returns who meets whom in a round paired on a sheet as before it; byes at the end."""
    keys = {entry.number: entry.key for entry in sheet.entries.values()}
    before = cut(published(sheet), range(1, number))
    fact = _command(sheet, number, pairing).drawn_on(before)
    boards = [(keys[one], keys[two]) for _, one, two, _ in fact["boards"]]
    return (*boards, *((keys[bye],) for bye in fact["byes"]))


def _as_seated(sheet: Sheet, number: int) -> tuple[tuple[int, ...], ...]:
    keys = {entry.number: entry.key for entry in sheet.entries.values()}
    boards = sorted(sheet.by_round[number], key=lambda board: (board.number or 0, board.slot))
    return tuple(
        tuple(keys[seat.entry] for seat in board.seats)
        for board in boards
        if board.two is not None or board.reason == "bye"
    )


def _command(sheet: Sheet, number: int, pairing: Mapping[str, Any]) -> PairRound:
    """Returns the command that pairs a round as it was paired, with today's numbers."""
    numbers = {entry.key: entry.number for entry in sheet.entries.values()}
    kept = renamed(pairing, numbers)
    event = sheet.division.tournament.slug
    return PairRound(
        event=event,
        division=sheet.division.name,
        round=number,
        method=kept["method"],
        variant=kept.get("variant", ""),
        opening=kept.get("opening", "fold"),
        repeats=kept.get("allowed"),
        based_on=kept.get("based_on", number - 1),
        since=kept.get("since", 1),
        options=tuple(OptionGiven(key=k, value=v) for k, v in kept.get("options", {}).items()),
        fixed=tuple(Together(one=one, two=two) for one, two in kept.get("fixed", ())),
        byes=tuple(kept.get("byes", ())),
        absent=tuple(_absent(sheet, number)),
        confirmed=True,
    )


def _absent(sheet: Sheet, number: int) -> Iterator[int]:
    for board in sheet.by_round.get(number, []):
        if board.two is None and board.reason == "absent":
            yield board.one.entry
