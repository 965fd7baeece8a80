"""What a reader holds of a page is called current only while everything on it still is."""

from __future__ import annotations

import pytest
from django.test import Client

from core.actors import CONSOLE
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from games.commands.free_games import CorrectGame
from games.models import Game, GamePlayer
from tests.apps.games.recorded import between, key_of, read_all, recorded, registered
from tests.builders.games import complete_game, deviating_game
from tests.pages import source_at

pytestmark = [pytest.mark.both_databases("aggregates"), pytest.mark.django_db]

PAGE = f"/games/{key_of(1)}/"
OF_A_GAME = (PAGE, f"{PAGE}?m=2", f"{PAGE}embed/", f"{PAGE}{key_of(1)}.gcg")
OF_MANY = ("/games/", "/games/?player=a", "/games/best/", "/games/best/?family=x")


@pytest.fixture
def players() -> tuple[str, str, str]:
    """Three players of the register; the first two sat in the game."""
    keys = registered("Ann", "Smith"), registered("Bea", "Jones"), registered("Cleo", "Young")
    recorded(players=between(*keys[:2]))
    read_all()
    return keys


def held(client: Client, *paths: str) -> dict[str, str]:
    """Returns the mark of each page as it is now."""
    return {path: client.get(path)["ETag"] for path in paths}


def stale(client: Client, marks: dict[str, str]) -> list[str]:
    """Returns the pages of which a reader is given a new one."""
    asked = {p: client.get(p, headers={"If-None-Match": mark}) for p, mark in marks.items()}
    assert {answer.status_code for answer in asked.values()} <= {200, 304}
    return [path for path, answer in asked.items() if answer.status_code == 200]


def correct(*players: str) -> None:
    """Gives the same record to other people."""
    command = CorrectGame(
        game=key_of(1),
        content=complete_game().encode(),
        source="file",
        file_name="game.gcg",
        players=between(*players),
    )
    execute(command, actor=CONSOLE, reason="other people")


def test_as_long_as_nothing_changes_a_reader_is_told_so(
    client: Client, players: tuple[str, str, str]
) -> None:
    assert stale(client, held(client, *OF_A_GAME, *OF_MANY)) == []


def test_players_who_change_seats_make_every_page_another(
    client: Client, players: tuple[str, str, str]
) -> None:
    marks = held(client, *OF_A_GAME, *OF_MANY)
    correct(players[1], players[0])
    assert stale(client, marks) == [*OF_A_GAME, *OF_MANY]
    assert "Bea Jones v Ann Smith" in source_at(client, PAGE)


def test_another_player_of_the_register_makes_every_page_another(
    client: Client, players: tuple[str, str, str]
) -> None:
    marks = held(client, *OF_A_GAME, *OF_MANY)
    correct(players[0], players[2])
    assert stale(client, marks) == [*OF_A_GAME, *OF_MANY]
    marks = held(client, *OF_A_GAME, *OF_MANY)
    execute(UndoEntry(journal=f"game:{key_of(1)}", seq=2), actor=CONSOLE)
    assert stale(client, marks) == [*OF_A_GAME, *OF_MANY]
    assert "Cleo" not in source_at(client, f"{PAGE}{key_of(1)}.gcg")


@pytest.mark.parametrize(
    "change", [{"name": "Somebody"}, {"player": ""}, {"player": "cleo-young"}, {"position": 2}]
)
def test_whatever_is_shown_of_a_seat_is_in_the_version(
    client: Client, players: tuple[str, str, str], change: dict[str, str | int]
) -> None:
    marks = held(client, OF_A_GAME[2])
    with writing():
        GamePlayer.objects.filter(position=1).update(**change)
    assert (
        client.get(OF_A_GAME[2], headers={"If-None-Match": marks[OF_A_GAME[2]]}).status_code != 304
    )


def test_other_tiles_make_another_page(client: Client, players: tuple[str, str, str]) -> None:
    marks = held(client, *OF_A_GAME)
    with writing():
        Game.objects.update(tile_set="en-super")
    assert stale(client, marks) == list(OF_A_GAME)


def test_figures_that_a_worker_brings_later_make_the_lists_others(
    client: Client, players: tuple[str, str, str]
) -> None:
    recorded(2, deviating_game())
    marks = held(client, *OF_A_GAME, "/games/", "/games/?player=a")
    read_all()
    assert stale(client, marks) == ["/games/", "/games/?player=a"]
