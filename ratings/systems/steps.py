"""The steps by which a system came to a rating, for a player who wants to check them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ratings.systems.field import RatedGame


@dataclass(frozen=True, slots=True)
class GameStep:
    """One game in a segment.

    `opponent_rating` is the one that the system used, a newcomer's initial one included;
    `expected` the wins expected of it, None where the system expects none of a single game.
    `feedback` are the points that the opponent's acceleration gave back. `spread` is the player's
    own, None without scores; `weight` is how much the game counts beside others, where games
    differ, and `shown` the rating that it alone shows there.
    """

    round: int
    opponent: int
    opponent_rating: float
    half_wins: int
    expected: float | None
    feedback: float = 0.0
    opponent_deviation: float | None = None
    spread: int | None = None
    weight: float | None = None
    shown: float | None = None


class StepPiece(NamedTuple):
    """A part of the change with one multiplier: `excess` wins made `points`, from `rating` on."""

    rating: float
    multiplier: float
    excess: float
    points: float


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the event that was rated for itself, from round `first` to round `last`.

    `initial` is a newcomer's rating before rounding and `cap` the most that they could get, both
    None for others. `pieces` are the change by bands, `base` their sum; then come acceleration
    and feedback, and `new` is the rounded rating with which the next segment begins.
    """

    first: int
    last: int
    old: int
    games: tuple[GameStep, ...]
    half_wins: int
    expected: float
    new: int
    pieces: tuple[StepPiece, ...] = ()
    base: float = 0.0
    acceleration: float = 0.0
    feedback: float = 0.0
    initial: float | None = None
    cap: float | None = None
    target: float | None = None
    old_deviation: float | None = None
    deviation: float | None = None


@dataclass(frozen=True, slots=True)
class Inspection:
    """All that a system did for one player in one event, segment by segment.

    `notes` are rules that took part, as codes with their figures: ("floor", 1.0).
    """

    number: int
    old: int
    new: int
    segments: tuple[Segment, ...]
    notes: tuple[tuple[str, float], ...] = ()


def spread_of(game: RatedGame) -> int | None:
    """Return the player's own spread in a game, None without scores."""
    if game.own_score is None or game.other_score is None:
        return None
    return game.own_score - game.other_score
