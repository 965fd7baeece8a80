"""The highest of what games hold: of recorded ones whose points are right, and of results.

What a result tells by itself, the two scores, is taken from the book of records too, so that a game
of which nobody handed in a record is not passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, F, QuerySet, Sum

from core.phrases import phrase
from games.engine.figures import SOUND
from games.medals import EnteredFeat, entered_feats
from games.models import Game, GameFigures, PlayerFigures
from games.results import contradicted_games
from lexicon.selectors.installed import installed_lexica

AT_MOST = 5


class Claim(NamedTuple):
    """A claim: its figure, the game, and the seat and turn that made it, None for all of a game."""

    value: int
    game: Game
    seat: int | None = None
    play: str = ""
    turn: int | None = None


class Category(NamedTuple):
    """A kind of record with its claims, the highest first; of equals recorded and earlier games."""

    name: str
    claims: list[Claim | EnteredFeat]
    counts: str = phrase("Points")


def families_played() -> dict[str, list[str]]:
    """Returns the codes of lexica with confirmed games by family, families in order.

    A list of no family, or one that is gone, stands for itself.
    """
    codes = Game.objects.filter(state=Game.State.CONFIRMED).exclude(lexicon="").order_by("lexicon")
    known = {one.code: one.family for one in installed_lexica(put_away=True)}
    families: dict[str, list[str]] = {}
    for code in codes.values_list("lexicon", flat=True).distinct():
        families.setdefault(known.get(code) or code, []).append(code)
    return dict(sorted(families.items()))


def best_games(codes: Sequence[str] | None, family: str | None = None) -> list[Category]:
    """Returns every kind of record, of games with these lexica or, with None, of all games.

    `family` is what the lexica are of. Points are without those of failed challenges (rules.md
    4.1), but for the margin of a win. What goes by the score in the end is of finished games only.
    One query for each kind, and some more for what results tell, however many there are.
    """
    lines = PlayerFigures.objects.filter(game__in=_claiming(codes)).select_related("game__figures")
    finished = lines.filter(game__figures__complete=True)
    lost = finished.filter(score__lt=F("opponents_best"))
    won = finished.filter(score__gt=F("opponents_best"))
    won = won.annotate(margin=F("score") - F("opponents_best"))
    bingos = lines.filter(bingos__gt=0)
    entered = entered_feats(family)

    def both(figure: str, recorded: list[Claim]) -> list[Claim | EnteredFeat]:
        return _with_results(recorded, entered[figure], codes)

    return [
        Category(phrase("High game"), both("high_game", _claims(finished, "record_score"))),
        Category(phrase("High play"), [*_plays(lines)]),
        Category(phrase("High combined score"), both("high_combined", _combined(codes))),
        Category(phrase("Most bingos"), [*_claims(bingos, "bingos")], phrase("Bingos")),
        Category(
            phrase("Highest losing score"), both("high_losing", _claims(lost, "record_score"))
        ),
        Category(phrase("Biggest win"), both("largest_spread", _claims(won, "margin"))),
    ]


def recorded_in(categories: Iterable[Category]) -> dict[int, Game]:
    """Returns the recorded games that claim something, by their rows."""
    claims = (claim for one in categories for claim in one.claims)
    return {one.game.pk: one.game for one in claims if isinstance(one, Claim)}


def _with_results(
    recorded: list[Claim], entered: Sequence[EnteredFeat], codes: Sequence[str] | None
) -> list[Claim | EnteredFeat]:
    """Returns the highest of both; a game whose record can claim counts by that alone."""
    keys = {feat.recorded for feat in entered if feat.recorded}
    claiming = _claiming(codes).filter(key__in=keys, figures__complete=True) if keys else None
    told = set(claiming.values_list("key", flat=True)) if claiming is not None else set()
    others = sorted(
        (feat for feat in entered if feat.recorded not in told),
        key=lambda feat: (-feat.value, feat.day),
    )
    both: list[Claim | EnteredFeat] = [*recorded, *others]
    return sorted(both, key=lambda one: -one.value)[:AT_MOST]


def _claiming(codes: Sequence[str] | None) -> QuerySet[Game]:
    """Returns the games that can claim a record: sound ones that no result contradicts.

    Rehearsals have no figures.
    """
    games = Game.objects.filter(state=Game.State.CONFIRMED, figures__verdict__in=SOUND)
    for contradicted in contradicted_games():
        games = games.exclude(pk__in=contradicted)
    return games if codes is None else games.filter(lexicon__in=codes)


def _claims(lines: QuerySet[PlayerFigures], figure: str) -> list[Claim]:
    return [Claim(getattr(one, figure), one.game, one.position) for one in _top(lines, figure)]


def _plays(lines: QuerySet[PlayerFigures]) -> list[Claim]:
    return [
        Claim(one.best_play_score, one.game, one.position, one.best_play, one.best_play_turn)
        for one in _top(lines.exclude(best_play=""), "best_play_score")
    ]


def _top(lines: QuerySet[PlayerFigures], figure: str) -> QuerySet[PlayerFigures]:
    return lines.order_by(f"-{figure}", "game__handed_in_at", "game", "position")[:AT_MOST]


def _combined(codes: Sequence[str] | None) -> list[Claim]:
    """Returns the highest sums of both players' points; games of three and four have their own."""
    sums = Sum("game__player_figures__record_score")
    games = GameFigures.objects.filter(game__in=_claiming(codes), complete=True)
    of_two = games.annotate(players=Count("game__player_figures"), points=sums).filter(players=2)
    figures = of_two.select_related("game").order_by("-points", "game__handed_in_at", "game")
    return [Claim(one.points, one.game) for one in figures[:AT_MOST]]
