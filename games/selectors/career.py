"""A player's recorded games, as far as everybody may see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet, Sum

from games.models import Game, GamePlayer, PlayerFigures
from games.selectors.games import public_games
from people.models import Player


@dataclass(frozen=True, slots=True)
class RecordedCareer:
    """The figures of a player over all recorded games.

    Wins, losses, ties and points are of finished games; `judged` are the games of which a lexicon
    judged the words, and `phoneys` and `caught` are of these.
    """

    games: int
    finished: int
    wins: int
    losses: int
    points: int
    turns: int
    all_points: int
    bingos: int
    blanks: int
    exchanges: int
    judged: int
    phoneys: int
    caught: int
    challenges_won: int
    challenges_lost: int

    @property
    def ties(self) -> int:
        """The number of finished games that were tied."""
        return self.finished - self.wins - self.losses


def with_games() -> QuerySet[Player, str]:
    """Returns the keys of those with a public game, as a query that can be narrowed."""
    seats = GamePlayer.objects.filter(game__in=public_games().order_by()).order_by()
    return Player.objects.filter(key__in=seats.values("player")).values_list("key", flat=True)


def who_has_games(players: Iterable[str]) -> set[str]:
    """Returns who of these has a public game that was read, in one query.

    A game of a hidden place never is; any other one is a moment after it was confirmed.
    """
    seats = GamePlayer.objects.filter(
        player__in=list(players), game__state=Game.State.CONFIRMED, game__figures__isnull=False
    )
    return set(seats.order_by().values_list("player", flat=True).distinct())


def games_of(player: str) -> QuerySet[Game]:
    """Returns the public games of a player by their key, newest first."""
    return public_games().filter(players__player=player).order_by("-handed_in_at", "key")


def career_of(player: str) -> RecordedCareer:
    """Returns the sums of a player's figures in public games, in one query."""
    finished = Q(game__figures__complete=True)
    won, lost = Q(score__gt=F("opponents_best")), Q(score__lt=F("opponents_best"))
    judged = Q(phoneys__isnull=False)
    told = _figures_of(player).aggregate(
        games=Count("pk"),
        finished=Count("pk", filter=finished),
        wins=Count("pk", filter=finished & won),
        losses=Count("pk", filter=finished & lost),
        points=Sum("score", filter=finished, default=0),
        turns=Sum("turns", default=0),
        all_points=Sum("score", default=0),
        bingos=Sum("bingos", default=0),
        blanks=Sum("blanks", default=0),
        exchanges=Sum("exchanges", default=0),
        judged=Count("pk", filter=judged),
        caught=Sum("phoneys_caught", filter=judged, default=0),
        challenges_won=Sum("challenges_won", default=0),
        challenges_lost=Sum("challenges_lost", default=0),
        # Last: what comes after it would take this sum for the column.
        phoneys=Sum("phoneys", default=0),
    )
    return RecordedCareer(**told)


def best_plays_of(player: str, *, at_most: int) -> list[PlayerFigures]:
    """Returns the highest plays of a player, the best of each game, with their games."""
    lines = _figures_of(player).exclude(best_play="").select_related("game")
    return list(lines.order_by("-best_play_score", "game__handed_in_at", "game")[:at_most])


def best_games_of(player: str, *, at_most: int) -> list[PlayerFigures]:
    """Returns the highest finished games of a player."""
    lines = _figures_of(player).filter(game__figures__complete=True).select_related("game")
    return list(lines.order_by("-score", "game__handed_in_at", "game")[:at_most])


def _figures_of(player: str) -> QuerySet[PlayerFigures]:
    return PlayerFigures.objects.filter(player=player, game__state=Game.State.CONFIRMED)
