"""What is said back after an entry: who, with what, and both totals after the round.

The totals are what the two scorecards have to show, so that a slip that was entered wrongly is
found by the players themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tournaments.standings.records import (
    Competitor,
    Penalty,
    RoundOutcome,
    StandingsRow,
    StandingsTerms,
)
from tournaments.standings.table import standings

Letter = Literal["W", "L", "T", ""]


@dataclass(frozen=True, slots=True)
class Side:
    """One entry of the game that was entered: its part in it, and its total after the round.

    Credits are in half points; `letter` is empty where the game counts for neither.
    """

    number: int
    name: str
    score: int | None
    spread: int | None
    letter: Letter
    total: StandingsRow


def letter_of(won: int, lost: int) -> Letter:
    """Returns W, L or T for the half points of one game, empty for none."""
    if won == lost:
        return "T" if won else ""
    return "W" if won > lost else "L"


def totals(
    competitors: Iterable[Competitor],
    outcomes: Iterable[RoundOutcome],
    penalties: Iterable[Penalty],
    *,
    through_round: int,
    terms: StandingsTerms,
) -> dict[int, StandingsRow]:
    """Returns each competitor's record and spread after a round, by number.

    The outcomes may be those of these competitors alone: a total needs nobody else's.
    """
    rows = standings(
        competitors, outcomes, through_round=through_round, terms=terms, penalties=penalties
    )
    return {row.number: row for row in rows}
