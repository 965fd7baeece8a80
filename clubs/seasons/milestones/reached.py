"""Round numbers that people reach: wins, games, nights, and nights in a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from clubs.seasons.tables.totals import PlayerNight, SeasonTotals
from core.errors import UserError
from core.phrases import phrase

Reached = Literal["wins", "games", "nights", "nights_in_a_row"]


@dataclass(frozen=True, slots=True)
class MilestoneSteps:
    """The numbers that are told: the first ones, and after the last of them every so many.

    Raises UserError `milestone.steps` unless they rise from above 0.
    """

    first: tuple[int, ...]
    then_every: int

    def __post_init__(self) -> None:
        if min((*self.first, self.then_every)) < 1 or list(self.first) != sorted(set(self.first)):
            sentence = phrase("The numbers of milestones rise, from 1 or more.")
            raise UserError(sentence, code="milestone.steps", field="first")

    def between(self, before: int, after: int) -> Iterator[int]:
        """Yields the steps above one number, up to another and including it."""
        last = self.first[-1] if self.first else 0
        yield from (step for step in self.first if before < step <= after)
        begins = max(before, last)
        further = (begins - last) // self.then_every + 1
        yield from range(last + further * self.then_every, after + 1, self.then_every)


USUAL_STEPS: Mapping[Reached, MilestoneSteps] = {
    "wins": MilestoneSteps((25, 100), 100),
    "games": MilestoneSteps((100, 250, 500), 500),
    "nights": MilestoneSteps((10, 25, 50, 100), 50),
    "nights_in_a_row": MilestoneSteps((10, 25, 50), 50),
}


@dataclass(frozen=True, slots=True)
class CareerSoFar:
    """What a player had before the season began; `nights_in_a_row` are those up to that day."""

    wins: int = 0
    games: int = 0
    nights: int = 0
    nights_in_a_row: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Milestone:
    """A number that a player reached on a night."""

    held_on: date
    night: str
    player: str
    kind: Reached
    number: int


@dataclass
class _Counted:
    """The numbers of all players, by kind."""

    of: dict[Reached, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    def raised(self, player: str, kind: Reached, by: int) -> tuple[int, int]:
        before = self.of[kind].get(player, 0)
        self.of[kind][player] = before + by
        return before, before + by


def milestones(
    totals: SeasonTotals,
    before: Mapping[str, CareerSoFar],
    steps: Mapping[Reached, MilestoneSteps] = USUAL_STEPS,
) -> tuple[Milestone, ...]:
    """Returns what was reached in a season, by night.

    `before` are the careers until then, of those who had one. A game of three counts as a game. A
    night missed ends the nights in a row, whose numbers can then be reached again; a night that
    was not held does not.
    """
    counted = _Counted()
    for player, career in before.items():
        for kind in USUAL_STEPS:
            counted.of[kind][player] = getattr(career, kind)
    reached: list[Milestone] = []
    for night in totals.in_order:
        in_a_row = counted.of["nights_in_a_row"]
        in_a_row.update(dict.fromkeys(in_a_row.keys() - night.here, 0))
        for player in night.here:
            for kind, by in _gained(totals.lines[player][night.key]).items():
                numbers = counted.raised(player, kind, by)
                reached += [
                    Milestone(night.held_on, night.key, player, kind, number)
                    for number in (steps[kind].between(*numbers) if kind in steps else ())
                ]
    return tuple(sorted(reached))


def _gained(line: PlayerNight) -> dict[Reached, int]:
    return {
        "wins": line.half_wins.count(2),
        "games": len(line.half_wins) + line.three_handed,
        "nights": 1,
        "nights_in_a_row": 1,
    }
