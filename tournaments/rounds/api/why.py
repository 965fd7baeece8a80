"""Why a round was paired so, for programs: what every board cost, and what was next best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.operations import One, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import ROUND, event_stream
from tournaments.models import Round
from tournaments.rounds.api.drafts import need_round_row
from tournaments.rounds.queries.drafts import paired_round


@dataclass(frozen=True, slots=True)
class NextBest:
    """The boards that would be next best, and what they would cost more by each criterion."""

    boards: list[list[int]]
    costs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WhyBoard:
    """The reason of a board, by entry numbers; of a bye, the same entry twice.

    `terms` is its cost by each criterion, `rule` the rule that left no choice, else empty. Ranks
    count from 1, balances are firsts less seconds before the round.
    """

    one: int
    two: int
    terms: Mapping[str, int]
    meetings: int
    last_met: int | None
    rank_one: int
    rank_two: int
    balance_one: int
    balance_two: int
    rule: str
    alternative: NextBest | None


@dataclass(frozen=True, slots=True)
class WhyShown:
    """Why a round was paired so; what nobody chose by a method has no board here.

    `objective` sums every criterion over the boards, the most important first. `totals` count
    boards that have met (`repeats`), that join different records (`floats`), and whose two are due
    the same side (`same_debts`). `clinched` are the ranks that nobody can take any more.
    """

    round: int
    method: str
    variant: str
    based_on: int | None
    options: Mapping[str, int]
    objective: Mapping[str, int]
    totals: Mapping[str, int]
    clinched: list[int]
    warnings: list[str]
    boards: list[WhyBoard]


def why_shown(row: Round) -> WhyShown:
    """Returns the reasons of a round's pairing, as they were kept when it was paired."""
    paired = paired_round(row.division, row.number)
    return WhyShown(
        round=row.number,
        method=paired["method"],
        variant=paired["variant"],
        based_on=paired["based_on"],
        options=paired["options"],
        objective=paired["objective"],
        totals=paired["totals"],
        clinched=paired["gibsonized"],
        warnings=paired["warnings"],
        boards=[_board(reason) for reason in paired["explanation"]],
    )


def _board(reason: Mapping[str, Any]) -> WhyBoard:
    other = reason.get("alternative")
    return WhyBoard(
        one=reason["one"],
        two=reason["two"],
        terms=reason["terms"],
        meetings=reason["meetings"],
        last_met=reason["last_met"],
        rank_one=reason["rank_one"],
        rank_two=reason["rank_two"],
        # Older pairings do not say these.
        balance_one=reason.get("balance_one", 0),
        balance_two=reason.get("balance_two", 0),
        rule=reason.get("rule", ""),
        alternative=NextBest(other["boards"], other["costs"]) if other else None,
    )


register_api(
    "rounds",
    One(
        path=f"{ROUND}/why",
        name="round_why",
        says="Shows why a round was paired so.",
        shape=WhyShown,
        find=lambda asked: why_shown(need_round_row(asked)),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
)
