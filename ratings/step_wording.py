"""The steps of a rating in words and figures, for the page of an event and for that of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import sqrt
from typing import NamedTuple

from core.phrases import numeral, phrase
from core.wording import DASH, MINUS, half
from ratings.expectation_wording import worked_expectation
from ratings.step_sums import Sum, SumRow, SumTerms, fixed, plain, sum_of
from ratings.systems.curve import HIGHEST, LOWEST
from ratings.systems.explained import Explained
from ratings.systems.field import RatedField, RatedGame
from ratings.systems.naspa import Naspa
from ratings.systems.naspa_newcomers import CAP_ABOVE_BEST, LEAST
from ratings.systems.naspa_segment import BANDS, FEEDBACK_SHARE
from ratings.systems.registry import RatingSystem
from ratings.systems.steps import GameStep, Inspection, Segment

STEP_STYLES = "css/public.css"
"""The style sheet of pages that show steps, besides those of every page."""

LETTERS = {2: ("win", phrase("W")), 1: ("tie", phrase("T")), 0: ("loss", phrase("L"))}

NOTES = {
    "floor": phrase("No rating falls below {0:g}."),
    "idle_days": phrase(
        "{0:g} days without an event have raised the deviation before the first game."
    ),
    "limit": phrase("In a local club event no rating changes by more than {0:g} points."),
    "local-club": (
        phrase(
            "This is a local club event: a change counts one part in {0:g}, and "
            "nothing is accelerated."
        )
    ),
    "mean": (
        phrase(
            "Two opponents in five or more were unrated, so each sweep began at "
            "{0:.2f}: the sum of the"
            " ratings in the field, divided by all its players."
        )
    ),
    "start": phrase("An unrated player begins with {0:g}."),
    "sweeps": (
        phrase(
            "The unrated players were rated one after another, in {0:g} sweeps; "
            "the figures are those"
            " of the last."
        )
    ),
    "unrated_games": (
        phrase(
            "{0:g} more listed rounds, such as byes and forfeits, were not rated; "
            "they count for the"
            " career."
        )
    ),
}


class StepPlayer(NamedTuple):
    """The name of an event's player on the page, and the address of their steps."""

    name: str
    href: str | None


class Met(NamedTuple):
    """Whom a game was against, the game as the event has it, and what the other accelerated by."""

    person: StepPlayer
    game: RatedGame
    is_new: bool
    acceleration: float


class GameLine(NamedTuple):
    """A game in words. Figures that the system does not have are empty."""

    round: int
    name: str
    href: str | None
    is_new: bool
    rating: str
    deviation: str
    kind: str
    letter: str
    score: str
    shown: str
    weight: str
    pull: str
    expected: str
    feedback: str
    given_back: str


class StepPart(NamedTuple):
    """A segment in words: its games and its sum; the flags say which columns it needs.

    `expectation` tells how the expected wins come about, empty without any.
    """

    title: str
    games: list[GameLine]
    expectation: str
    rows: list[SumRow]
    old: str
    new: str
    has_scores: bool
    has_weights: bool
    has_feedback: bool


class Steps(NamedTuple):
    """All steps of one player; `in_parts` where the event was rated in several segments."""

    old: str
    new: str
    change: str
    kind: str
    parts: list[StepPart]
    notes: list[str]
    in_parts: bool


def steps_in_words(done: Explained, number: int, people: Mapping[int, StepPlayer]) -> Steps:
    """Returns the steps of a player of the field in words; `people` has everybody they met."""
    inspection = done.inspections[number]
    change = inspection.new - inspection.old
    is_new = not inspection.old
    return Steps(
        old=rating_before(inspection.old),
        new=rating_before(inspection.new),
        change=(
            phrase("new")
            if is_new and inspection.new
            else f"{MINUS if change < 0 else '+'}{abs(change)}"
        ),
        kind="" if is_new or not change else "win" if change > 0 else "loss",
        parts=[_part(done, inspection, place, people) for place in range(len(inspection.segments))],
        notes=[NOTES[code].format(figure) for code, figure in inspection.notes],
        in_parts=len(inspection.segments) > 1,
    )


def rating_before(value: int) -> str:
    """Returns a rating as the steps show it; an unrated player has a dash."""
    return plain(value) if value else DASH


def _part(
    done: Explained, inspection: Inspection, place: int, people: Mapping[int, StepPlayer]
) -> StepPart:
    segment = inspection.segments[place]
    figures = sum_of(segment, _terms(done.system, dict(inspection.notes)))
    scores = _scores(done.field, inspection.number)
    games = []
    for at, game in enumerate(segment.games):
        across = done.inspections[game.opponent].segments[place]
        met = Met(
            people[game.opponent],
            scores[game.round],
            is_new=across.initial is not None,
            acceleration=across.acceleration,
        )
        games.append(_game_line(game, at, figures, met))
    first, last = segment.first, segment.last
    return StepPart(
        title=phrase("Round {first}", first=first)
        if first == last
        else phrase("Rounds {first}{dash}{last}", first=first, dash=DASH, last=last),
        games=games,
        expectation=worked_expectation(done.system, segment, figures),
        rows=[
            *figures.rows,
            *_first_rating(segment, figures),
            *_deviation(segment, figures),
        ],
        old=rating_before(segment.old),
        new=rating_before(segment.new),
        has_scores=any(line.score for line in games),
        has_weights=bool(figures.weights),
        has_feedback=any(figures.feedback),
    )


def _scores(field: RatedField, number: int) -> dict[int, RatedGame]:
    card = next(player for player in field.players if player.number == number)
    return {game.round: game for game in card.games}


def _game_line(game: GameStep, at: int, figures: Sum, met: Met) -> GameLine:
    kind, letter = LETTERS[game.half_wins]
    person, played = met.person, met.game
    known = played.own_score is not None
    deviation = game.opponent_deviation
    return GameLine(
        round=game.round,
        name=person.name,
        href=person.href,
        is_new=met.is_new,
        rating=plain(round(game.opponent_rating, 2)),
        deviation="" if deviation is None else numeral(deviation, ".2f"),
        kind=kind,
        letter=letter,
        score=f"{played.own_score}{DASH}{played.other_score}" if known else "",
        shown="" if game.shown is None else plain(round(game.shown, 2)),
        weight=_at(figures.weights, at),
        pull=_at(figures.pulls, at),
        expected=_at(figures.expected, at),
        feedback=_at(figures.feedback, at),
        given_back=f"{plain(round(met.acceleration, 4))} ÷ {FEEDBACK_SHARE}",
    )


def _at(figures: Sequence[str], place: int) -> str:
    return figures[place] if figures else ""


def _terms(system: RatingSystem, notes: Mapping[str, float]) -> SumTerms:
    return SumTerms(
        bands=_naspa_band if isinstance(system, Naspa) else lambda _: "",
        floor=notes.get("floor"),
        divisor=notes.get("local-club"),
        limit=notes.get("limit"),
    )


def _naspa_band(rating: float) -> str:
    """Returns where the multiplier of a rating holds."""
    (_, low), (_, high), _ = BANDS
    if rating < low:
        return phrase("below {low}", low=low)
    return (
        phrase("from {low} to {high}", low=low, high=high - 1)
        if rating < high
        else phrase("from {high} on", high=high)
    )


def _first_rating(segment: Segment, figures: Sum) -> list[SumRow]:
    """Returns how a newcomer's first rating was found, nothing for others."""
    if segment.initial is None or segment.pieces:
        return []
    wins, games = segment.half_wins / 2, len(segment.games)
    rows = [SumRow(phrase("Wins"), phrase("a tie is half a win"), half(segment.half_wins))]
    if wins in (0, games):
        if wins == 0:
            share, how = 0.05, phrase("nothing won counts as {share} a game")
        else:
            share, how = 0.95, phrase("everything won counts as {share} a game")
        counted = plain(round(share * games, 2))
        rows.append(SumRow(phrase("Wins as counted"), how.format(share=share), counted))
    at = plain(round(segment.initial, 4))
    expected = fixed(sum((Decimal(shown) for shown in figures.expected), Decimal(0)))
    rows.append(
        SumRow(
            phrase("Expected wins at {rating}", rating=at),
            phrase("the sum of the expectations above"),
            expected,
        )
    )
    rows += _initial(segment, at)
    rows.append(
        SumRow(
            phrase("First rating"),
            phrase("{rating}, rounded", rating=at),
            plain(segment.new),
            is_result=True,
        )
    )
    return rows


def _initial(segment: Segment, at: str) -> list[SumRow]:
    how = phrase(
        "the rating that would have expected these wins, found by halving the numbers from"
        " {lowest} to {highest}; at least {least}",
        lowest=LOWEST,
        highest=HIGHEST,
        least=LEAST,
    )
    cap, rows = segment.cap, []
    if cap is not None:
        share = segment.half_wins / 2 / len(segment.games)
        rows = [SumRow(phrase("Cap"), _cap(cap, share, segment), plain(round(cap, 4)))]
        if segment.initial == cap:
            how = f"{how}; {phrase('the cap is lower and applies')}"
    return [*rows, SumRow(phrase("Initial rating"), how, at)]


def _cap(cap: float, share: float, segment: Segment) -> str:
    best = plain(round(cap - CAP_ABOVE_BEST * share, 4))
    won = f"{half(segment.half_wins)} ÷ {len(segment.games)}"
    summed = f"{best} + {CAP_ABOVE_BEST} × {won}"
    return phrase(
        "the best opponent, and {points} for everything won: {sum}",
        points=CAP_ABOVE_BEST,
        sum=summed,
    )


def _deviation(segment: Segment, figures: Sum) -> list[SumRow]:
    """Returns the rows on the deviation, none where there is none."""
    before, after = segment.old_deviation, segment.deviation
    if before is None or after is None or figures.own is None:
        return []
    how = f"{numeral(before, '.2f')} × √{fixed(figures.own)}"
    if segment.initial is not None:
        how = phrase("a first rating keeps the largest one")
    elif round(before * sqrt(figures.own), 2) != after:
        unrounded = phrase("{deviation:.2f} before rounding", deviation=before)
        how = f"{how}; {unrounded}"
    return [
        SumRow(
            phrase("Deviation before"),
            phrase("with the days without an event"),
            numeral(before, ".2f"),
        ),
        SumRow(phrase("Deviation after"), how, numeral(after, ".2f")),
    ]
