"""The log of the judges: for who directs alone; every ruling with what it was ruled by."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.journal.errors import Refused
from core.journal.undo import UndoEntry
from lexicon.commands import judge
from lexicon.models import JudgeStation, Lexicon
from lexicon.selectors.rulings import RULED, STREAM
from tests.apps.tournaments.challenges.judge_events import (
    CODE,
    SECOND,
    desk,
    event_with_list,
    free_judge,
    lists,
    open_judge,
    rule,
    sends,
    try_pin,
)
from tests.apps.tournaments.desk_events import SLUG, give, hidden, new_event, signed_in
from tests.pages import words_at

pytestmark = pytest.mark.django_db

OF_A_STATION, OF_AN_EVENT = ("judge-log", "judge-csv"), ("judges-log", "judges-csv")


@pytest.fixture
def dora() -> Client:
    event_with_list()
    return signed_in("dora")


def _table(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.parametrize("name", [*OF_A_STATION, *OF_AN_EVENT])
def test_nobody_but_the_events_director_sees_what_was_ruled(name: str) -> None:
    event_with_list()
    rule(open_judge(), "ZAP", "QUEEX")
    where = desk(name, "door" if name in OF_A_STATION else "")
    stranger = Client().get(where)
    assert (stranger.status_code, stranger["Location"][:16]) == (302, "/accounts/login/")
    for other in (signed_in("guest", staff=False), signed_in("other")):
        answer = other.get(where)
        assert answer.status_code == 403
        assert b"ZAP" not in answer.content
    for mine in (signed_in("dora"), signed_in("boss", operator=True)):
        answer = mine.get(where)
        assert answer.status_code == 200
        assert b"ZAP" in answer.content
        assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("name", OF_A_STATION)
def test_the_log_of_a_judge_without_an_event_is_for_the_staff(name: str) -> None:
    lists()
    rule(free_judge(), "ZAP")
    assert signed_in("guest", staff=False).get(desk(name, "club")).status_code == 403
    assert signed_in("helper").get(desk(name, "club")).status_code == 200


def test_no_page_of_the_public_tells_of_a_ruling(dora: Client) -> None:
    rule(open_judge(), "ZAP", "QUEEX")
    for where in (reverse("event", args=(SLUG,)), reverse("home")):
        assert b"QUEEX" not in dora.get(where).content


def test_a_station_that_there_is_not_has_no_log(dora: Client) -> None:
    for name in OF_A_STATION:
        assert dora.get(desk(name, "nowhere")).status_code == 404
        assert signed_in(f"no-{name}", staff=False).get(desk(name, "nowhere")).status_code == 403


def test_a_ruling_is_told_with_its_words_its_lists_and_both_verdicts(dora: Client) -> None:
    station = open_judge()
    rule(station, "ZAP", "GLIMP", device="7f3c")
    page = words_at(dora, desk("judge-log", "door"))
    hashes = dict(Lexicon.objects.values_list("code", "sha256"))
    said = f"unacceptable ZAP GLIMP {CODE} {hashes[CODE][:12]} acceptable {SECOND}"
    assert f"{said} {hashes[SECOND][:12]} A 7f3c" in page


def test_the_newest_comes_first_and_all_that_happened_is_told(dora: Client) -> None:
    station = open_judge()
    try_pin(station, right=False, device="bad0")
    try_pin(station, right=True)
    rule(station, "ZAP")
    page = words_at(dora, desk("judge-log", "door"))
    said = [
        "acceptable ZAP",
        "Device 0a1b became a judge",
        "Wrong PIN: device bad0 tried to become a judge",
        "Door opened for Spring, division A",
    ]
    places = [page.index(one) for one in said]
    assert places == sorted(places)


def test_a_device_joins_by_the_pin_of_the_desk_and_its_rulings_come_back_there(
    dora: Client, client: Client
) -> None:
    opened = {"division": "A", "name": "Door", "rack": 7, "clears_after_s": 10, "pin": "314159"}
    sends(dora, desk("open-judge"), **opened)
    station = JudgeStation.objects.get()
    for pin in ("000000", "314159"):
        client.post(reverse("judge"), {"station": station.key, "pin": pin})
    asked = client.post(reverse("judge-rule"), {"words": "zap queex"}).content
    sent = {name: hidden(asked, name) for name in ("token", "shown")}
    client.post(reverse("judge-rule"), {**sent, "words": "zap queex", "step": "rule"})
    page = words_at(dora, desk("judges-log"))
    told = ("unacceptable ZAP QUEEX", "became a judge", "Wrong PIN: device", "Door opened")
    places = [page.index(one) for one in told]
    assert places == sorted(places)
    # The device itself sees nothing of the desk.
    assert client.get(desk("judge-log", station.key))["Location"] == reverse("judge")


def test_the_log_of_an_event_holds_its_own_judges_and_no_others(dora: Client) -> None:
    new_event("springtime")
    rule(open_judge(), "ZAP")
    rule(open_judge("hall", name="In the hall"), "QUIRB")
    rule(free_judge(), "FLOOM")
    page = words_at(dora, desk("judges-log"))
    assert "ZAP" in page
    assert re.search(r"QUIRB .* In the hall A 0a1b", page)
    assert "FLOOM" not in page
    assert page.index("QUIRB") < page.index("ZAP")


def test_the_table_for_spreadsheets_holds_whole_hashes_and_no_formula(
    dora: Client, settings: Any
) -> None:
    settings.TIME_ZONE = "America/St_Johns"
    station = open_judge(name="=HYPERLINK(1)")
    with time_machine.travel(datetime(2031, 1, 3, 9, tzinfo=UTC)):
        rule(station, "ZAP", "QUEEX")
    assert "Times are in NST (St Johns)." in words_at(dora, desk("judges-log"))
    for where in (desk("judge-csv", "door"), desk("judges-csv")):
        answer = dora.get(where)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        ruled, opened = _table(answer)
        assert datetime.fromisoformat(ruled["Time"]).utcoffset() == timedelta(hours=-3, minutes=-30)
        assert ruled["Words"] == "ZAP QUEEX"
        assert (ruled["Verdict"], ruled["Second opinion"]) == ("unacceptable", "unacceptable")
        assert ruled["SHA-256"] == Lexicon.objects.get(code=CODE).sha256
        assert ruled["Station"] == "'=HYPERLINK(1)"
        assert (ruled["Device"], ruled["Division"], ruled["What happened"]) == ("0a1b", "A", "")
        assert "opened" in opened["What happened"]
        assert (opened["Verdict"], opened["By"]) == ("", "robot")


def test_a_ruling_stays_though_the_list_is_gone_and_the_station_closed(dora: Client) -> None:
    rule(open_judge(), "ZAP")
    give(judge.CloseJudge(station="door"))
    page = words_at(dora, desk("judge-log", "door"))
    assert "acceptable ZAP" in page
    assert "Door closed" in page


def test_a_ruling_is_not_taken_back(dora: Client) -> None:
    rule(open_judge(), "ZAP")
    with pytest.raises(Refused, match="A ruling cannot be undone"):
        give(UndoEntry(journal="judge:door", seq=2))
    answer = dora.post(desk("judge-undo", "door", "?seq=2"), {"token": "x"})
    assert answer.status_code == 422
    assert "A ruling cannot be undone; it is evidence." in answer.content.decode()
    assert "acceptable ZAP" in words_at(dora, desk("judge-log", "door"))


def test_hostile_names_are_shown_as_text(dora: Client) -> None:
    open_judge(name="<script>alert(1)</script>")
    for where in (desk("judge-log", "door"), desk("judge", "door"), desk("judges")):
        assert b"<script>alert" not in dora.get(where).content


def test_a_long_log_has_pages_and_asks_as_often_as_a_short_one(
    dora: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "RULINGS_A_MINUTE", 1000)
    one, two = open_judge(), open_judge("hall")
    counts, page = [], ""
    for many in (1, 60):
        for _ in range(many):
            rule(one, "ZAP")
            rule(two, "QUIRB")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page = words_at(dora, desk("judges-log"))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 9
    assert "124 lines, page 1 of 2" in page
    assert "Older" in page
    assert "Door opened" not in page
    assert "Door opened" in words_at(dora, desk("judges-log", query="?page=2"))
    assert len(_table(dora.get(desk("judges-csv")))) == 124


def test_the_selector_reads_the_journal_that_the_commands_write() -> None:
    assert judge.RuleChallenge.code == RULED
    assert STREAM == judge.JUDGE
