"""The sum of a segment in figures that a reader with a pocket calculator can check.

Every figure is computed from the figures shown above it, which are rounded; so many places are
shown that the sum ends with the very rating that the system gave.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from math import fsum, sqrt

from core.phrases import numeral, phrase
from core.wording import MINUS, half
from ratings.systems.steps import Segment, StepPiece

FEWEST_PLACES, MOST_PLACES = 4, 6
PLACES_OF_SHARES = 2
"""The extra digits of a factor that multiplies hundreds of points."""

LAST_PLACE_OF_DEVIATION = 0.0101
FULL_GAME = 5
"""Points a game above which a gain is added once more."""

Bands = Callable[[float], str]
"""Names the band of ratings that a rating belongs to, or is empty."""


@dataclass(frozen=True, slots=True)
class SumTerms:
    """The terms of a system in the sum: the lowest rating if it applied, its bands, and for local
    club events by what a change is divided and how much it may be at most.
    """

    bands: Bands
    floor: float | None = None
    divisor: float | None = None
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class SumRow:
    """A line of the sum: its subject, its formula, and its figure."""

    words: str
    how: str
    figure: str
    is_result: bool = False


@dataclass(slots=True)
class Sum:
    """A segment's sum; `expected`, `feedback` and `pulls` have a figure for each game.

    `own` is the weight that they leave to the rating from before, None where games have no weight;
    `start` is the rating from before and `total` the new one before it is rounded, both as the
    figures shown have them.
    """

    places: int
    expected: list[str] = field(default_factory=list)
    feedback: list[str] = field(default_factory=list)
    weights: list[str] = field(default_factory=list)
    pulls: list[str] = field(default_factory=list)
    rows: list[SumRow] = field(default_factory=list)
    own: Decimal | None = None
    start: Decimal = Decimal(0)
    total: Decimal = Decimal(0)

    def cut(self, value: float | Decimal, more: int = 0) -> Decimal:
        """Returns the value with as many places as are shown, or some more."""
        exact = value if isinstance(value, Decimal) else Decimal(repr(float(value)))
        return exact.quantize(Decimal(1).scaleb(-self.places - more), ROUND_HALF_EVEN)

    def add(self, words: str, how: str, figure: str, *, is_result: bool = False) -> None:
        """Adds a line."""
        self.rows.append(SumRow(words, how, figure, is_result))


def plain(value: Decimal | float) -> str:
    """Returns a figure with the minus of print, and without zeros that say nothing."""
    text = f"{value:f}" if isinstance(value, Decimal) else f"{value:.10f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return numeral(text).replace("-", MINUS) if text not in ("-0", "") else "0"


def fixed(value: Decimal) -> str:
    """Returns a figure with all its places."""
    return numeral(value, "f").replace("-", MINUS)


def with_sign(value: Decimal) -> str:
    """Returns a figure with all its places and its sign."""
    return fixed(value) if value < 0 else f"+{fixed(value)}"


def sum_of(segment: Segment, terms: SumTerms) -> Sum:
    """Returns the sum of a segment, with the fewest places that lead to its new rating.

    A player changed by no multiplier, as a newcomer in most systems, has the figures of the games
    only.
    """
    for places in range(FEWEST_PLACES, MOST_PLACES + 1):
        done = _sum(segment, places, terms)
        if not segment.pieces:
            return done
        if segment.new in _rounded(done.total) and _deviation_holds(done, segment):
            how = phrase(
                "{start} and the change: {total}, rounded",
                start=plain(done.start),
                total=fixed(done.total),
            )
            done.add(phrase("New rating"), how, plain(segment.new), is_result=True)
            return done
    done = _sum(segment, FEWEST_PLACES + 1, terms)
    how = phrase(
        "without rounding on the way it is {unrounded}, rounded", unrounded=_unrounded(segment)
    )
    done.add(phrase("New rating"), how, plain(segment.new), is_result=True)
    return done


def _unrounded(segment: Segment) -> str:
    """Returns a rating between two whole numbers, where every rounding shows."""
    points = fsum([piece.points for piece in segment.pieces])
    start = segment.pieces[0].rating
    return plain(round(start + points + segment.acceleration + segment.feedback, 6))


def _deviation_holds(done: Sum, segment: Segment) -> bool:
    """Returns whether the weight shown leads to the deviation, where there is one.

    The deviation before is shown rounded and used unrounded: that may move the last place.
    """
    before, after = segment.old_deviation, segment.deviation
    if done.own is None or before is None or after is None or segment.initial is not None:
        return True
    return abs(before * sqrt(done.own) - after) < LAST_PLACE_OF_DEVIATION


def _rounded(total: Decimal) -> tuple[int, int]:
    """Returns the two ways to round a rating: half up and cut towards zero, and half to even."""
    return int(total + Decimal("0.5")), round(total)


def _sum(segment: Segment, places: int, terms: SumTerms) -> Sum:
    done = Sum(places)
    # Where spreads rate, nothing is computed from expected wins.
    apart = done if segment.target is None else Sum(FEWEST_PLACES)
    expected = [apart.cut(game.expected or 0) for game in segment.games]
    done.expected = [
        "" if game.expected is None else fixed(shown)
        for game, shown in zip(segment.games, expected, strict=True)
    ]
    if segment.target is not None:
        _add_pulls(done, segment)
    elif segment.pieces:
        _add_excess(done, segment, sum(expected, Decimal(0)), terms)
    if segment.pieces:
        _add_floor(done, terms.floor)
        _add_feedback(done, segment)
        _add_limit(done, segment.old, terms.limit)
    return done


def _add_excess(done: Sum, segment: Segment, expected: Decimal, terms: SumTerms) -> None:
    """Adds wins against expectation, band by band, and the acceleration."""
    rest = Decimal(segment.half_wins) / 2 - expected
    how = f"{half(segment.half_wins)} {MINUS} {fixed(expected)}"
    done.add(phrase("Wins"), phrase("a tie is half a win"), half(segment.half_wins))
    done.add(phrase("Expected wins"), phrase("the sum of the expectations above"), fixed(expected))
    done.add(phrase("Wins above expectation"), how, with_sign(rest))
    base, divisor = Decimal(0), exactly(terms.divisor or 1)
    for piece in segment.pieces[:-1]:
        points, multiplier = done.cut(piece.points * float(divisor)), _multiplier(piece, divisor)
        used = done.cut(points / multiplier)
        done.add(
            _points_a_win(multiplier, piece, terms),
            phrase(
                "from {rating} to {next_rating}: {points} ÷ {multiplier} = {wins} wins",
                rating=plain(piece.rating),
                next_rating=plain(exactly(piece.rating) + points),
                points=fixed(points),
                multiplier=plain(multiplier),
                wins=fixed(used),
            ),
            with_sign(points),
        )
        base, rest = base + points, rest - used
    for piece in segment.pieces[-1:]:
        multiplier = _multiplier(piece, divisor)
        how = f"{plain(multiplier)} × {fixed(rest)}"
        done.add(_points_a_win(multiplier, piece, terms), how, with_sign(multiplier * rest))
        base += multiplier * rest
    if len(segment.pieces) > 1:
        done.add(phrase("All bands"), phrase("the points of the bands together"), with_sign(base))
    if terms.divisor:
        base = _add_part(done, base, divisor)
    done.start = exactly(segment.pieces[0].rating)
    done.total = done.start + base
    if segment.acceleration > 0:
        _add_acceleration(done, len(segment.games), base)


def _add_part(done: Sum, base: Decimal, divisor: Decimal) -> Decimal:
    """Adds the part of a change that counts in local club events, and returns it."""
    how = phrase(
        "{change} ÷ {divisor}, as in local club events", change=fixed(base), divisor=plain(divisor)
    )
    part = done.cut(base / divisor)
    done.add(phrase("Part that counts"), how, with_sign(part))
    return part


def _add_acceleration(done: Sum, games: int, base: Decimal) -> None:
    above = base - FULL_GAME * games
    done.add(
        phrase("Acceleration"),
        phrase(
            "{points} points above {full_game} a game, added once more:"
            " {change} {minus} {full_game} × {games}",
            points=fixed(above),
            full_game=FULL_GAME,
            change=fixed(base),
            minus=MINUS,
            games=games,
        ),
        with_sign(above),
    )
    done.total += above


def exactly(value: float) -> Decimal:
    """Returns a figure as it is written, not as the machine has it."""
    return Decimal(repr(round(float(value), 9)))


def _multiplier(piece: StepPiece, divisor: Decimal) -> Decimal:
    """Returns the multiplier without trailing zeros, before a change is divided."""
    whole = round(piece.multiplier * float(divisor), 6)
    return Decimal(int(whole)) if whole == int(whole) else exactly(whole)


def _points_a_win(multiplier: Decimal, piece: StepPiece, terms: SumTerms) -> str:
    points = plain(multiplier)
    if band := terms.bands(piece.rating):
        return phrase("{points} points a win {band}", points=points, band=band)
    return phrase("{points} points a win", points=points)


def _add_pulls(done: Sum, segment: Segment) -> None:
    """Adds what each game pulls by its weight, and how much of the way is gone."""
    piece = segment.pieces[0]
    start = done.start = done.cut(piece.rating)
    weights = [done.cut(game.weight or 0, PLACES_OF_SHARES) for game in segment.games]
    pulls = [
        done.cut(weight * (done.cut(game.shown or 0) - start))
        for weight, game in zip(weights, segment.games, strict=True)
    ]
    done.weights = [fixed(weight) for weight in weights]
    done.pulls = [with_sign(pull) for pull in pulls]
    pull = sum(pulls, Decimal(0))
    done.own = 1 - sum(weights, Decimal(0))
    share = done.cut(piece.multiplier, PLACES_OF_SHARES)
    done.add(
        phrase("Weight of the old rating"),
        phrase("1 minus the weights of the games"),
        fixed(done.own),
    )
    done.add(
        phrase("Pull of all games together"), phrase("the sum of the pulls above"), with_sign(pull)
    )
    done.add(
        phrase("Target"), phrase("{rating} and the pull", rating=plain(start)), fixed(start + pull)
    )
    gone = done.cut(share * pull)
    done.add(phrase("Multiplier"), _way(share), plain(share))
    if share != 1:
        done.add(phrase("Change"), f"{plain(share)} × {fixed(pull)}", with_sign(gone))
    done.total = start + gone


def _way(share: Decimal) -> str:
    if share == 1:
        return phrase("the rating moves all the way to the target")
    return phrase("less above 1800 and above 2000, and in a career of 200 games or more")


def _add_floor(done: Sum, floor: float | None) -> None:
    if floor is not None and done.total < exactly(floor):
        done.add(
            phrase("Floor"),
            phrase("{rating} is raised to the lowest rating", rating=fixed(done.total)),
            plain(floor),
        )
        done.total = exactly(floor)


def _add_limit(done: Sum, old: int, limit: float | None) -> None:
    if limit is not None and abs(done.total - old) > exactly(limit):
        edge = old + exactly(limit) if done.total > old else old - exactly(limit)
        how = phrase(
            "{rating} is more than {points} points from {old}",
            rating=fixed(done.total),
            points=plain(limit),
            old=old,
        )
        done.add(phrase("Limit"), how, plain(edge))
        done.total = edge


def _add_feedback(done: Sum, segment: Segment) -> None:
    given = [done.cut(game.feedback) for game in segment.games]
    done.feedback = [with_sign(points) if points else "" for points in given]
    if total := sum(given, Decimal(0)):
        done.add(
            phrase("Feedback"),
            phrase("a twentieth of each opponent's acceleration"),
            with_sign(total),
        )
        done.total += total
