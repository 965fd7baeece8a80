"""How a division is to be paired, for programs: its plan, its rules and its conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Give, One, Whole, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import DIVISION, event_stream
from tournaments.kernel.queries.pairing_terms import pairing_rules_of
from tournaments.kernel.queries.play import division_of_event, last_published
from tournaments.models import Division
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.presets import presets
from tournaments.pairing.terms.rules import PairingRules
from tournaments.rounds.commands.conditions import LiftCondition, SetCondition
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.commands.planning import PlannedRounds, PlanPairing, planned_rounds
from tournaments.rounds.queries.conditions import HeldCondition, held_conditions
from tournaments.rounds.queries.planning import plan_by_number, players_to_pair, problems_of
from tournaments.rounds.wording.plans import problem_sentence

PLAN = f"{DIVISION}/plan"
RULES = f"{DIVISION}/pairing_rules"


@dataclass(frozen=True, slots=True)
class PlanShown:
    """The round plan of a division as it is written; `problems` are what no longer fits."""

    rows: list[PlannedRounds]
    problems: list[str]


@dataclass(frozen=True, slots=True)
class ReadyPlan:
    """A plan to begin with, for as many players and rounds as the division has."""

    key: str
    name: str
    text: str
    rows: list[PlannedRounds]


@dataclass(frozen=True, slots=True)
class ConditionShown:
    """A condition on the pairings: `one` and `two` are entries by number, null once they left.

    `key` and `other_key` name them to the command that lifts it, with `kind` and `first`. It holds
    from round `first` to `last`, null to the end. `idle` says why nothing follows from it now.
    """

    kind: str
    one: int | None
    two: int | None
    key: int
    other_key: int | None
    first: int
    last: int | None
    place: int | None
    seat: int | None
    note: str
    idle: str
    is_over: bool


def plan_shown(division: Division) -> PlanShown:
    """Returns the round plan of a division, entries by number."""
    plan = plan_by_number(division)
    return PlanShown(_rows(plan), [problem_sentence(one) for one in problems_of(division, plan)])


def _rows(rows: Sequence[PlanRow]) -> list[PlannedRounds]:
    return [planned_rounds(row) for row in rows]


def _ready(asked: Asked) -> list[ReadyPlan]:
    division = _need(asked)
    players, planned = players_to_pair(division), division.planned_rounds
    return [
        ReadyPlan(one.key, one.name, one.text, _rows(one.plan(players, planned)))
        for one in presets()
    ]


def _conditions(asked: Asked) -> list[ConditionShown]:
    division = _need(asked)
    numbers = dict(division.entries.values_list("key", "number"))
    held = held_conditions(division, last_published(division) + 1)
    return [_condition(one, numbers) for one in held]


def _condition(held: HeldCondition, numbers: dict[int, int]) -> ConditionShown:
    condition = held.condition
    return ConditionShown(
        kind=condition.kind,
        one=numbers.get(condition.one),
        two=None if condition.two is None else numbers.get(condition.two),
        key=condition.one,
        other_key=condition.two,
        first=condition.first,
        last=condition.last,
        place=condition.place,
        seat=condition.seat,
        note=condition.note,
        idle=held.idle,
        is_over=held.is_over,
    )


def _need(asked: Asked) -> Division:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    return division


register_api(
    "pairing terms",
    One(
        path=PLAN,
        name="plan_read",
        says="Shows the round plan of a division.",
        shape=PlanShown,
        find=lambda asked: plan_shown(_need(asked)),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=PLAN, name="plan_write", command=PlanPairing, verb="PUT"),
    Whole(
        path=f"{PLAN}/ready",
        name="plans_ready",
        says="Lists the ready plans, fitted to the division.",
        shape=ReadyPlan,
        items=_ready,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    One(
        path=RULES,
        name="pairing_rules_read",
        says="Shows what holds for every pairing of a division.",
        shape=PairingRules,
        find=lambda asked: pairing_rules_of(_need(asked)),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=RULES, name="pairing_rules_change", command=ChangePairingRules, verb="PATCH"),
    Whole(
        path=f"{DIVISION}/conditions",
        name="conditions_list",
        says="Lists the conditions on the pairings of a division, by their first round.",
        shape=ConditionShown,
        items=_conditions,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=f"{DIVISION}/conditions", name="condition_set", command=SetCondition),
    Give(path=f"{DIVISION}/lifted_conditions", name="condition_lift", command=LiftCondition),
)
