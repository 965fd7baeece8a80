"""What reports are made of and made from: the lists, their rows, and a division as they see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

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
    SEEDS = "seeds"
    RATING_CHANGE = "rating_change"
    PERFORMANCE = "performance"
    STARTS = "starts"
    REPEATS = "repeats"
    BYES = "byes"


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


@dataclass(frozen=True, slots=True)
class ReportGround:
    """A division in a range of rounds; entries are named by their keys.

    `players` are as they stand after the last of the rounds, the best first. `games` are only those
    whose two scores were made at the board. `starts` are how often each went first and second,
    `meetings` the rounds in which two met, `byes` the rounds in which somebody had one.
    """

    players: tuple[Contestant, ...]
    games: tuple[CountedGame, ...]
    records: Mapping[int, RangeRecord] = field(default_factory=dict)
    starts: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    meetings: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    byes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    ratings: Mapping[int, RatingGained] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A row of a list; equal figures share a `place`, which of the wins of rounds is the round.

    `keys` are whose row it is: two of a repeat and of combined scores, else one. `games` and
    `rounds` show where the figure comes from. `facts` are further figures, which differ by list:
    the number of games of an average, the games gone first and second, seed and rank, old and new
    rating, and half wins, half losses and spread of a record, of a class with the rank after them.
    """

    place: int
    keys: tuple[int, ...]
    value: Fraction
    games: tuple[CountedGame, ...] = ()
    rounds: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A list, the best first; that of a class names it."""

    kind: ReportKind
    rows: tuple[ReportRow, ...]
    prize_class: str = ""
