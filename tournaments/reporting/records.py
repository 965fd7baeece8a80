"""What reports are made of and made from: the lists, their rows, and a division as they see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournaments.prizing.records import Contestant, CountedGame

TOP = 20
"""How many places a list has where nobody says another number."""


class ReportKind(StrEnum):
    """What a list ranks by, in the order in which lists are shown."""

    HIGH_WIN = "high_win"
    LOW_WIN = "low_win"
    HIGH_LOSS = "high_loss"
    LOW_LOSS = "low_loss"
    HIGH_COMBINED = "high_combined"
    LOW_COMBINED = "low_combined"
    LARGEST_SPREAD = "largest_spread"
    SMALLEST_SPREAD = "smallest_spread"
    STREAK = "streak"
    UPSET = "upset"
    ROUND_WINS = "round_wins"
    AVERAGE_FOR = "average_for"
    AVERAGE_AGAINST = "average_against"
    TOTAL_FOR = "total_for"
    TOTAL_AGAINST = "total_against"
    TUFF_LUCK = "tuff_luck"
    LUCKY_STIFF = "lucky_stiff"
    RECORDS = "records"
    CLASSES = "classes"
    TEAMS = "teams"
    SEEDS = "seeds"
    RATING_CHANGE = "rating_change"
    PERFORMANCE = "performance"
    STARTS = "starts"
    REPEATS = "repeats"
    BYES = "byes"


OF_SCORES = frozenset(
    (
        ReportKind.HIGH_WIN,
        ReportKind.LOW_WIN,
        ReportKind.HIGH_LOSS,
        ReportKind.LOW_LOSS,
        ReportKind.HIGH_COMBINED,
        ReportKind.LOW_COMBINED,
        ReportKind.LARGEST_SPREAD,
        ReportKind.SMALLEST_SPREAD,
        ReportKind.UPSET,
        ReportKind.ROUND_WINS,
    )
)
"""The lists whose every row is one game."""
OF_A_ROUND = (OF_SCORES - {ReportKind.ROUND_WINS}) | {
    ReportKind.CLASSES,
    ReportKind.TEAMS,
    ReportKind.BYES,
}
"""The lists that say something of one round by itself."""
OF_ONE_DIVISION = frozenset(
    (ReportKind.RECORDS, ReportKind.CLASSES, ReportKind.SEEDS, ReportKind.STARTS)
)
"""The lists that compare who plays in one field, and say nothing across divisions."""


@dataclass(frozen=True, slots=True)
class RangeRecord:
    """What somebody scored in the rounds of a report, byes and forfeits too."""

    half_wins: int
    half_losses: int
    spread: int


@dataclass(frozen=True, slots=True)
class RatingGained:
    """What the results of the whole event did to a rating; `performance` where it is known."""

    old: int
    new: int
    performance: int | None


class RoundScored(NamedTuple):
    """What somebody got in a round: points in halves; `met` unless nobody sat opposite."""

    round: int
    half_wins: int
    half_losses: int
    met: bool


class SidesWon(NamedTuple):
    """Of the games whose first player is known, how many the first and the second won, and ties.

    `first_points` and `second_points` are the points of all of them.
    """

    first: int = 0
    second: int = 0
    ties: int = 0
    first_points: int = 0
    second_points: int = 0

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.first + self.second + self.ties

    def plus(self, other: SidesWon) -> SidesWon:
        """Returns the figures of both together."""
        return SidesWon(*(one + two for one, two in zip(self, other, strict=True)))


NO_SIDES = SidesWon()


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The figures of all games together; averages are None without a game that has them."""

    games: int
    ties: int
    average_win: Fraction | None
    average_loss: Fraction | None
    average_spread: Fraction | None
    sides: SidesWon


@dataclass(frozen=True, slots=True)
class ReportGround:
    """A division in a range of rounds; entries are named by their keys.

    `players` are as they stand after the last of the rounds, the best first. `games` are only those
    whose two scores were made at the board. `starts` are how often each went first and second,
    `meetings` the rounds in which two met, `byes` the rounds in which somebody had one. `teams` are
    the teams of those who have one, `outcomes` what everybody got in half points, by round.
    """

    players: tuple[Contestant, ...]
    games: tuple[CountedGame, ...]
    records: Mapping[int, RangeRecord] = field(default_factory=dict)
    starts: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    meetings: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    byes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    ratings: Mapping[int, RatingGained] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)
    outcomes: Mapping[int, tuple[RoundScored, ...]] = field(default_factory=dict)
    sides: SidesWon = NO_SIDES


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A row of a list; equal figures share a `place`, which of the wins of rounds is the round.

    `keys` are whose row it is: two of a repeat and of combined scores, else one. `games` and
    `rounds` show where the figure comes from. `facts` are further figures, which differ by list:
    the number of games of an average, the games gone first and second, seed and rank, old and new
    rating, and half wins, half losses and spread of a record, of a class with the rank after them.
    `name` is what a row is of that is no entry: a team, whose members `keys` are then.
    """

    place: int
    keys: tuple[int, ...]
    value: Fraction
    games: tuple[CountedGame, ...] = ()
    rounds: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    name: str = ""

    @property
    def entries(self) -> tuple[int, ...]:
        """The keys of all whom the row may name: whose it is, and who played its games."""
        games = self.games
        return (*self.keys, *(key for game in games for key in (game.winner, game.loser)))


@dataclass(frozen=True, slots=True)
class Report:
    """A list, the best first; that of a class names it."""

    kind: ReportKind
    rows: tuple[ReportRow, ...]
    prize_class: str = ""

    def cut(self, rows: int) -> Report:
        """Returns the list with its first rows, however many share the place of the last."""
        return replace(self, rows=self.rows[:rows])
