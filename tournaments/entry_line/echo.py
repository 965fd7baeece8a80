"""The echo of an entry: its players, its result, and the totals of both.

Totals after the round are what the two scorecards have to show, so that a slip that was entered
wrongly is found by the players themselves. Where more was played since, as when an old result is
corrected, the current totals differ: then these are shown too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tournaments.standings.records import (
    Competitor,
    RoundOutcome,
    SpreadPenalty,
    StandingsRow,
    StandingsTerms,
)
from tournaments.standings.table import standings

Letter = Literal["W", "L", "T", ""]


@dataclass(frozen=True, slots=True)
class EchoSide:
    """One entry of the game that was entered: its part in it, and its total after the round.

    Credits are in half points; `letter` is empty where the game counts for neither. `total_now` is
    None where nothing of a later round counts for either side.
    """

    number: int
    name: str
    score: int | None
    spread: int | None
    letter: Letter
    total: StandingsRow
    total_now: StandingsRow | None = None


def letter_of(won: int, lost: int) -> Letter:
    """Returns W, L or T for the half points of one game, empty for none."""
    if won == lost:
        return "T" if won else ""
    return "W" if won > lost else "L"


@dataclass(frozen=True, slots=True)
class EntryTotals:
    """Everything that counts for the entries of a board: a total needs nobody else's."""

    competitors: tuple[Competitor, ...]
    outcomes: tuple[RoundOutcome, ...]
    penalties: tuple[SpreadPenalty, ...]
    terms: StandingsTerms

    def totals(self, through_round: int) -> dict[int, StandingsRow]:
        """Returns each competitor's record and spread after a round, by number."""
        rows = standings(
            self.competitors,
            self.outcomes,
            through_round=through_round,
            terms=replace(self.terms, tie_breaks=()),
            penalties=self.penalties,
        )
        return {row.number: row for row in rows}

    def totals_now(self, after: int) -> dict[int, StandingsRow]:
        """Returns the totals with what later rounds than `after` brought, empty if nothing."""
        rounds = [outcome.round for outcome in self.outcomes]
        last = max([*rounds, *(penalty.round for penalty in self.penalties)], default=after)
        return self.totals(last) if last > after else {}
