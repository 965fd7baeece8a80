"""What programs read: by pages, filtered, sparse, under tags, and with the public's names."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.models import StoredPage
from core.roles.commands import GiveRole
from core.roles.table import Role
from people.commands import AddPlayer
from tests.apps.api.asking import DIVISION, SLUG, Program, an_account, of
from tests.builders.events import a_played_event, give
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.appointing import AppointDirector
from tournaments.event.commands.event import CreateEvent

pytestmark = pytest.mark.django_db

STANDINGS = f"{DIVISION}/standings"


def _events(count: int) -> None:
    for number in range(count):
        give(CreateEvent(event=f"event-{number}", name=f"Event {number}"))


def test_a_list_is_read_by_pages_that_stay_where_they_are() -> None:
    _events(5)
    program, found, path = Program(), [], "events?limit=2&fields=event"
    while path:
        page = program.get(path).json()
        found += [one["event"] for one in page["items"]]
        if len(found) == 2:
            give(CreateEvent(event="later", name="Later"))
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert found == [f"event-{number}" for number in (4, 3, 2, 1, 0)]
    back = program.get("events?limit=2").json()["next"].partition("/api/v1/")[2]
    assert program.get(back).json()["previous"] is not None


def test_a_list_is_filtered() -> None:
    _events(3)
    give(CreateEvent(event="practice", name="Event of practice", rehearsal=True))
    program = Program()
    named = program.get("events?name__icontains=event%201&closed=false").json()["items"]
    assert [one["event"] for one in named] == ["event-1"]
    assert program.get("events?closed=true").json()["items"] == []
    assert len(program.get("events").json()["items"]) == 3


def test_an_answer_that_is_known_is_not_sent_again() -> None:
    a_played_event(rounds=1)
    program = Program()
    for path in ("events", DIVISION, STANDINGS, f"{DIVISION}/rounds/1/results", "events?limit=1"):
        tag = program.get(path)["ETag"]
        known = program.get(path, **{"If-None-Match": tag})
        assert (known.status_code, known.content, known["ETag"]) == (304, b"", tag)
        assert program.get(path, **{"If-None-Match": '"other"'}).status_code == 200


def test_standings_equal_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    a_played_event(players=11)
    call_command("standings", SLUG, "--round", "all", "--json")
    tables = json.loads(capsys.readouterr().out)["divisions"]
    assert len(tables) > 3
    for table in tables:
        number = table["round"]
        rows = Program().get(f"{STANDINGS}/{number}" if number else STANDINGS).json()["rows"]
        if number:
            same = ("rank", "name", "wins", "losses", "spread", "capped_spread", "rating")
            assert [[row[name] for name in same] for row in rows] == [
                [row[name] for name in same] for row in table["rows"]
            ]


def test_standings_are_stored_once_for_each_version_and_read_without_a_computation() -> None:
    a_played_event(rounds=1)
    program = Program()
    first = program.get(STANDINGS)
    page = StoredPage.objects.get(path=f"/api/v1/{STANDINGS}")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert program.get(STANDINGS).content == first.content
    assert len(queries) <= 2
    assert StoredPage.objects.get(pk=page.pk).stored_at == page.stored_at


def test_who_shows_a_token_reads_what_they_have_just_written() -> None:
    a_played_event(rounds=2, open_games=1)
    program, path = of("boss", operator=True), f"{DIVISION}/rounds/2/results"
    open_boards = [row for row in program.get(path).json()["rows"] if row["outcome"] is None]
    entry = open_boards[0]["sides"][0]["entry"]
    program.post(path, {"entry": entry, "score": 500, "opponent_score": 1})
    rows = program.get(path).json()["rows"]
    assert [side["score"] for row in rows for side in row["sides"] if side["entry"] == entry] == [
        500
    ]


def test_a_name_that_is_kept_back_is_in_no_public_answer() -> None:
    give(AddPlayer(key="zoe", given_name="Zoe", family_name="Hidden", public_name_style="initial"))
    a_played_event(rounds=1, registered=(Member(name="Hidden, Zoe", player="zoe"),))
    told: dict[str, Any] = {}
    for path in (STANDINGS, f"{DIVISION}/entries", f"{DIVISION}/rounds/1/results"):
        for program in (Program(), of("boss", operator=True)):
            told[path] = program.get(path).content.decode()
            assert "Hidden" not in told[path]
            assert "Zoe" in told[path]
    assert "Hidden" in of("boss", operator=True).get(f"{DIVISION}/roster").content.decode()


def test_fields_make_the_rows_sparse() -> None:
    a_played_event(rounds=1)
    rows = Program().get(f"{STANDINGS}?fields=rank,name").json()["rows"]
    assert {tuple(row) for row in rows} == {("rank", "name")}
    assert list(Program().get(f"{DIVISION}?fields=ruleset").json()) == ["ruleset"]


def test_the_root_lists_what_there_is() -> None:
    listed = Program().get("").json()["operations"]
    assert {
        "method": "POST",
        "address": "events/{event}/divisions",
        "name": "division_create",
    } in listed


def test_a_journal_is_read_from_an_entry_or_a_moment_on() -> None:
    a_played_event(rounds=1)
    journal, program = f"events/{SLUG}/journal", of("boss", operator=True)
    newest = program.get(f"{journal}?limit=1").json()["items"][0]
    seq, at = newest["journal_entry"], newest["at"].replace("+", "%2B")
    after = program.get(f"{journal}?seq__gt={seq - 2}").json()["items"]
    assert [one["journal_entry"] for one in after] == [seq, seq - 1]
    assert seq in [
        one["journal_entry"] for one in program.get(f"{journal}?at__gte={at}").json()["items"]
    ]
    assert program.get(f"{journal}?seq__gt={'9' * 60}").status_code == 400
    assert program.get(f"{journal}?at__gte=yesterday").status_code == 400


def test_who_looks_at_a_roster_is_told_how_an_association_number_ends() -> None:
    a_played_event(rounds=1)
    an_account("vera", staff=False)
    number, key = "AA001234", "ann-aa001234"
    for command in (
        AppointDirector(event=SLUG, director="dora"),
        GiveRole(journal=f"event:{SLUG}", account="vera", role=Role.VIEWER),
        AddPlayer(key=key, given_name="Ann", association_number=number),
        ChangeEntry(event=SLUG, division="A", entry=1, player=key, association_number=number),
    ):
        give(command)
    looks, directs = of("vera"), of("dora")
    for program, told in ((looks, "…34"), (directs, number)):
        listed = program.get(f"{DIVISION}/roster").json()["items"][0]
        assert listed == program.get(f"{DIVISION}/entries/1").json()
        assert listed["association_number"] == told
        assert [one["player"] for one in listed["members"]] == ["ann-…34"]
    assert "1234" not in looks.get(f"{DIVISION}/roster").content.decode()
