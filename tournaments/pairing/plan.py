"""How the rounds of a division are to be paired: a table that is written once and followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.pairing.answer import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """The rounds from `first` to `last` and how they are paired.

    `lag` is how many rounds back the results count through, less one: 0 pairs on the round before,
    1 on the one before that. A block is drawn up on the results before its first round. `repeats`,
    `since` and `options` are those of a `Request`. A lag never reaches back before play.
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

    def based_on(self, round_number: int) -> int:
        """Returns the round through which results count for the pairing of a round."""
        return max(0, round_number - 1 - self.lag)

    def request(self, seed: str) -> Request:
        """Returns what the row asks of its method."""
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


def plan_to_values(plan: Iterable[PlanRow]) -> list[dict[str, Any]]:
    """Returns the rows in JSON values, in the order of their rounds."""
    rows = sorted(plan, key=lambda row: row.first)
    return [asdict(row) | {"options": dict(row.options)} for row in rows]


def plan_from_values(values: Iterable[Mapping[str, Any]]) -> tuple[PlanRow, ...]:
    """Returns the rows that `plan_to_values` wrote."""
    return tuple(
        PlanRow(**{**row, "options": tuple(sorted(row["options"].items()))}) for row in values
    )
