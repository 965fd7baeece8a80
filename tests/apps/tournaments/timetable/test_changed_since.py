"""A timetable and what has happened since: delays, byes, rounds that are over, another event."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from core.actors import Actor
from core.journal.execute import execute
from tests.apps.api.asking import Program, of
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    enter,
    five_playing,
    four_played,
    give,
    new_event,
    publish,
    signed_in,
)
from tests.apps.tournaments.phones.phone_events import page as phone_page
from tests.apps.tournaments.timetable.timed_events import DAY, NOON, TYPED, kept, timed
from tests.pages import words, words_at
from tournaments.event.commands.event import ChangeRules, DateEvent
from tournaments.models import Tournament
from tournaments.readmodel.timetable import coming_rows, division_days, timetable_of
from tournaments.timetable.commands import DelayTimetable, SetTimetable
from tournaments.timetable.queries import first_to_come
from tournaments.timetabling.typed import read_typed, typed_text

pytestmark = pytest.mark.django_db

PAGE, API = f"/events/{SLUG}/", f"events/{SLUG}/timetable"


def test_a_form_that_was_open_before_a_delay_does_not_undo_it_unasked() -> None:
    new_event()
    timed()
    dora = signed_in("dora")

    def sent(page: str) -> dict[str, str]:
        (shown,) = re.findall(r'name="shown" value="(\w+)"', page)
        return {"lines": f"{TYPED} @ Hall", "zone": "Europe/Paris", "shown": str(shown)}

    open_page = sent(dora.get(at("desk-timetable")).content.decode())
    give(DelayTimetable(event=SLUG, day=DAY, since="11:30", minutes=20))
    late = kept()
    assert signed_in("otto").post(at("desk-set-timetable"), open_page).status_code == 403
    refusal = dora.post(at("desk-set-timetable"), open_page)
    assert refusal.status_code == 422
    assert "it has “11:50 Round 2” now. Replace it with yours?" in words(refusal)
    assert kept() == late
    again = dora.post(at("desk-set-timetable"), sent(refusal.content.decode()))
    assert again["Location"] == at("desk-timetable")
    assert kept() == f"{TYPED} @ Hall"


def test_a_division_whose_rounds_are_over_is_told_no_round_of_another(client: Client) -> None:
    four_played("AB")
    give(ChangeRules(event=SLUG, division="A", planned_rounds=1, confirmed=True))
    timed("2026-11-28\n9:30 Round 1\n11:30 Rounds 2-3\n13:30 Prizes\n14:00 B: Drinks")
    for page in (f"{PAGE}A/standings/", f"{PAGE}A/screen/"):
        assert "Round 2" not in words_at(client, page)
    assert "starts at" not in words(client.get(phone_page(1)))
    assert "Round 1 starts at 09:30" in words_at(client, f"{PAGE}B/standings/")
    table = timetable_of(Tournament.objects.get(slug=SLUG))
    assert coming_rows(table, "A", 1, 1) == []
    assert [row.what for row in coming_rows(table, "A", 1, 2)] == ["Round 2", "Prize giving"]
    (day,) = division_days(table, "A", 1)
    assert [row.what for row in day.rows] == ["Round 1", "Prize giving"]


def test_a_journal_is_replayed_where_its_time_zone_is_unknown(client: Client) -> None:
    new_event()
    lines, _ = read_typed("9:30 Round 1", ("A",), DAY)
    dora = Actor(name="dora", trusted=True)
    execute(SetTimetable(event=SLUG, lines=lines), actor=dora, recorded={"zone": "Mars/Olympus"})
    assert timetable_of(Tournament.objects.get(slug=SLUG)).zone == "Mars/Olympus"
    assert re.search(r"Round \d starts (on \w+ )?at \d\d:\d\d UTC", words_at(client, PAGE))
    assert Program().get(API).json()["lines"][0]["begins"] == "2026-11-28T09:30:00Z"


def test_the_form_offers_the_first_line_that_has_not_begun_in_the_hall() -> None:
    new_event()
    timed()
    dora = signed_in("dora")

    def offered() -> str:
        page = dora.get(at("desk-timetable")).content.decode()
        (found,) = re.findall(r'<option value="([^"]+)" selected>', page)
        return str(found)

    with time_machine.travel(NOON - timedelta(minutes=45), tick=False):  # 9:15 in Paris
        assert offered() == "2026-11-28 09:30"
    publish(1, (1, 2), (3, 4))
    with time_machine.travel(NOON - timedelta(minutes=15), tick=False):
        assert offered() == "2026-11-28 09:30", "nobody plays yet"
    enter(1, 1, 400, 300)
    with time_machine.travel(NOON - timedelta(minutes=15), tick=False):
        assert offered() == "2026-11-28 11:30"


def test_a_bye_does_not_begin_a_round() -> None:
    five_playing()
    timed()
    event = Tournament.objects.get(slug=SLUG)
    after = NOON - timedelta(minutes=15)
    line = first_to_come(event, after)
    assert line is not None
    assert line.at == "09:30"
    enter(1, 1, 400, 300)
    line = first_to_come(event, after)
    assert line is not None
    assert line.at == "11:30"


def test_an_event_like_another_takes_its_timetable_over_to_its_own_days() -> None:
    new_event()
    give(DateEvent(event=SLUG, starts_on=DAY))
    timed()
    give(DelayTimetable(event=SLUG, day=DAY, since="11:30", minutes=20))
    body = {"name": "Autumn", "start": f"event:{SLUG}", "starts_on": "2027-11-27"}
    assert of("dora").post("set_ups", body).status_code == 200
    taken = timetable_of(Tournament.objects.get(slug="autumn"))
    assert typed_text(taken.lines) == TYPED.replace("28 November 2026", "27 November 2027")
    assert taken.zone == "Europe/Paris"


def test_a_line_typed_into_the_place_of_a_late_one_does_not_stop_a_set_up() -> None:
    new_event()
    give(DateEvent(event=SLUG, starts_on=DAY))
    typed = "Saturday 28 November 2026\n09:00 Coffee\n09:20 Coffee\n09:30 Round 1"
    lines, _ = read_typed(typed, ("A",), DAY)
    late = (lines[0], replace(lines[1], late=20), lines[2])
    give(SetTimetable(event=SLUG, lines=late, zone="Europe/Paris"))
    body = {"name": "Autumn", "start": f"event:{SLUG}", "starts_on": "2027-11-27"}
    assert of("dora").post("set_ups", body).status_code == 200
    taken = timetable_of(Tournament.objects.get(slug="autumn"))
    assert typed_text(taken.lines) == typed.replace("28 November 2026", "27 November 2027")
    assert {line.late for line in taken.lines} == {0}
