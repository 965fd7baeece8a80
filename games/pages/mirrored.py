"""Recorded games as parts of a mirror: the lists, each game as it ended, and its record.

A game on a disk is shown after its last turn; where scripts run, they show every other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from functools import partial

from django.db.models import Count, Max

from core.mirror.parts import MirrorPart
from core.web.build import build
from core.web.page import Page
from core.web.sharing import PICTURE, has_own_picture
from core.web.site import GAMES, Site
from core.web.store import NoSuchPage, lasting
from games.medals import entered_version, medals_of
from games.models import Game, GameFigures, GamePlayer
from games.pages.addresses import BEST, GAMES_TABLE, game_path, gcg_path, player_games_path, query
from games.pages.best import best_page
from games.pages.frame import render_game
from games.pages.lists import games_csv, games_page, paged, pages_of, read_choice
from games.pages.medals import shown_medals
from games.pages.picture import game_picture
from games.pages.position import NoSuchTurn, ShownReplay
from games.pages.profile import player_page
from games.pages.replay import replay_context
from games.results import contradicted_games, what_speaks_against
from games.selectors.best import families_played
from games.selectors.career import games_of, with_games
from games.selectors.games import public_games
from games.selectors.public_record import public_game, version_of
from people.selectors import ShownPlayer, register_version, shown_players

_OF_A_GAME = (
    *("key", "state", "title", "label", "place", "record", "lexicon", "lexicon_hash"),
    *("ruleset", "overrides", "played_on", "board", "tile_set"),
)


def parts(_: datetime) -> Iterator[MirrorPart]:
    """Yields the lists of games, and the games that everybody may see."""
    version = mirrored_version()
    yield MirrorPart(GAMES, version, partial(_lists, version))
    yield MirrorPart(f"{GAMES}each", version, _games)


def mirrored_version() -> str:
    """Returns the version of all pages about games together, in few queries for any number.

    It is that of the games themselves, of who sat in them, of the results that may contradict
    them, of what was found in them, and of the book of records. Results of other boards leave it.
    """
    digest = hashlib.sha256(entered_version().encode())
    for row in Game.objects.order_by("pk").values_list("pk", *_OF_A_GAME).iterator():
        digest.update(repr(row).encode())
    for seat in GamePlayer.objects.order_by("pk").values_list("game", "position", "name", "player"):
        digest.update(repr(seat).encode())
    for rows in contradicted_games():
        for game in Game.objects.filter(pk__in=rows).order_by("pk"):
            digest.update(what_speaks_against(game).encode())
    digest.update(repr(computed()).encode())
    return lasting(register_version(), build(), f"m{digest.hexdigest()[:24]}")


def computed() -> object:
    """Returns what changes with what was found in games; one query."""
    return GameFigures.objects.aggregate(many=Count("pk"), last=Max("pk"))


def _lists(version: str) -> Iterator[Page]:
    for number in range(1, pages_of(public_games()) + 1):
        path = GAMES + query(paged(number))
        yield Page(path, version, partial(_list, number))
    yield Page(GAMES_TABLE, version, lambda _: games_csv(read_choice({})[0]))
    for family in ("", *families_played()):
        path = BEST + query({"family": family})
        yield Page(path, version, partial(best_page, family))
    people = shown_players(with_games())
    for player in sorted(people.values(), key=lambda one: one.number):
        for number in range(1, pages_of(games_of(player.key)) + 1):
            path = player_games_path(player.number) + query(paged(number))
            yield Page(path, version, partial(_career, player, number))


def _list(number: int, site: Site) -> str:
    return games_page(read_choice({})[0], number, site)


def _career(player: ShownPlayer, number: int, site: Site) -> str:
    return player_page(player, number, site)


def _games() -> Iterator[Page]:
    for game in public_games():
        against, medals = what_speaks_against(game), medals_of(game)
        version = version_of(game, against, f"{medals}")
        yield Page(game_path(game.key), version, partial(_game, game))
        yield Page(gcg_path(game.key), version, partial(_record, game))
        if has_own_picture():
            yield Page(f"{game_path(game.key)}{PICTURE}", version, partial(_picture, game))


def _game(game: Game, site: Site) -> str:
    try:
        replay = ShownReplay(public_game(game), site)
    except NoSuchTurn:
        raise NoSuchPage(game.key) from None
    context = replay_context(replay, replay.last, of=None, base="", site=site)
    medals = shown_medals(medals_of(game), site)
    return render_game(
        "replay", {**context, "against": what_speaks_against(game), "medals": medals}, site
    )


def _record(game: Game, _: Site) -> bytes:
    return public_game(game).text.encode()


def _picture(game: Game, _: Site) -> str | bytes:
    try:
        return game_picture(game, "").text
    except NoSuchTurn:
        raise NoSuchPage(game.key) from None
