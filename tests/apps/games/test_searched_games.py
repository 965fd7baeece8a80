"""The search of games reads little more than it finds, and asks no more for more events."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.guard import writing
from core.names import has_words
from games.models import Game
from games.recording import NamedPlayer
from games.selectors import search
from games.selectors.games import public_games
from games.selectors.search import GameSearch, found_games, players_named
from people.commands import AddPlayer
from tests.apps.games.recorded import between, key_of, recorded, registered
from tests.builders.events import give
from tests.builders.games import phoney_game
from tournaments.event.commands.event import CreateDivision, CreateEvent

pytestmark = [pytest.mark.both_databases("collation"), pytest.mark.django_db]


def keys(words: str) -> list[str]:
    return [game.key for game in found_games(GameSearch(player=words))]


@pytest.mark.parametrize("words", ["Müller", "muller", "MULLER jose", "josé", "mull"])
def test_a_name_is_found_with_and_without_its_accents(words: str) -> None:
    give(AddPlayer(key="jm", given_name="José", family_name="Müller"))
    recorded(1, players=between("jm", ""))
    recorded(2, phoney_game("Jose Muller", "Ben"))
    recorded(3, phoney_game("José Müller", "Ben"))
    recorded(4, phoney_game("Cleo", "Ben"))
    assert sorted(keys(words)) == [key_of(1), key_of(2), key_of(3)]
    assert [player.name for player in players_named(words, at_most=9)] == ["José Müller"]


def test_who_is_in_the_register_is_found_by_the_public_name_alone() -> None:
    hidden = registered("Philomena", "Young", public_name_style="alias", alias="Sphinx")
    recorded(
        1,
        phoney_game("Philomena Young", "Ben"),
        players=(NamedPlayer("", hidden), NamedPlayer("Ben")),
    )
    assert keys("philomena") == keys("young") == []
    assert keys("sphinx") == [key_of(1)]


def test_names_that_cannot_be_meant_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        recorded(number, phoney_game(f"Player {chr(65 + number)}", "Zoë"))
    recorded(50, phoney_game("Quentin Q", "Zoë"))
    read: list[str] = []

    def counted(name: str, wanted: list[str]) -> bool:
        read.append(name)
        return has_words(name, wanted)

    monkeypatch.setattr(search, "has_words", counted)
    assert keys("quentin") == [key_of(50)]
    assert sorted(read) == ["Quentin Q", "Zoë"]


@pytest.mark.parametrize("events", [1, 4])
def test_any_number_of_rehearsals_costs_as_many_queries(
    events: int, django_assert_num_queries: Any
) -> None:
    for number in range(events):
        give(CreateEvent(event=f"try{number}", name="Try", rehearsal=True))
        give(CreateDivision(event=f"try{number}", name="A", planned_rounds=3))
        recorded(number)
        with writing():
            Game.objects.filter(key=key_of(number)).update(place=f"try{number}/A")
    give(CreateEvent(event="open", name="Open"))
    give(CreateDivision(event="open", name="A", planned_rounds=3))
    for number, place in ((50, ""), (51, "open/A"), (52, "open/B"), (53, "gone/A")):
        recorded(number)
        with writing():
            Game.objects.filter(key=key_of(number)).update(place=place)
    with django_assert_num_queries(3):
        assert {game.key for game in public_games()} == {key_of(50), key_of(51)}
