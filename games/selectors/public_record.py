"""A recorded game as everybody may see it, its record under public names."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence
from copy import copy
from typing import NamedTuple

from core.web.build import build
from games.engine.bystanders import NO_BYSTANDERS, Bystanders, Hidden, Known
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.hidden_names import Mask, Seen
from games.engine.masking import mask_of, masked, said_in
from games.engine.record import Record
from games.engine.report import GameReport
from games.models import Game, GamePlayer
from games.selectors.games import checked_game, holding
from people.kept import kept_until_changed
from people.models import Player
from people.selectors import hidden_and_numbered, register_version


class PublicGame(NamedTuple):
    """A game without a private name in it: its title, its GCG, and what that comes to.

    `names` are the players' public names, `numbers` those of their rows in the register, None for
    those not in it; both in the order of the record. Lines of the report are lines of `text`.
    """

    game: Game
    title: str
    names: tuple[str, ...]
    numbers: tuple[int | None, ...]
    text: str
    report: GameReport


def public_game(game: Game) -> PublicGame:
    """Returns a game as everybody may see it.

    The register is asked for the players, and read as a whole only after it changed.
    """
    rows = list(game.players.all())
    known = {
        player.key: player
        for player in Player.objects.filter(key__in=[row.player for row in rows if row.player])
    }
    players = [_seen(row, known.get(row.player)) for row in rows]
    record = read_gcg(game.record.encode()).record
    bystanders = _bystanders(game, record, players, known)
    text, title = "", Mask(players, bystanders).text(game.title)
    if record is not None:
        text = write_gcg(masked(record, players, bystanders))
        title = mask_of(record, players, bystanders).text(game.title)
    public = copy(game)
    public.record = text
    return PublicGame(
        game=game,
        title=title,
        names=tuple(player.name for player in players),
        numbers=tuple(known[row.player].pk if row.player in known else None for row in rows),
        text=text,
        report=checked_game(public),
    )


def version_of(game: Game, *more: str) -> str:
    """Returns the version of the pages of a game, in two queries."""
    told = (game.key, game.state, game.title, game.label, game.place, game.record, game.lexicon)
    rules = (game.lexicon_hash, game.ruleset, game.overrides, game.played_on, game.board)
    # A correction may give the same record to other people, or the same people other seats.
    sat = list(game.players.order_by("position").values_list("position", "name", "player"))
    played = (*rules, game.tile_set, sat, holding(game) is not None)
    text = "\n".join(map(str, (*told, *played, register_version(), build(), *more)))
    return f"g{hashlib.sha256(text.encode()).hexdigest()[:24]}"


def _bystanders(
    game: Game, record: Record | None, players: Sequence[Seen], known: Container[str]
) -> Bystanders:
    """Returns whom the register knows of those named in a game; `known` are who plays, by key."""
    texts = [game.title, *(said_in(record, players) if record is not None else ())]
    if not any(texts):
        return NO_BYSTANDERS
    return Bystanders(
        _register(),
        texts=texts,
        players=[seen.name for seen in players],
        playing=known,
    )


@kept_until_changed
def _register() -> Known:
    """Returns whom the register hides."""
    people, numbers = hidden_and_numbered()
    hidden = (Hidden(p.given_name, p.family_name, p.public_name, p.key) for p in people)
    return Known(hidden, numbers)


def _seen(row: GamePlayer, player: Player | None) -> Seen:
    if player is None:
        return Seen(row.name)
    public = player.public_name
    if public == player.full_name:
        return Seen(public)
    hidden = (row.name, player.full_name, player.family_name, player.given_name, player.key)
    return Seen(public, tuple(name for name in hidden if name))
