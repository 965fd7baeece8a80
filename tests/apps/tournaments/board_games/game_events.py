"""An event whose boards have games on record, for tests; moves and names are invented."""

from __future__ import annotations

import secrets
from typing import Any

from django.test import Client
from django.urls import reverse

from core.actors import Actor
from core.journal.execute import execute
from games.models import Game
from games.recording import new_game_key
from tests.apps.tournaments.desk_events import SLUG, give, new_event, publish
from tests.builders.grounds import built_once
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.board_games.queries.entry_links import actor_by_link, token_of
from tournaments.models import BoardGame, Entry

WHERE: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}


def record(first: str = "Ada", second: str = "Bea", score: int = 48) -> bytes:
    """Returns the record of a game of one turn, Ada's or whoever went first."""
    return (
        f"#character-encoding UTF-8\n#player1 {first} {first}\n#player2 {second} {second}\n"
        f">{first}: AENQTUZ 8D QUANT +{score} {score}\n"
    ).encode()


@built_once
def played_event(*, takes_games: bool = True) -> None:
    """Make the event, publish round 1 (1 meets 2, 3 meets 4), and take games by link."""
    new_event()
    publish(1, (1, 2), (3, 4))
    if takes_games:
        give(OpenHandIn(event=SLUG, division="A", takes_games=True))


def entry(number: int) -> Entry:
    """Return an entry of division A, as a link finds it."""
    return Entry.objects.select_related("division__tournament", "tournament").get(
        tournament__slug=SLUG, division__name="A", number=number
    )


def link(number: int) -> str:
    """Return the address of the page on which an entry hands in its games."""
    one = entry(number)
    return f"/p/{token_of(one, one.tournament)}/games/"


def by(number: int) -> Actor:
    """Return who came by the link of an entry."""
    return actor_by_link(entry(number))


def hand_in(number: int = 1, *, content: bytes | None = None, **more: Any) -> str:
    """Hand a game in by the link of an entry, and return its key."""
    key = new_game_key()
    values = {"content": record() if content is None else content, "source": "pasted", **more}
    execute(RecordBoardGame(**WHERE, game=key, entry=number, by=number, **values), actor=by(number))
    return key


def put_on(number: int = 1, *, content: bytes | None = None, **more: Any) -> str:
    """Put the game of an entry on record as the director does, and return its key."""
    key = new_game_key()
    values = {**WHERE, "content": _or_record(content), "source": "pasted", **more}
    give(RecordBoardGame(**values, game=key, entry=number))
    return key


def _or_record(content: bytes | None) -> bytes:
    return record() if content is None else content


def state(key: str) -> str:
    """Return the state of a game."""
    return Game.objects.get(key=key).state


def kept(key: str) -> BoardGame:
    """Return the row of a board's game."""
    return BoardGame.objects.select_related("game", "board").get(game__key=key)


def pasted(content: bytes | None = None, **more: Any) -> dict[str, Any]:
    """Return the fields that the form of a game sends for pasted text."""
    text = _or_record(content).decode()
    return {"token": secrets.token_hex(16), "game-way": "pasted", "game-pasted": text, **more}


def at(name: str, key: str) -> str:
    """Return the address of a page of the desk about a game."""
    return reverse(f"desk-{name}", kwargs={"slug": SLUG, "key": key})


def sends(client: Client, where: str, **typed: Any) -> Any:
    """Send a form as a browser does, and return what is answered."""
    return client.post(where, {"token": secrets.token_hex(16), **typed})
