"""Rounds drawn up together, before any of them is played: round robins, groups, fixed schedules."""

from __future__ import annotations

from dataclasses import dataclass


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
