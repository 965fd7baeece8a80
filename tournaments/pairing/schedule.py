"""Rounds drawn up together, before any of them is played: round robins, groups, fixed schedules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """Two who meet, or one who sits out (`two` None). `first` is who starts, None if not drawn up.

    Entries are named by number.
    """

    one: int
    two: int | None = None
    first: int | None = None


@dataclass(frozen=True)
class Schedule:
    """The games of consecutive rounds, the first of which is round `begins`.

    `groups` are those who play among themselves, empty where everybody is in one.
    """

    begins: int
    rounds: tuple[tuple[ScheduledGame, ...], ...]
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def ends(self) -> int:
        """The last round that is drawn up."""
        return self.begins + len(self.rounds) - 1

    def of_round(self, round_number: int) -> tuple[ScheduledGame, ...] | None:
        """Returns the games of a round, None for a round that is not part of it."""
        if not self.begins <= round_number <= self.ends:
            return None
        return self.rounds[round_number - self.begins]


def schedule_to_values(schedule: Schedule) -> dict[str, Any]:
    """Returns a schedule in JSON values: every game as [one, two, first]."""
    return {
        "begins": schedule.begins,
        "rounds": [[[game.one, game.two, game.first] for game in row] for row in schedule.rounds],
        "groups": [list(group) for group in schedule.groups],
    }


def schedule_from_values(values: Mapping[str, Any]) -> Schedule:
    """Returns the schedule that `schedule_to_values` wrote."""
    return Schedule(
        begins=values["begins"],
        rounds=tuple(tuple(ScheduledGame(*game) for game in row) for row in values["rounds"]),
        groups=tuple(tuple(group) for group in values["groups"]),
    )


def renamed_schedule(schedule: Schedule, names: Mapping[int, int]) -> Schedule:
    """Returns the schedule with its entries called otherwise: by key for good, or by number.

    Players without another name are left out of it, and whoever was to meet them sits out.
    """

    def renamed(row: Iterable[ScheduledGame]) -> Iterator[ScheduledGame]:
        for game in row:
            here = [names[n] for n in (game.one, game.two) if n is not None and n in names]
            if len(here) == 2:
                first = None if game.first is None else names[game.first]
                yield ScheduledGame(here[0], here[1], first)
            elif here:
                yield ScheduledGame(here[0])

    return Schedule(
        begins=schedule.begins,
        rounds=tuple(tuple(renamed(row)) for row in schedule.rounds),
        groups=tuple(tuple(names[n] for n in group if n in names) for group in schedule.groups),
    )
