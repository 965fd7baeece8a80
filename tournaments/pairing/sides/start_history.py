"""The starts so far: the games and absences of earlier rounds, and their sums.

Counts are derived from what is recorded and never kept. A bye is neither a first nor a second, a
pending draw counts for nothing yet, and a forfeit before play charges the absentee alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from games.engine.rulesets import ForfeitLossCounts

Side = Literal["first", "second"]


class StartError(ValueError):
    """A pair or a past game that contradicts itself."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that was begun or published. `first` is one of the two, or None.

    With `first` None, `draw` says that the players still have to draw; without it nothing was
    recorded. Raises StartError `starts.first_not_in_game` (round, first), `starts.own_opponent`
    (round, entry).
    """

    round: int
    one: int
    two: int
    first: int | None = None
    draw: bool = False

    def __post_init__(self) -> None:
        if self.one == self.two:
            raise StartError("starts.own_opponent", round=self.round, entry=self.one)
        if self.first is not None and self.first not in (self.one, self.two):
            raise StartError("starts.first_not_in_game", round=self.round, first=self.first)


@dataclass(frozen=True, slots=True)
class Absence:
    """A forfeit before play, of the absentee only; the waiting opponent is charged nothing.

    `counted_as` is the side that was recorded, as in an import; None leaves it to the rule.
    """

    entry: int
    round: int
    counted_as: Side | None = None


@dataclass(frozen=True, slots=True)
class StartHistory:
    """All games and forfeits before play of a division, in any order."""

    games: tuple[PastGame, ...] = ()
    absences: tuple[Absence, ...] = ()


@dataclass(frozen=True, slots=True)
class StartCount:
    """Games gone first and second, with a draw pending, and with nothing recorded."""

    firsts: int = 0
    seconds: int = 0
    draws: int = 0
    unknown: int = 0

    @property
    def balance(self) -> int:
        """Firsts less seconds."""
        return self.firsts - self.seconds


NO_STARTS = StartCount()


def forfeit_charges(
    absences: Iterable[Absence], forfeit_loss_counts: ForfeitLossCounts = "alternate"
) -> dict[tuple[int, int], Side | None]:
    """Returns the side that each absence is charged with, by (entry, round).

    A recorded side stands. The others count alternately as first, second, first, ... per entry in
    the order of rounds, recorded ones counted in, or as nothing to ignore them.
    Source: NASPA practice since 2008, tsh `bye_firsts`.
    """
    charges: dict[tuple[int, int], Side | None] = {}
    so_far: dict[int, int] = defaultdict(int)
    for absence in sorted(absences, key=lambda a: (a.round, a.entry)):
        by_rule: Side = "second" if so_far[absence.entry] % 2 else "first"
        so_far[absence.entry] += 1
        charged = by_rule if forfeit_loss_counts == "alternate" else None
        charges[absence.entry, absence.round] = absence.counted_as or charged
    return charges


def tally(
    history: StartHistory,
    *,
    before_round: int | None = None,
    forfeit_loss_counts: ForfeitLossCounts = "alternate",
) -> dict[int, StartCount]:
    """Returns the counts of every entry in the history, over rounds before `before_round` if given.

    Whoever has no game and no forfeit is not a key; read with `NO_STARTS`.
    """
    past = SidesTaken.of(
        history, before_round=before_round, forfeit_loss_counts=forfeit_loss_counts
    )
    return dict(past.counts)


@dataclass(frozen=True, slots=True)
class SidesTaken:
    """A history added up for comparing two entries.

    `of_round` is the net side of an entry in a round: above 0 first, below 0 second. `between` is
    how often the first of a pair of entries went first against the second.
    """

    counts: Mapping[int, StartCount]
    of_round: Mapping[int, Mapping[int, int]]
    between: Mapping[tuple[int, int], int]

    @classmethod
    def of(
        cls,
        history: StartHistory,
        *,
        before_round: int | None,
        forfeit_loss_counts: ForfeitLossCounts,
    ) -> SidesTaken:
        """Returns the sides taken in the rounds before `before_round`, or in all."""
        of_round: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        between: dict[tuple[int, int], int] = defaultdict(int)
        kinds: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        games = [g for g in history.games if before_round is None or g.round < before_round]
        absences = [a for a in history.absences if before_round is None or a.round < before_round]
        for entry, round_number, side in _sides(games, absences, forfeit_loss_counts):
            of_round[entry][round_number] += 1 if side == "first" else -1
            kinds[entry][0 if side == "first" else 1] += 1
        for game in games:
            if game.first is None:
                for entry in (game.one, game.two):
                    kinds[entry][2 if game.draw else 3] += 1
            else:
                between[game.first, game.one + game.two - game.first] += 1
        counts = {entry: StartCount(*numbers) for entry, numbers in kinds.items()}
        return cls(counts=counts, of_round=of_round, between=between)


def _sides(
    games: Iterable[PastGame], absences: Iterable[Absence], forfeit_loss_counts: ForfeitLossCounts
) -> Iterator[tuple[int, int, Side]]:
    for game in games:
        if game.first is not None:
            second = game.two if game.first == game.one else game.one
            yield game.first, game.round, "first"
            yield second, game.round, "second"
    for (entry, round_number), side in forfeit_charges(absences, forfeit_loss_counts).items():
        if side is not None:
            yield entry, round_number, side
