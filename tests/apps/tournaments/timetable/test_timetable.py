"""The timetable of an event: who may set it, where everybody sees it, and a hall that is late."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.mirror.files import Files, Ways, below
from core.web.at_once import KeptAnswers, _good_until
from core.web.site import WEB
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    enter,
    entries_of,
    four_played,
    give,
    new_event,
    publish,
    signed_in,
    undo,
)
from tests.apps.tournaments.phones.phone_events import page as phone_page
from tests.apps.tournaments.timetable.timed_events import DAY, NOON, TYPED, kept, timed
from tests.builders.refusals import refused
from tests.pages import main_words, sound, sound_words, source_at, words, words_at
from tournaments.clock.commands.timing import StartClock
from tournaments.closing.commands import CloseEvent
from tournaments.event.commands.event import DateEvent
from tournaments.public.pages.hub import hub_page
from tournaments.readmodel.page_versions import versioned_event
from tournaments.sharing.pages.mirrored import files_of
from tournaments.timetable.commands import DelayTimetable, SetTimetable
from tournaments.timetabling.typed import read_typed

pytestmark = pytest.mark.django_db

PAGE, API = f"/events/{SLUG}/", f"events/{SLUG}/timetable"
LINE = {"day": "2026-11-28", "at": "09:30", "kind": "rounds", "first_round": 1, "last_round": 1}
"""A line as programs give it."""


def marked(client: Client) -> list[tuple[str, str]]:
    """Return the marked lines of the event's page, with their times."""
    page = source_at(client, PAGE)
    return re.findall(r'<tr class="is-(\w+)"><th scope="row" class="fig">([^<]+)<', page)


def test_whoever_directs_the_event_sets_and_moves_its_timetable_and_everybody_reads_it() -> None:
    new_event()
    otto, dora = signed_in("otto"), signed_in("dora")
    assert Client().get(at("desk-timetable")).status_code == 302
    assert otto.get(at("desk-timetable")).status_code == 403
    late = {"since": "2026-11-28 11:30", "minutes": "20"}
    before = len(entries_of())
    for path, typed in (("set-timetable", {"lines": TYPED}), ("delay-timetable", late)):
        assert otto.post(at(f"desk-{path}"), typed).status_code == 403
    delay = {"day": "2026-11-28", "since": "11:30", "minutes": 20}
    for method, path, body in (("PUT", API, {"lines": []}), ("POST", f"{API}/delay", delay)):
        assert Program().ask(method, path, body).status_code == 401
        assert of("otto").ask(method, path, body).status_code == 403
    assert len(entries_of()) == before
    sent = dora.post(at("desk-set-timetable"), {"lines": TYPED, "zone": "Europe/Paris"})
    assert sent["Location"] == at("desk-timetable")
    assert kept() == TYPED
    assert dora.post(at("desk-delay-timetable"), late)["Location"] == at("desk-timetable")
    assert "Log 8: 28 November 2026 from 11:30 on: 20 minutes later." in words(
        dora.get(at("desk-timetable"))
    )
    told = Program().get(API).json()
    assert (told["zone"], len(told["lines"])) == ("Europe/Paris", 6)
    assert told["lines"][3]["begins"] == "2026-11-28T11:50:00+01:00"
    assert [line["late"] for line in told["lines"]] == [0, 0, 0, 20, 20, 20]
    mine = [{name: one[name] for name in one if name != "begins"} for one in told["lines"]]
    assert of("dora").ask("PUT", API, {"lines": mine, "zone": told["zone"]}).status_code == 422
    assert of("dora").ask("PUT", API, {"lines": mine[:4], "zone": told["zone"]}).status_code == 200
    assert [line["late"] for line in Program().get(API).json()["lines"]] == [0, 0, 0, 20]
    put = of("dora").ask("PUT", API, {"lines": [LINE], "zone": "Asia/Dubai"})
    assert put.status_code == 200
    assert kept().endswith("09:30 Round 1")


def test_without_a_timetable_nothing_is_said_of_it_anywhere(client: Client) -> None:
    four_played()
    for address in (PAGE, f"{PAGE}A/standings/", f"{PAGE}screen/", phone_page(1)):
        page = source_at(client, address).casefold()
        assert "timetable" not in page
        assert "schedule" not in page
        assert "round-start" not in page
    for name in ("timetable.csv", "timetable.ics"):
        assert client.get(f"{PAGE}{name}").status_code == 404
        assert client.get(f"/events/nowhere/{name}").status_code == 404
    assert Program().get(API).json() == {"event": SLUG, "zone": "", "lines": []}
    assert Program().get("events/nowhere/timetable").status_code == 404
    assert "No timetable is set" in main_words(signed_in("dora").get(at("desk-timetable")))


def test_a_director_has_lines_proposed_and_corrects_them_without_a_script() -> None:
    new_event()
    give(DateEvent(event=SLUG, starts_on=DAY))
    dora = signed_in("dora")
    page = dora.get(at("desk-timetable"))
    assert re.search(r'name="quick-first_day" value="2026-11-28"', page.content.decode())
    asked = {"first_day": "2026-11-28", "starts": "9.30", "minutes": "60", "rounds": "3"}
    asked |= {"a_day": "7", "lunch_after": "1", "check_in": "9:00", "prizes": "on"}
    quick = {f"quick-{name}": value for name, value in asked.items()}
    before = len(entries_of())
    proposed = sound(dora.get(at("desk-timetable"), quick))
    assert "This is a proposal" in proposed.text
    asked_for = TYPED.replace(" @ Foyer", "").replace("10:30-11:30", "10:30").split("\n")
    assert " ".join(asked_for) in proposed.text
    assert len(entries_of()) == before
    for name, value, said in (
        ("starts", "9:75", "Give a time from 00:00 to 23:59"),
        ("minutes", "600", "do not fit into 2026-11-28"),
        ("first_day", "x", "Enter a valid date"),
        ("first_day", "9999-12-31", "The year is not one from 1900 to 2200."),
    ):
        assert said in words(dora.get(at("desk-timetable"), {**quick, f"quick-{name}": value}))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"lines": "9:30 Round 1\nRound 2"}, "Line 2: Begin with a time"),
        ({"lines": "9:30 Round 1\n10:30 Round 4"}, "Line 2: Name rounds from 1 to 3."),
        ({"lines": "9:30 x", "zone": "Mars/Olympus"}, "There is no time zone Mars/Olympus."),
        ({"lines": "9:30 \N{ZERO WIDTH SPACE}<script>\x00"}, "Null characters are not allowed."),
    ],
)
def test_a_mistake_gets_one_sentence_that_names_the_line_and_changes_nothing(
    typed: dict[str, str], said: str
) -> None:
    new_event()
    give(DateEvent(event=SLUG, starts_on=DAY))
    before = len(entries_of())
    answer = signed_in("dora").post(at("desk-set-timetable"), typed)
    assert answer.status_code == 422
    assert said in sound_words(answer)
    assert len(entries_of()) == before


def test_programs_are_told_what_is_wrong_with_which_line() -> None:
    new_event()
    for change, said in (
        ({"at": "9:30"}, "Line 2: Give a time from 00:00 to 23:59, such as 09:30."),
        ({"divisions": ["C"]}, "Line 2: There is no division C."),
        ({"divisions": ["A", "A"]}, "Line 2: A division is named twice."),
        ({"kind": "other"}, "Line 2: Say what there is at that time."),
        ({"first_round": 2}, "Line 2: Name rounds from 1 to 3."),
        ({"late": 1441}, "Line 2: Nothing is more than a day late."),
    ):
        lines = [{**LINE, "kind": "lunch"}, {**LINE, **change}]
        answer = of("dora").ask("PUT", API, {"lines": lines})
        assert (answer.status_code, error(answer)["message"]) == (422, said)
    assert of("dora").ask("PUT", API, {"lines": [{**LINE, "kind": "tea"}]}).status_code == 400
    late = {"day": "2026-11-28", "since": "09:00", "minutes": 10}
    assert "nothing at or after" in error(of("dora").post(f"{API}/delay", late))["message"]


def test_the_page_of_the_event_marks_what_is_now_and_next_and_is_made_again_only_then(
    client: Client,
) -> None:
    new_event()
    timed(TYPED + "\n15:00 A <b>simul</b>: “bring & play” @ Bar")
    with time_machine.travel(NOON, tick=False):
        assert marked(client) == [("now", "10:30–11:30"), ("next", "11:30")]
        told = words_at(client, PAGE)
        assert "Saturday, 28 November 2026" in told
        assert told.count("CET (Paris)") == 1, "where a round starts, and not again"
        assert "A <b>simul</b>: “bring & play” Bar" in told
        first = client.get(PAGE)["ETag"]
    with time_machine.travel(NOON + timedelta(minutes=29), tick=False):
        assert client.get(PAGE, headers={"If-None-Match": first}).status_code == 304
    with time_machine.travel(NOON + timedelta(minutes=30), tick=False):
        later = client.get(PAGE, headers={"If-None-Match": first})
        assert later.status_code == 200
        assert marked(client) == [("now", "11:30"), ("next", "12:30")]
    with time_machine.travel(NOON + timedelta(days=2), tick=False):
        assert marked(client) == []
    give(CloseEvent(event=SLUG, confirmed=True))
    with time_machine.travel(NOON, tick=False):
        assert marked(client) == []
        assert "13:30" in words_at(client, PAGE)


def test_an_answer_that_is_given_again_at_once_ends_when_something_else_is_now(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    new_event()
    timed()
    with time_machine.travel(NOON, tick=False):
        request = client.get(PAGE).wsgi_request
        found = request.META["wallchart.found"]
        assert found[-1].good_until == NOON + timedelta(minutes=30)
        monkeypatch.setattr("time.monotonic", lambda: 1_000.0)
        until = _good_until(found)
        assert until == 1_000.0 + 30 * 60
        kept_one = KeptAnswers("tag", None, NOON.date(), until)  # type: ignore[arg-type]
        monkeypatch.setattr("time.monotonic", lambda: until)
        assert not kept_one.holds()


def test_a_round_is_announced_with_its_time_until_a_result_of_it_is_in(client: Client) -> None:
    new_event()
    timed()
    standings = f"{PAGE}A/standings/"
    for page in (PAGE, standings):
        assert "Round 1 starts at 09:30 CET (Paris)" in words_at(client, page)
    publish(1, (1, 2), (3, 4))
    assert "Round 1 starts at 09:30 CET (Paris)" in words_at(client, f"{PAGE}A/pairings/")
    assert "Round 1 starts at 09:30 CET (Paris)" in words(client.get(phone_page(1)))
    card = source_at(client, f"{PAGE}A/player/1/")
    assert 'data-next="Ada · R1 · 09:30 · board 1 · ' in card
    assert "Round 1 · 09:30 · board 1 ·" in words(card)
    enter(1, 1, 400, 300)
    assert "starts at" not in words_at(client, standings)
    assert "Round 2 starts at 11:30 CET (Paris)" in words_at(client, PAGE), "it comes next"
    enter(1, 3, 400, 300)
    give(DelayTimetable(event=SLUG, day=DAY, since="11:30", minutes=20))
    late = "Round 2 starts at 11:50 CET (Paris) · 20 minutes later than planned"
    for page in (PAGE, standings):
        assert late in words_at(client, page)
    assert late in words(client.get(phone_page(1)))
    screen = words_at(client, f"{PAGE}screen/")
    assert "11:50 Round 2" in screen
    assert "09:30" not in screen
    publish(2, (1, 3), (2, 4))
    give(StartClock(event=SLUG))
    assert "starts at" not in words_at(client, standings)
    enter(2, 1, 400, 300)
    enter(2, 2, 400, 300)
    timed("2026-11-28\n9:30 Round 1\n2026-11-29\n9:30 Round 3")
    assert "Round 3 starts on Sunday at 09:30" in words_at(client, standings)


def test_a_timetable_follows_the_reader_s_language_and_the_paper_is_of_one_division() -> None:
    new_event(divisions="AB")
    timed("2026-11-28\n9:00 Check-in\n9:30 A: Rounds 1-3\n10:00 B: Round 1\n13:00 Prizes")
    french = Client(headers={"Accept-Language": "fr"})
    told = words_at(french, PAGE)
    assert "samedi 28 novembre 2026" in told.casefold()
    assert "Division A Rondes 1 à 3" in told
    assert "La ronde 1 commence à 09:30" in words_at(french, f"{PAGE}A/standings/")
    assert "La ronde 1 commence à 10:00" in words_at(french, f"{PAGE}B/standings/")
    dora = signed_in("dora")
    paper = f"/desk/{SLUG}/paper/timetable/?division=A"
    shown = words(dora.get(paper))
    assert "09:30 Rounds 1 to 3" in shown
    assert "10:00" not in shown
    timed("2026-11-28\n10:00 B: Round 1")
    assert "No timetable is set for this division." in words(dora.get(paper))


def test_calendars_and_spreadsheets_have_the_times_and_a_moved_line_keeps_its_name(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_event()
    timed(TYPED + "\n15:00 =cmd|' /C calc'!A0; \\n, BEGIN:VEVENT @ Bar, 2")
    first = client.get(f"{PAGE}timetable.ics").content.decode().replace("\r\n ", "")
    assert first.count("BEGIN:VEVENT\r\n") == 7
    assert "DTSTART:20261128T083000Z" in first
    assert "SUMMARY:Round 1 · Spring" in first
    give(DelayTimetable(event=SLUG, day=DAY, since="11:30", minutes=20))
    moved = client.get(f"{PAGE}timetable.ics").content.decode().replace("\r\n ", "")
    names = re.findall(r"UID:(.*)\r", first)
    assert len(set(names)) == 7
    assert re.findall(r"UID:(.*)\r", moved) == names
    assert "DTSTART:20261128T105000Z" in moved
    table = client.get(f"{PAGE}timetable.csv")
    rows = list(csv.reader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert rows[4][:4] == ["2026-11-28", "11:50", "", "Round 2"]
    assert rows[7][3].startswith("'=cmd")
    assert "spring-timetable.csv" in table["Content-Disposition"]
    held = client.get(f"{PAGE}timetable.ics")["ETag"]
    monkeypatch.delattr("tournaments.sharing.views.event_calendar")
    known = client.get(f"{PAGE}timetable.ics", headers={"If-None-Match": held})
    assert known.status_code == 304, "it is not made for who has it"


def test_undo_sets_it_back_a_closed_event_keeps_it_and_nothing_new_is_refused() -> None:
    new_event()
    timed()
    give(DelayTimetable(event=SLUG, day=DAY, since="11:30", minutes=20))
    undo(entries_of()[-1].seq)
    assert kept() == TYPED
    lines, _ = read_typed(TYPED, ("A",), DAY)
    again = SetTimetable(event=SLUG, lines=lines, zone="Europe/Paris")
    assert refused(again).code == "nothing_changed"
    give(CloseEvent(event=SLUG, confirmed=True))
    assert refused(again).code == "event.closed"
    assert kept() == TYPED


def test_three_hundred_lines_cost_the_pages_no_more_queries_than_none(client: Client) -> None:
    four_played()

    def asked(address: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    addresses = (PAGE, f"{PAGE}A/standings/", f"{PAGE}screen/", phone_page(1))
    client.get(PAGE)
    give(DateEvent(event=SLUG, starts_on=DAY))
    before = [asked(address) for address in addresses]
    timed("2026-11-28\n" + "\n".join(f"{n // 60:02}:{n % 60:02} Thing {n}" for n in range(300)))
    assert [asked(address) for address in addresses] == before


def test_a_mirror_has_the_times_and_the_files_and_never_says_what_is_now() -> None:
    new_event()
    timed()
    versioned = versioned_event(SLUG)
    assert versioned is not None
    held = {page.path.removeprefix(PAGE): page for page in files_of(versioned, NOON)}
    assert "timetable.csv" in held
    site = Files(Ways({"index.html", *held}, below(PAGE)), PAGE)
    with time_machine.travel(NOON, tick=False):
        page = hub_page(versioned, site, at=NOON)
        assert 'href="timetable.csv"' in page
        assert "timetable.ics" not in page, "nobody has said the address of the mirror"
        assert "09:30" in words(page)
        assert "is-now" not in page
        assert "is-next" not in page
        assert "is-now" in hub_page(versioned, WEB, at=NOON)
