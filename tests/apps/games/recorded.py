"""Games put on record for tests, as the staff would."""

from __future__ import annotations

from typing import Any

from core.actors import CONSOLE
from core.jobs import Progress
from core.journal.execute import execute
from games.commands.free_games import RecordGame
from games.figures_job import ask_for_figures, work_out_figures
from games.models import Game
from games.recording import NamedPlayer
from people.commands import AddPlayer
from tests.builders.games import complete_game
from tests.builders.grounds import built_once


def key_of(number: int) -> str:
    """Returns the key of the game with a number."""
    return f"game{number:08d}"


def recording(number: int = 1, text: str | None = None, **more: Any) -> RecordGame:
    """Returns the command that puts a game on record."""
    content = (complete_game() if text is None else text).encode()
    given: dict[str, Any] = {"source": "file", "file_name": "game.gcg", "ruleset": "naspa"}
    return RecordGame(game=key_of(number), content=content, **given | more)


@built_once
def recorded(number: int = 1, text: str | None = None, **more: Any) -> Game:
    """Puts a game on record and returns it."""
    execute(recording(number, text, **more), actor=CONSOLE)
    return Game.objects.get(key=key_of(number))


def between(*keys: str) -> tuple[NamedPlayer, ...]:
    """Returns players of the register by key, to be recorded under the names of the record."""
    return tuple(NamedPlayer("", key) for key in keys)


def registered(given: str, family: str, **more: Any) -> str:
    """Registers a player and returns the key."""
    key = f"{given}-{family}".lower()
    execute(AddPlayer(key=key, given_name=given, family_name=family, **more), actor=CONSOLE)
    return key


def read_all() -> dict[str, Any]:
    """Works the figures of all games out, as a worker would."""
    job = ask_for_figures(None)
    return work_out_figures(Progress(job), job.arguments)
