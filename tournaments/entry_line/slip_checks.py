"""The checks of a slip: the totals of both players, and the doubts about what was typed.

Totals after the round are what the two scorecards have to show, so that a slip that was entered
wrongly is found by the players themselves. Where more was played since, as when an old result is
corrected, the current totals differ: then these are shown too. A doubt is accepted by saying the
same again.

Sources: tsh warns below 100; a spread above 350 and scores unlike the division's own are the usual
mark of a digit mistyped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import Final, Literal

from tournaments.standings.records import (
    Competitor,
    RoundOutcome,
    SpreadPenalty,
    StandingsRow,
    StandingsTerms,
)
from tournaments.standings.table import standings

Letter = Literal["W", "L", "T", ""]
LOW: Final = 100
WIDE: Final = 350
LEARN_FROM: Final = 40
"""The scores that a division needs before its own limits mean anything."""
DEVIATIONS: Final = 3
"""Standard deviations from the mean that are still usual: under 1% of good slips are outside."""


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


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that is odd; `code` is a key of the words that tell of it."""

    code: str
    params: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSums:
    """The scores of a division so far: how many, their sum, the sum of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits between which a score is usual in a division, both included."""

    low: int
    high: int


def usual_scores(sums: ScoreSums) -> Limits | None:
    """Returns the limits learned from a division's own scores, None while there are too few."""
    if sums.count < LEARN_FROM:
        return None
    mean = sums.total // sums.count
    variance = (sums.squares - sums.total * sums.total // sums.count) // sums.count
    reach = DEVIATIONS * isqrt(max(variance, 0))
    return Limits(mean - reach, mean + reach)


def doubts(
    scores: tuple[int, int],
    *,
    limits: Limits | None,
    last: tuple[int, int] | None,
    tie_said: bool = False,
) -> tuple[Doubt, ...]:
    """Returns the doubts about a slip with these two scores, the gravest first.

    `last` are the scores of the slip entered just before, None where there was none; `tie_said`
    tells that the line itself says that the game was a tie.
    """
    reasons: list[Doubt] = []
    low, high = min(scores), max(scores)
    if low < 0:
        reasons.append(Doubt("negative", (("score", low),)))
    elif low < LOW:
        reasons.append(Doubt("low", (("score", low),)))
    if high - low > WIDE:
        reasons.append(Doubt("wide", (("spread", high - low),)))
    if limits is not None:
        # Below 100 is odd anyway; saying it twice tells nobody more.
        odd = [s for s in (low, high) if not limits.low <= s <= limits.high and s >= LOW]
        where = (("low", limits.low), ("high", limits.high))
        reasons += [Doubt("unusual", (("score", score), *where)) for score in dict.fromkeys(odd)]
    if last is not None and sorted(last) == [low, high]:
        reasons.append(Doubt("same_as_last"))
    if low == high and not tie_said:
        reasons.append(Doubt("tie"))
    return tuple(reasons)


def penalty_doubts(points: int) -> tuple[Doubt, ...]:
    """Returns the doubts about a penalty: one that adds points is mostly a sign left out."""
    return (Doubt("award", (("points", points),)),) if points > 0 else ()
