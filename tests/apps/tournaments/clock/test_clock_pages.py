"""The pages of the clocks: who may, the buttons of the desk, and what everybody is told."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from core.models import JournalEntry, StoredPage
from tests.apps.tournaments.clock.clock_events import clocks, last
from tests.apps.tournaments.desk_events import SLUG, at, enter, give, new_event, publish, signed_in
from tournaments.clock.commands.notices import Announce
from tournaments.clock.commands.timing import StartClock
from tournaments.clock.forms import nearest
from tournaments.public.jobs.mirror import mirror_event

pytestmark = pytest.mark.django_db

HALL = f"/events/{SLUG}/clock/"


def two_divisions() -> None:
    """Make an event of divisions A and B; round 1 of A is published."""
    new_event(divisions="AB")
    publish(1, (1, 2), (3, 4))


def text_of(client: Client, address: str) -> str:
    """Return a page, its entities as characters."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def pressed(client: Client, words: str) -> Any:
    """Press a button of the page of the clocks at the desk, the first with these words."""
    page = text_of(client, at("desk-clock"))
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.S) if words in one)
    action = re.findall(r'action="([^"]+)"', form)[0]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    return client.post(action, fields)


def test_only_who_works_at_the_event_sees_its_desk_and_only_who_directs_it_has_buttons() -> None:
    two_divisions()
    assert Client().get(at("desk-clock")).status_code == 302
    otto = signed_in("otto")
    assert otto.get(at("desk-clock")).status_code == 403
    assert otto.post(at("desk-start-clock"), {}).status_code == 403
    assert "Start the round" in text_of(signed_in("dora"), at("desk-clock"))
    assert Client().get(HALL).status_code == 200


def test_one_press_starts_the_round_everywhere_and_gives_it_five_minutes_more() -> None:
    two_divisions()
    dora = signed_in("dora")
    assert pressed(dora, "Start the round").url == at("desk-clock")
    assert pressed(dora, "5 minutes more").status_code == 302
    told = clocks()["A"]
    assert told.state is not None
    assert (told.stage.kind, told.state.added_s) == ("left", 300)
    assert pressed(dora, "Pause").status_code == 302
    assert pressed(dora, "Go on").status_code == 302
    assert pressed(dora, "Lunch for 60 minutes").status_code == 302
    assert last().command == "clock.break_called"


def test_a_form_takes_a_time_of_day_and_a_board_and_says_what_is_wrong() -> None:
    two_divisions()
    dora = signed_in("dora")
    local = timezone.localtime()
    form = {"token": "a" * 32, "at": f"{local:%H:%M}", "divisions": ["A"], "length": "45"}
    assert dora.post(at("desk-announce-start"), form).status_code == 302
    state = clocks()["A"].state
    assert state is not None
    assert (timezone.localtime(state.starts_at).strftime("%H:%M"), state.length_s) == (
        *(f"{local:%H:%M}", 2700),
    )
    more = {"token": "b" * 32, "minutes": "2", "board": "2", "divisions": ["A"]}
    assert dora.post(at("desk-add-time"), more).status_code == 302
    assert last().payload["seconds"] == 120
    wrong = dora.post(at("desk-add-time"), {**more, "token": "c" * 32, "board": "9"})
    assert wrong.status_code == 422
    assert "Round 1 has no board 9." in unescape(wrong.content.decode())


def test_a_time_of_day_is_the_nearest_of_a_start_and_the_next_of_an_end() -> None:
    now = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)
    an_hour_ago = timezone.localtime(now).replace(hour=timezone.localtime(now).hour - 1).time()
    assert (nearest(now, an_hour_ago, past=True) - now).total_seconds() == -3600
    assert (nearest(now, an_hour_ago, past=False) - now).total_seconds() == 23 * 3600


def test_what_everybody_reads_is_stored_once_for_a_command_and_holds_without_a_script() -> None:
    two_divisions()
    give(StartClock(event=SLUG))
    give(Announce(event=SLUG, text="<b>Tea</b> is served."))
    reader = Client()
    first = reader.get(HALL)
    shown = unescape(first.content.decode())
    ends = timezone.localtime(clocks()["A"].state.ends_at)  # type: ignore[union-attr] # it was started
    assert f"Round 1 runs until {ends:%H:%M}" in shown
    assert "&lt;b&gt;Tea&lt;/b&gt;" in first.content.decode()
    assert "Check-in is open" in shown
    stages = json.loads(unescape(re.findall(r'data-stages="([^"]+)"', first.content.decode())[0]))
    assert [one["counted"] for one in stages] == [
        *("Round 1 starts in {time}", "Round 1: {time} left", "Round 1: {time} over")
    ]
    made = StoredPage.objects.get(path=HALL)
    again = reader.get(HALL, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert StoredPage.objects.get(path=HALL).stored_at == made.stored_at
    assert "Round 1 runs until" in text_of(reader, f"/events/{SLUG}/A/pairings/")


def test_a_round_whose_results_are_in_is_timed_no_more() -> None:
    two_divisions()
    give(StartClock(event=SLUG))
    enter(1, 1, 400, 300)
    assert "Round 1 runs until" in text_of(Client(), HALL)
    enter(1, 3, 400, 300)
    page = text_of(Client(), HALL)
    assert "Round 2 comes next" in page
    assert "Round 1 runs until" not in page


def test_the_desk_takes_as_many_queries_for_one_division_as_for_five(
    django_assert_max_num_queries: Any,
) -> None:
    new_event(divisions="ABCDE")
    publish(1, (1, 2), (3, 4))
    give(StartClock(event=SLUG))
    dora = signed_in("dora")
    dora.get(at("desk-clock"))
    with django_assert_max_num_queries(14):
        dora.get(at("desk-clock"))
    assert JournalEntry.objects.filter(command="clock.started").count() == 1


def test_the_mirror_has_the_clock_as_times_of_day_and_without_a_script(tmp_path: Path) -> None:
    two_divisions()
    give(StartClock(event=SLUG))
    mirror_event(SLUG, tmp_path, progress=lambda _done, _of: None)
    page = (tmp_path / "clock" / "index.html").read_text(encoding="utf-8")
    assert "Round 1 runs until" in page
    assert "<script" not in page
    standings = (tmp_path / "A" / "standings" / "index.html").read_text(encoding="utf-8")
    assert "Round 1 runs until" in standings
    assert "clock.js" not in standings
