"""The players of a round, from the stretches of rounds that an entry is away."""

from __future__ import annotations

from collections.abc import Sequence

Stretch = Sequence[int | None]

PAST_THE_END = 201
"""The round after the last that any division can have: where forfeited rounds end."""


def takes_part(away: Sequence[Stretch], round_number: int) -> bool:
    """Returns whether an entry with these absences is active in the round.

    A stretch is a pair [from, to], both included; `to` None means from there on, and
    `PAST_THE_END` that every round to the end is forfeited.
    """
    return not any(
        (start or 0) <= round_number and (end is None or round_number <= end) for start, end in away
    )


def forfeits(away: Sequence[Stretch], round_number: int) -> bool:
    """Returns whether an entry forfeits the round, as every round that is left (pairing.md, 13)."""
    return any(end == PAST_THE_END and (start or 0) <= round_number for start, end in away)


def has_left(away: Sequence[Stretch]) -> bool:
    """Returns whether an entry with these absences has withdrawn, and is not back."""
    return bool(away) and away[-1][1] is None


def withdrawn_at(
    away: Sequence[Stretch], from_round: int, *, forfeiting: bool = False
) -> list[list[int | None]]:
    """Returns the absences of an entry that withdraws from this round on.

    `forfeiting` has it stay in the ranking and forfeit what is left.
    """
    kept = [[start, end] for start, end in away if (start or 0) < from_round]
    for stretch in kept:
        if stretch[1] is not None and stretch[1] >= from_round:
            stretch[1] = from_round - 1
    return [*kept, [from_round, PAST_THE_END if forfeiting else None]]


def back_at(away: Sequence[Stretch], from_round: int) -> list[list[int | None]]:
    """Returns the absences of an entry that plays again from this round on."""
    kept = [[start, end] for start, end in away if (start or 0) < from_round]
    return [
        [start, from_round - 1 if end is None or end >= from_round else end] for start, end in kept
    ]
