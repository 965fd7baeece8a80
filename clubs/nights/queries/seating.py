"""Who sits where on a night now, and among which games of it the next one is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from clubs.models import ThreeHandedGame
from tournaments.models import Division, Seat


@dataclass
class NightSeating:
    """Everybody's games of a night, by the keys of entries.

    `seats` counts how often somebody sits in each wave, `playing` has the waves of the games that
    are not over, `boards` the numbers of the boards at which these are played.
    """

    most: int
    seats: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    playing: dict[int, list[int]] = field(default_factory=dict)
    boards: set[int] = field(default_factory=set)
    together: set[frozenset[int]] = field(default_factory=set)

    @classmethod
    def of(cls, division: Division) -> NightSeating:
        """Returns the seating of a night as it is now, in two queries."""
        now = cls(division.rules.seats_per_round)
        boards: dict[int, tuple[int, int | None, bool, list[int]]] = {}
        rows = Seat.objects.filter(round__division=division).order_by("board", "position")
        for board, wave, number, result, entry in rows.values_list(
            "board", "round__number", "board__number", "board__result", "entry__key"
        ):
            boards.setdefault(board, (wave, number, result is None, []))[3].append(entry)
        for wave, number, is_open, entries in boards.values():
            now.sit(wave, entries, is_open=is_open, board=number)
        threes = ThreeHandedGame.objects.filter(tournament=division.tournament_id)
        for wave, scores, entries in threes.values_list("round", "scores", "entries"):
            now.sit(wave, entries, is_open=not scores)
        return now

    def sit(
        self, wave: int, entries: Sequence[int], *, is_open: bool = True, board: int | None = None
    ) -> None:
        """Notes a game of these entries."""
        for entry in entries:
            self.seats[entry][wave] += 1
            if is_open:
                self.playing.setdefault(entry, []).append(wave)
        if is_open:
            self.together.add(frozenset(entries))
            if board is not None:
                self.boards.add(board)

    def wave_for(self, entries: Sequence[int]) -> int:
        """Returns the wave of one more game of these entries.

        It is the first after those of everybody, so that the waves of each are in the order in
        which they played. A second board belongs to the wave of the first one.
        """
        return max(self._next(entry) for entry in entries)

    def _next(self, entry: int) -> int:
        waves = self.seats[entry]
        still = max(self.playing.get(entry, ()), default=0)
        if still and waves[still] < self.most:
            return still
        return max(waves, default=0) + 1

    def free_board(self) -> int:
        """Returns the lowest number of a board at which nobody plays."""
        return next(n for n in range(1, len(self.boards) + 2) if n not in self.boards)
