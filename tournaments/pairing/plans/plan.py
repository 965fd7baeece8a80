"""The round plan of a division: a table that is written once and followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from tournaments.pairing.answer import Request
from tournaments.pairing.schedule import (
    Schedule,
    renamed_schedule,
    schedule_from_values,
    schedule_to_values,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """The rounds from `first` to `last` and how they are paired.

    `lag` is how many rounds back the results count through, less one: 0 pairs on the round before,
    1 on the one before that. A block is drawn up on the results before its first round. `repeats`,
    `since` and `options` are those of a `Request`. A lag never reaches back before play. `schedule`
    holds the games of rounds that were drawn up elsewhere.
    """

    first: int
    last: int
    method: str
    variant: str = ""
    opening: str = "fold"
    lag: int = 0
    repeats: int | None = None
    since: int = 1
    options: tuple[tuple[str, int], ...] = ()
    schedule: Schedule | None = None

    @property
    def rounds(self) -> range:
        """The rounds that the row is about."""
        return range(self.first, self.last + 1)

    def based_on(self, round_number: int) -> int:
        """Returns the round through which results count for the pairing of a round."""
        return max(0, round_number - 1 - self.lag)

    def request(self, seed: str) -> Request:
        """Returns the request to the row's method, with this seed."""
        return Request(
            method=self.method,
            variant=self.variant,
            opening=self.opening,
            repeats=self.repeats,
            seed=seed,
            since=self.since,
            options=self.options,
        )


def row_of(plan: Iterable[PlanRow], round_number: int) -> PlanRow | None:
    """Returns the row that a round belongs to, None where the plan says nothing of it."""
    return next((row for row in plan if row.first <= round_number <= row.last), None)


def same_round(one: Iterable[PlanRow], two: Iterable[PlanRow], round_number: int) -> bool:
    """Returns whether two plans pair a round in the same way, whatever they say of others."""
    return _of_round(row_of(one, round_number), round_number) == _of_round(
        row_of(two, round_number), round_number
    )


def _of_round(row: PlanRow | None, round_number: int) -> tuple[PlanRow, object] | None:
    if row is None:
        return None
    games = None if row.schedule is None else row.schedule.of_round(round_number)
    return replace(row, first=round_number, last=round_number, schedule=None), games


def renamed_plan(plan: Iterable[PlanRow], names: Mapping[int, int]) -> tuple[PlanRow, ...]:
    """Returns the plan with the entries of its schedules called otherwise: by key, or by number."""
    return tuple(
        replace(row, schedule=row.schedule and renamed_schedule(row.schedule, names))
        for row in plan
    )


def plan_to_values(plan: Iterable[PlanRow]) -> list[dict[str, Any]]:
    """Returns the rows in JSON values, in the order of their rounds."""
    return [_to_values(row) for row in sorted(plan, key=lambda row: row.first)]


def plan_from_values(values: Iterable[Mapping[str, Any]]) -> tuple[PlanRow, ...]:
    """Returns the rows that `plan_to_values` wrote."""
    return tuple(_from_values(row) for row in values)


def _to_values(row: PlanRow) -> dict[str, Any]:
    values = asdict(replace(row, schedule=None)) | {"options": dict(row.options)}
    games = None if row.schedule is None else schedule_to_values(row.schedule)
    return values | {"schedule": games}


def _from_values(values: Mapping[str, Any]) -> PlanRow:
    games = values.get("schedule")
    return PlanRow(
        **{
            **values,
            "options": tuple(sorted(values["options"].items())),
            "schedule": None if games is None else schedule_from_values(games),
        }
    )
