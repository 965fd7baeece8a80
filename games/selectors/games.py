"""Reads of recorded games: what a record comes to, who may see it, and what was handed in."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Collection
from functools import lru_cache

from django.db.models import QuerySet

from core.models import JournalEntry
from games.engine.boards import ALTERNATIVE
from games.engine.checking import GameTerms, check_gcg
from games.engine.report import GameReport
from games.engine.rulesets import ruleset, with_overrides
from games.models import Game, GamePlayer
from lexicon.places import find_place, shown_places
from lexicon.selectors.installed import words_of
from lexicon.words.files import FilesMissing
from lexicon.words.tiles import tile_sets
from people.selectors import ShownPlayer, shown_players

GAME_STREAM, EVENT_STREAM = "game", "event"
_REPORTS = 64
"""Checked records that a process keeps: a replay asks for the same one with every move."""


def checked_game(game: Game) -> GameReport:
    """Returns the report on the record of a game under its own lexicon and rules."""
    return _checked(
        game.record,
        game.ruleset,
        json.dumps(game.overrides, sort_keys=True),
        # Which board an undeclared record was played on is found again, and told as it was.
        "" if game.board == ALTERNATIVE else game.board,
        game.tile_set,
        game.lexicon_hash if holding(game) is not None else "",
    )


def holding(game: Game) -> Callable[[str], bool] | None:
    """Returns a test of codes: whether they are a word, by the words frozen with the game.

    None where no list was in force, its words are not on this machine, or it is of other letters.
    """
    return holds_by(game.lexicon_hash, game.tile_set)


def is_public(game: Game) -> bool:
    """Returns whether everybody may see a game: it is confirmed, and not of a rehearsal."""
    return game.state == Game.State.CONFIRMED and not is_hidden(game.place)


def public_games() -> QuerySet[Game]:
    """Returns the games that everybody may see, newest first."""
    return Game.objects.filter(state=Game.State.CONFIRMED).exclude(place__in=_hidden_places())


def _hidden_places() -> set[str]:
    """Returns the places of confirmed games that only their directors may see.

    A game of such a place never gets figures; any other one is without them for a moment only, so
    few places have to be asked. In two queries, or one.
    """
    unread = Game.objects.filter(state=Game.State.CONFIRMED, figures__isnull=True)
    places = unread.exclude(place="").order_by().values_list("place", flat=True).distinct()
    undecided = set(places)
    return undecided - shown_places(undecided)


def is_hidden(place: str) -> bool:
    """Returns whether a place is hidden, or gone; a game of no event is not."""
    if not place:
        return False
    where = find_place(place)
    return where is None or where.is_hidden


def stream_of(game: Game) -> str:
    """Returns the key of the journal that a game belongs to."""
    if not game.place:
        return f"{GAME_STREAM}:{game.key}"
    return f"{EVENT_STREAM}:{game.place.partition('/')[0]}"


def original_of(game: Game) -> bytes | None:
    """Returns the bytes that were handed in, None for a game that was typed.

    They are in the entry that put the game on record as it is now, in its payload: whoever writes
    such a command has the game's key in the field `game` and the bytes in the field `content`.
    """
    if not game.file_sha256:
        return None
    entries = JournalEntry.objects.filter(
        stream__key=stream_of(game), payload__game=game.key, payload__has_key="content"
    )
    for payload in entries.order_by("-seq").values_list("payload", flat=True):
        content = base64.b64decode(payload["content"])
        if hashlib.sha256(content).hexdigest() == game.file_sha256:
            return content
    return None


def shown_names(game: Game) -> list[str]:
    """Returns the public names of the players of a game, in the order of the record."""
    return names_of_games([game])[game.pk]


def names_of_games(games: Collection[Game]) -> dict[int, list[str]]:
    """Returns the players' public names of each game by its row, in two queries."""
    return {game: [name for name, _ in seats] for game, seats in seats_of_games(games).items()}


def seats_of_games(games: Collection[Game]) -> dict[int, list[tuple[str, ShownPlayer | None]]]:
    """Returns the players of each game by its row: the name to show, and who it is in the register.

    Players in the register have the name chosen there; others, with None, by the name in the
    record. In two queries.
    """
    rows = list(GamePlayer.objects.filter(game__in=list(games)).order_by("game", "position"))
    known = shown_players({row.player for row in rows if row.player})
    seats: dict[int, list[tuple[str, ShownPlayer | None]]] = {game.pk: [] for game in games}
    for row in rows:
        player = known.get(row.player)
        seats[row.game_id].append((player.name if player else row.name, player))
    return seats


@lru_cache(maxsize=_REPORTS)
def _checked(
    record: str, rules: str, overrides: str, board: str, tiles: str, lexicon_hash: str
) -> GameReport:
    terms = GameTerms(
        rules=with_overrides(ruleset(rules), json.loads(overrides)),
        board=board,
        tiles=tiles,
        holds=holds_by(lexicon_hash, tiles),
    )
    return check_gcg(record.encode(), terms)


def holds_by(lexicon_hash: str, tile_set: str) -> Callable[[str], bool] | None:
    """Returns a test of codes of these tiles: whether the words with this hash have them.

    None where there is no hash, its words are not on this machine, or they are of other letters.
    """
    if not lexicon_hash:
        return None
    try:
        words = words_of(lexicon_hash)
    except FilesMissing:
        return None
    fits = words.tile_set.alphabet == tile_sets()[tile_set].alphabet
    return words.holds if fits else None
