"""The conditions that cannot hold beside each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tournaments.pairing.terms.conditions import Condition

Clash = Literal["there", "contradicts"]
# Two of these about one entry in one round cannot both be done.
_ONE_PLACE = ("together", "bye")
_NEVER_BYE = ("no_bye", "house")


@dataclass(frozen=True, slots=True)
class ConditionConflict:
    """The reason against a condition: one that is `there` already, or that it `contradicts`."""

    how: Clash
    other: Condition


def conflict_of(new: Condition, conditions: Iterable[Condition]) -> ConditionConflict | None:
    """Returns the first condition beside which a new one cannot hold, None where all can.

    Only rounds that both are about count: two may be apart until round 3 and meet in round 4.
    """
    rows = sorted(conditions, key=lambda c: (c.first, c.kind, c.pair))
    meetings = [row for row in rows if row.kind == "together"]
    for row in rows:
        if not new.overlaps(row):
            continue
        if _says_the_same(new, row):
            return ConditionConflict("there", row)
        if _contradict(new, row, meetings):
            return ConditionConflict("contradicts", row)
    return None


def _says_the_same(new: Condition, other: Condition) -> bool:
    if new.pair != other.pair:
        return False
    if new.kind == "board" == other.kind:
        return (new.place, new.seat) == (other.place, other.seat)
    # Pairs that never meet are avoided anyway; avoided pairs can still be forbidden.
    return new.kind == other.kind or (new.kind, other.kind) == ("avoid", "apart")


def _contradict(new: Condition, other: Condition, meetings: Iterable[Condition]) -> bool:
    kinds = {new.kind, other.kind}
    if kinds == {"apart", "together"}:
        return new.pair == other.pair
    shared = set(new.keys) & set(other.keys)
    if kinds <= set(_ONE_PLACE):
        return bool(shared)
    if kinds == {"board"}:
        return bool(shared) or (new.place == other.place and not _share(new, other, meetings))
    return bool(shared) and "bye" in kinds and not kinds.isdisjoint(_NEVER_BYE)


def _share(one: Condition, other: Condition, meetings: Iterable[Condition]) -> bool:
    """Returns whether two can have one board: they meet in every round of both, on two chairs."""
    if one.seat is not None and one.seat == other.seat:
        return False
    pair = tuple(sorted((one.one, other.one)))
    together = [meeting for meeting in meetings if meeting.pair == pair]
    start = max(one.first, other.first)
    ends = [end for end in (one.last, other.last) if end is not None]
    if not ends:
        # Without an end the rounds up to one from which they meet to the end say it all.
        ends = [max(start, meeting.first) for meeting in together if meeting.last is None]
    rounds = range(start, min(ends, default=start) + 1)
    return bool(ends) and all(any(m.holds_in(number) for m in together) for number in rounds)
