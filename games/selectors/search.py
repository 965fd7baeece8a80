"""The search of games that everybody may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from django.db.models import Q, QuerySet

from core.names import has_words, plain_words
from games.engine.figures import rack_text
from games.engine.tiling import tiling
from games.models import Game, GamePlayer
from games.selectors.games import public_games
from people.models import Player
from people.selectors import ShownPlayer, shown_players

_NO_ASCII = "[^\x01-\x7f]"


@dataclass(frozen=True, slots=True)
class GameSearch:
    """The games wanted; empty or None means no limit.

    `player` are words of a public name, `word` one that stands, `rack` the tiles of the first turn
    in any order, `least` and `most` the points of one of the players, `event` part of what an event
    is called, `lexicon` a code.
    """

    player: str = ""
    word: str = ""
    rack: str = ""
    least: int | None = None
    most: int | None = None
    event: str = ""
    lexicon: str = ""

    @property
    def is_narrowed(self) -> bool:
        """Whether more is asked for than a player and a word."""
        return bool(self.rack or self.event or self.lexicon) or (self.least, self.most) != (
            None,
            None,
        )


def found_games(choice: GameSearch) -> QuerySet[Game]:
    """Returns the public games that are wanted, newest first."""
    games = public_games()
    if choice.player:
        games = games.filter(pk__in=_of_players(choice.player))
    if word := plain_letters(choice.word):
        games = games.filter(figures__words__contains=f" {word} ")
    if choice.rack:
        games = games.filter(_with_rack(choice.rack))
    if choice.least is not None or choice.most is not None:
        games = games.filter(pk__in=_with_scores(games, choice))
    if choice.event:
        games = games.filter(label__icontains=choice.event)
    if choice.lexicon:
        games = games.filter(lexicon=choice.lexicon)
    return games.order_by("-handed_in_at", "key")


def players_named(words: str, *, at_most: int) -> list[ShownPlayer]:
    """Returns players of the register with a public game who are meant by words, by name."""
    wanted = plain_words(words)
    named = _registered(wanted) if wanted else {}
    shown = GamePlayer.objects.filter(game__in=public_games().order_by(), player__in=named)
    keys = set(shown.order_by().values_list("player", flat=True).distinct())
    players = [player for key, player in named.items() if key in keys]
    return sorted(players, key=lambda player: (player.name.casefold(), player.number))[:at_most]


def lexica_played() -> list[str]:
    """Returns the codes of the lexica of public games, in order."""
    codes = public_games().exclude(lexicon="").order_by("lexicon")
    return list(codes.values_list("lexicon", flat=True).distinct())


def plain_letters(text: str) -> str:
    """Returns a word as figures have it: capitals without brackets and blanks."""
    letters = normalize("NFC", text).upper()
    return "".join(letter for letter in letters if letter not in "[]" and not letter.isspace())


def _registered(wanted: Sequence[str]) -> dict[str, ShownPlayer]:
    """Returns by key who is in the register and has a game, and a public name with these words."""
    sat = GamePlayer.objects.order_by().values("player")
    known = Player.objects.filter(_may_have(wanted, "given_name", "family_name", "alias"))
    players = shown_players(known.filter(key__in=sat).order_by().values_list("key", flat=True))
    return {key: player for key, player in players.items() if has_words(player.name, wanted)}


def _others(wanted: Sequence[str]) -> set[str]:
    """Returns the names with these words of those in records who are not in the register."""
    sat = _unregistered().filter(_may_have(wanted, "name")).order_by()
    names = sat.values_list("name", flat=True).distinct()
    return {name for name in names if has_words(name, wanted)}


def _may_have(wanted: Sequence[str], *columns: str) -> Q:
    """Returns the question for rows that may have the plain words: few more than those that do.

    A database knows nothing of accents, so whatever is written with other letters is read too.
    """
    every = Q()
    for word in wanted:
        some = Q()
        for column in columns:
            some |= Q(**{f"{column}__icontains": word}) | Q(**{f"{column}__regex": _NO_ASCII})
        every &= some
    return every


def _unregistered() -> QuerySet[GamePlayer]:
    return GamePlayer.objects.exclude(player__in=Player.objects.order_by().values("key"))


def _of_players(words: str) -> QuerySet[GamePlayer, int]:
    """Returns the games of everybody whose public name has words that begin so.

    Players in the register are found by their public name only.
    """
    wanted = plain_words(words)
    if not wanted:
        return GamePlayer.objects.none().values_list("game", flat=True)
    known = GamePlayer.objects.filter(player__in=_registered(wanted))
    rows = known | _unregistered().filter(name__in=_others(wanted))
    return rows.order_by().values_list("game", flat=True)


def _with_rack(text: str) -> Q:
    """Returns the question for games begun from a rack, read by the tiles of each set in use."""
    sets = Game.objects.order_by().values_list("tile_set", flat=True).distinct()
    wanted = Q(pk__in=[])
    for key in sets:
        rack = rack_text(tiling(key), text.upper().replace(" ", ""))
        if rack:
            wanted |= Q(tile_set=key, figures__opening_rack=rack)
    return wanted


def _with_scores(games: QuerySet[Game], choice: GameSearch) -> QuerySet[Game, int]:
    """Returns the games in which one and the same player has points in the range."""
    within = Q()
    if choice.least is not None:
        within &= Q(player_figures__score__gte=choice.least)
    if choice.most is not None:
        within &= Q(player_figures__score__lte=choice.most)
    return games.filter(within).order_by().values_list("pk", flat=True)
