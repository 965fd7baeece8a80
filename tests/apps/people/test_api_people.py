"""The register over the API: read by directors, changed by operators, numbers told to operators."""

from __future__ import annotations

from typing import Any

import pytest

from core.models import JournalEntry
from core.roles.table import Permission
from people.commands import AddClub, AddPlayer
from people.models import Player
from tests.apps.api.asking import Program, error, of
from tests.builders.events import give

pytestmark = pytest.mark.django_db

NEW: dict[str, Any] = {"key": "cleo", "given_name": "Cleo", "family_name": "Colby"}
READS = ("players", "players/ada", "clubs", "clubs/north")


@pytest.fixture(autouse=True)
def _register() -> None:
    give(AddClub(slug="north", name="North", town="Yorkford"))
    give(
        AddPlayer(
            key="ada",
            given_name="Ada",
            family_name="Abbot",
            public_name_style="initial",
            association_number="123456",
            club="north",
        )
    )
    give(AddPlayer(key="p-987654", given_name="Ben", association_number="987654"))


@pytest.mark.parametrize("path", READS)
def test_only_who_may_make_events_reads_the_register(path: str) -> None:
    assert Program().get(path).status_code == 401
    assert of("guest", staff=False).get(path).status_code == 403
    assert of("dora", scope=[Permission.VIEW]).get(path).status_code == 403
    assert of("dora", event="spring").get(path).status_code == 403
    assert of("dora").get(path).status_code == 200


def test_directors_add_players_and_only_operators_change_what_is_there() -> None:
    before = JournalEntry.objects.count()
    for program, status in ((Program(), 401), (of("guest", staff=False), 403)):
        assert program.post("players", NEW).status_code == status
    for program in (of("dora"), of("boss", operator=True, scope=[Permission.VIEW])):
        assert program.ask("PATCH", "players/ada", {"alias": "A"}).status_code == 403
        assert program.get("register/journal").status_code == 403
    assert JournalEntry.objects.count() == before
    assert of("dora").post("players", NEW).json()["answer"] == {"player": "cleo"}
    boss = of("boss", operator=True)
    assert boss.ask("PATCH", "players/ada", {"alias": "A"}).status_code == 200
    # Whoever may make events adds the club that plays them.
    assert of("dora").post("clubs", {"slug": "south", "name": "South"}).status_code == 200
    limited = of("boss", operator=True, scope=[Permission.VIEW])
    assert limited.post("clubs", {"slug": "east", "name": "East"}).status_code == 403


def test_a_number_is_told_to_operators_alone_and_no_key_tells_it_to_others() -> None:
    ada, ben = of("boss", operator=True).get("players").json()["items"]
    assert (ada["association_number"], ben["key"]) == ("123456", "p-987654")
    answer = of("dora").get("players")
    ada, ben = answer.json()["items"]
    assert (ada["key"], ada["public_name"], ada["club"]) == ("ada", "Ada A.", "north")
    assert ada["association_number"] is None
    assert b"987654" not in answer.content
    assert b"123456" not in answer.content
    assert ben["key"] == f"ben~{Player.objects.get(given_name='Ben').pk}"
    assert of("dora").get("players/p-987654").status_code == 404
    assert of("boss", operator=True).get("players/p-987654").status_code == 200


def test_players_are_found_by_name_and_club_and_by_number_only_for_operators() -> None:
    def found(program: Program, query: str) -> list[str]:
        items = program.get(f"players?{query}&fields=given_name").json()["items"]
        return [one["given_name"] for one in items]

    dora, boss = of("dora"), of("boss", operator=True)
    assert found(dora, "q=abb") == ["Ada"]
    assert found(dora, "club=north") == ["Ada"]
    assert found(dora, "q=9876") == []
    assert found(boss, "q=9876") == ["Ben"]


def test_a_long_list_comes_by_pages() -> None:
    program = of("dora")
    first = program.get("players?limit=1").json()
    assert (first["items"][0]["given_name"], first["previous"]) == ("Ada", None)
    second = program.get(first["next"].partition("/api/v1/")[2]).json()
    assert (second["items"][0]["given_name"], second["next"]) == ("Ben", None)
    assert program.get(second["previous"].partition("/api/v1/")[2]).json() == first
    for cursor in ("-1", "x", "9" * 30):
        answer = program.get(f"players?cursor={cursor}")
        assert (answer.status_code, error(answer)["code"]) == (404, "query.cursor")


def test_what_is_changed_meanwhile_is_not_changed_again_and_a_change_is_taken_back() -> None:
    boss = of("boss", operator=True)
    tag = boss.get("players/ada")["ETag"]
    done = boss.ask("PATCH", "players/ada", {"alias": "A"}, **{"If-Match": tag})
    assert done.status_code == 200
    again = boss.ask("PATCH", "players/ada", {"alias": "B"}, **{"If-Match": tag})
    assert (again.status_code, error(again)["code"]) == (412, "version.changed")
    undone = boss.post(f"register/journal/{done.json()['journal_entry']}/undo", {})
    assert undone.status_code == 200
    assert boss.get("players/ada").json()["alias"] == ""
    unknown = boss.ask("PATCH", "players/nobody", {"alias": "B"})
    assert (unknown.status_code, error(unknown)["code"]) == (404, "player.unknown")
