"""A real worker works the figures of a game out, asked by the command that records it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.test import Client

from core.actors import CONSOLE
from core.journal.execute import execute
from games.commands.free_games import CorrectGame
from games.models import Game, GameFigures, PlayerFigures
from tests.apps.games.recorded import key_of, recorded
from tests.builders.games import phoney_game
from tests.pages import source_at
from tests.processes import wait_until


def verdicts() -> list[tuple[str, int]]:
    return list(GameFigures.objects.values_list("verdict", "combined"))


def test_a_worker_reads_a_game_when_it_is_recorded_and_again_when_it_is_corrected(
    worker: Path, client: Client
) -> None:
    recorded()
    wait_until(lambda: verdicts() == [("clean", 819)], what="the figures", log=worker)
    assert PlayerFigures.objects.count() == 2
    assert "1L JUVE" in source_at(client, "/games/best/")
    command = CorrectGame(game=key_of(1), content=phoney_game().encode(), source="pasted")
    execute(command, actor=CONSOLE, reason="the wrong one")
    wait_until(lambda: verdicts() == [("clean", 20)], what="the new figures", log=worker)
    assert "1L JUVE" not in source_at(client, "/games/best/")


def test_the_command_line_waits_for_the_figures_of_all_games(worker: Path) -> None:
    recorded()
    wait_until(GameFigures.objects.exists, what="the figures", log=worker)
    GameFigures.objects.all().delete()
    out = StringIO()
    call_command("game_figures", "--wait", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["state"], told["games"], told["made"]) == ("done", Game.objects.count(), 1)
    assert verdicts() == [("clean", 819)]
