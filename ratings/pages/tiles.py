"""What the games of a career come to, as tiles."""

from __future__ import annotations

from typing import NamedTuple

from core.phrases import numeral, phrase
from core.wording import DASH, percent, signed
from people.played import GamesPlayed
from ratings.pages.wording import spread_words, tally_words
from ratings.selectors.heads import scores_of, tally


class FigureTile(NamedTuple):
    """A figure under its name; `more` is a remark on it, in small."""

    name: str
    value: str
    more: str = ""


def tiles_of(played: GamesPlayed) -> list[FigureTile]:
    """Returns the sums of a career, none where no game is known."""
    sums = tally(played.games)
    if not sums.games:
        return []
    scores = scores_of(played.games)
    share = (2 * sums.wins + sums.ties) / (2 * sums.games)
    places = [event.place for event in played.events.values() if event.place is not None]
    tiles = [
        FigureTile(phrase("Games"), str(sums.games)),
        FigureTile(phrase("Won–lost–tied"), tally_words(sums)),
        FigureTile(phrase("Won"), percent(numeral(100 * share, ".1f"))),
        FigureTile(phrase("Spread"), spread_words(sums)),
        FigureTile(phrase("Average"), average_words(sums.average)),
        FigureTile(phrase("Average against"), average_words(sums.average_against)),
    ]
    if scores:
        tiles.append(FigureTile(phrase("Highest game"), str(max(own for own, _ in scores))))
        tiles.append(FigureTile(phrase("Biggest win"), best_margin(scores)))
    if places:
        tiles.append(FigureTile(phrase("Events won"), str(places.count(1))))
        tiles.append(FigureTile(phrase("Events"), str(len(played.events))))
    return tiles


def average_words(points: float | None) -> str:
    """Returns an average of points with one decimal, a dash where none is known."""
    return DASH if points is None else numeral(points, ".1f")


def best_margin(scores: list[tuple[int, int]]) -> str:
    """Returns the biggest margin of the first of each pair, a dash where they never led."""
    margin = max((own - other for own, other in scores), default=0)
    return signed(margin) if margin > 0 else DASH
