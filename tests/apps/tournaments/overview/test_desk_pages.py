"""The pages of the desk: how far each round is, what is missing, the boards, the log, the jobs."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.journal.undo import UndoEntry, says
from core.models import Job
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    set_up,
    signed_in,
)
from tests.pages import source, source_at, words, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.closing.queries.unfinished import look_at
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateEvent
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.kernel.desk.round_lines import RoundLine, round_lines
from tournaments.kernel.queries.play import round_state
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Tournament
from tournaments.overview.views.overview import division_desks
from tournaments.overview.views.tabs import TABS
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db


def _page(desk: Client, name: str, query: str = "") -> str:
    return words_at(desk, reverse(f"desk-{name}", kwargs={"slug": SLUG}) + query)


def _lines() -> tuple[RoundLine, ...]:
    return round_lines(load_sheet(division(), drafts=True))


def test_the_states_of_the_overview_are_those_that_commands_go_by(spring: Tournament) -> None:
    steps: list[Any] = [
        lambda: set_up(1, (1, 2)),
        lambda: publish(1, (1, 2), (3, 4)),
        lambda: enter(1, 1, 400, 380),
        lambda: enter(1, 3, 400, 380),
        lambda: give(
            AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), confirmed=True)
        ),
        lambda: publish(2, (1, 3), (2, 4), byes=(5,)),
        lambda: give(WithdrawEntry(event=SLUG, division="A", entry=5, from_round=3)),
        lambda: set_up(3, (1, 4), (2, 3)),
        lambda: give(CloseEvent(event=SLUG, confirmed=True)),
    ]
    seen = set()
    for step in steps:
        step()
        held = division()
        rows = {row.number: row for row in held.rounds.all()}
        expected = [round_state(held, rows.get(number)) for number in (1, 2, 3)]
        assert [line.state for line in _lines()] == expected
        seen.update(expected)
    assert seen == {"planned", "draft", "published", "complete", "closed"}


def test_the_overview_names_missing_results_by_board_and_entries_without_a_seat(
    desk: Client,
) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    set_up(2, (1, 3))
    page = _page(desk, "event")
    assert "Division A, round 1 lacks results of board 2." in page
    assert "Division A, round 2 lacks a seat for #2 Bea, #4 Dov." in page
    assert "Round 1 published; round 2 draft; round 3 planned." in page


def test_the_overview_names_a_start_that_was_drawn_and_not_recorded(desk: Client) -> None:
    give(ChangeRules(event=SLUG, division="A", overrides={"start_mode": "draw"}))
    publish(1, (1, 2), (3, 4))
    said = "Division A, round 1, board 1: the start was drawn but not recorded."
    assert said in _page(desk, "event")


def test_the_next_step_follows_the_event(spring: Tournament) -> None:
    said = []

    def note() -> None:
        step = division_desks(look_at(Tournament.objects.get(slug=SLUG)))[0].next_step
        said.append(step.title if step else "")

    note()
    set_up(1, (1, 2))
    note()
    set_up(1, (1, 2), (3, 4))
    note()
    publish(1, (1, 3), (2, 4))
    note()
    enter(1, 1, 1, 0)
    enter(1, 2, 1, 0)
    note()
    give(CloseEvent(event=SLUG, confirmed=True))
    note()
    assert said == [
        "Check everybody in: 4 entries are left",
        "Finish the draft of round 1",
        "Publish round 1: 2 boards",
        "Finish round 1: 2 results missing",
        "Pair round 2: 4 players, 2 boards",
        "",
    ]


def test_what_the_table_refuses_is_named_with_its_reason_and_is_no_link(desk: Client) -> None:
    give(CloseEvent(event=SLUG, confirmed=True))
    answer = desk.get(reverse("desk-event", kwargs={"slug": SLUG}))
    said = "The event is closed; open it again first."
    assert re.search(
        rf"What cannot be done now, and why [^:]*Add an entry[^:]*: {said}", words(answer)
    )
    assert b"add-entry" not in answer.content
    form = desk.get(reverse("desk-add-entry", kwargs={"slug": SLUG}) + "?division=A").content
    (step,) = re.findall(rb'href="([^"]*)">Open the event again', form)
    assert desk.get(step.decode()).status_code == 200


def test_the_overview_asks_as_often_for_thirty_entries_as_for_four(
    spring: Tournament, django_assert_num_queries: Any
) -> None:
    publish(1, (1, 2), (3, 4))
    with django_assert_num_queries(10):
        division_desks(look_at(spring))
    for number in range(30):
        member = Member(name=f"Late {number}")
        give(AddEntry(event=SLUG, division="A", members=(member,), confirmed=True))
    with django_assert_num_queries(10):
        division_desks(look_at(spring))


def test_results_are_entered_where_the_boards_are_listed(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    address = reverse("desk-round", kwargs={"slug": SLUG})
    page = desk.get(address).content
    action = re.search(r'action="([^"]+enter-result[^"]+)"', page.decode())
    assert action is not None
    sent = {
        "token": hidden(page),
        "seen": hidden(page, "seen"),
        "score": "423",
        "opponent_score": "389",
    }
    for _ in range(2):
        answer = desk.post(action[1].replace("&amp;", "&"), sent)
        assert answer["Location"] == f"{address}?division=A&round=1"
    assert says(entries_of()[-1]) == "Round 1 of A: no. 1 Ada 423-389 no. 2 Bea"
    assert "1 of 2 results" in words_at(desk, address)
    assert desk.get(address).content.count(b" autofocus") == 1


def test_a_round_without_boards_says_so_and_offers_setting_it_up(desk: Client) -> None:
    page = _page(desk, "round", "?division=A&round=2")
    assert "This round is not paired yet." in page
    assert re.search(
        r"and why [^:]*Enter a result[^:]*: The round is not paired yet; pair it first\.", page
    )


def test_the_log_has_the_newest_first_with_who_why_and_what_was_taken_back(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    give(UndoEntry(journal=f"event:{SLUG}", seq=9), reason="wrong board")
    page = _page(desk, "log")
    assert page.index("Undid log 9") < page.index("undone by log 10") < page.index("Event Spring")
    assert "robot. Reason: wrong board" in page
    assert "Redo log 9" in page
    address = reverse("desk-undo", kwargs={"slug": SLUG}) + "?seq=10"
    desk.post(address, {"token": hidden(desk.get(address).content)})
    assert "redone by log 11" in _page(desk, "log")
    assert division().rounds.get().boards.filter(result__isnull=False).count() == 1


def test_an_undo_that_cannot_be_names_the_later_entry(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    address = reverse("desk-undo", kwargs={"slug": SLUG}) + "?seq=8"
    answer = desk.post(address, {"token": hidden(desk.get(address).content)})
    assert answer.status_code == 422
    assert "log 9 came later" in words(answer)


def test_restoring_says_first_what_goes_back(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    page = _page(desk, "restore", "?seq=5")
    assert "3 entries will be taken back:" in page
    assert "Log 8: Round 1 of A published" in page


@pytest.fixture
def afternoon(desk: Client) -> Client:
    """Round 1 set up at 13:00, published at 13:01, and a result at 14:40, all UTC."""
    where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}
    pairs = (HandPairing(one=1, two=2), HandPairing(one=3, two=4))
    for at, command in (
        ("13:00", SetUpRound(**where, boards=pairs)),
        ("13:01", PublishRound(**where)),
        ("14:40", EnterResult(**where, entry=1, score=400, opponent_score=380)),
    ):
        give(command, at=datetime.fromisoformat(f"2026-05-02T{at}Z"))
    return desk


def test_the_log_offers_a_time_to_restore_to_and_says_first_what_goes_back(
    afternoon: Client,
) -> None:
    log = afternoon.get(reverse("desk-log", kwargs={"slug": SLUG}))
    assert "Restore to a time (UTC)" in words(log)
    action = re.search(r'<form method="get" action="([^"]+)"', source(log))
    assert action is not None
    before = entries_of()
    page = afternoon.get(action[1], {"moment": "2026-05-02T13:00"})
    assert "To 2026-05-02 13:00:00 UTC 2 entries will be taken back:" in words(page)
    assert "Log 8: Round 1 of A published" in words(page)
    assert "Log 7:" not in words(page)
    assert entries_of() == before
    answer = afternoon.post(page.wsgi_request.get_full_path(), {"token": hidden(page.content)})
    assert answer["Location"] == reverse("desk-log", kwargs={"slug": SLUG})
    assert says(entries_of()[-1]) == "Restored the state after log 7: 2 entries undone"
    assert entries_of()[-1].payload["seq"] is None


@pytest.mark.parametrize(("typed", "back"), [("16:40", 0), ("16:39", 1), ("15:00:30", 2)])
def test_a_time_to_restore_to_is_one_of_the_installation(
    afternoon: Client, typed: str, back: int
) -> None:
    with timezone.override("Europe/Paris"):
        page = _page(afternoon, "restore", f"?moment=2026-05-02T{typed}")
    assert "CEST" in page
    assert f"{back} entr{'y' if back == 1 else 'ies'} will be taken back:" in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "This field is required."),
        ("noon", "Enter a valid date/time."),
        ("2026-02-30T12:00", "Enter a valid date/time."),
        ("2026-10-25T02:30", "it may be ambiguous or it may not exist."),
        ("0001-01-01T00:00", "Enter a later time."),
    ],
)
def test_a_time_that_is_none_is_said_and_the_log_offered_instead(
    desk: Client, typed: str, said: str
) -> None:
    with timezone.override("Europe/Paris"):
        page = _page(desk, "restore", f"?moment={typed}")
    assert f"The time to restore to: {said}" in page.replace("2026-10-25 02:30:00 couldn", said)
    assert "Which entry of the log?" in page


def test_a_time_after_which_nothing_was_done_is_refused(afternoon: Client) -> None:
    address = reverse("desk-restore", kwargs={"slug": SLUG}) + "?moment=2026-05-02T15:00"
    page = afternoon.get(address)
    assert "Nothing was done later." in words(page)
    answer = afternoon.post(address, {"token": hidden(page.content)})
    assert answer.status_code == 422
    assert "Nothing was done after that time." in words(answer)


def test_the_log_is_shown_in_pages(desk: Client) -> None:
    for points in range(1, 120):
        give(ChangeRules(event=SLUG, division="A", overrides={"bye_spread": 200 + points}))
    assert "Page 1 of 2" in _page(desk, "log")
    assert "Event Spring made" in _page(desk, "log", "?page=2")
    assert "Event Spring made" in _page(desk, "log", "?page=99")


def test_the_overview_names_the_rule_set_of_a_division(desk: Client) -> None:
    page = source_at(desk, reverse("desk-event", kwargs={"slug": SLUG}))
    assert "4 entries; 3 rounds, NASPA rules of January 2022" in page


def _job(**values: Any) -> Job:
    job = ask_to_rate(Tournament.objects.get(slug=SLUG), ["A"])
    Job.objects.filter(pk=job.pk).update(**values)
    return job


def test_a_running_job_shows_its_progress_and_the_page_loads_itself_again(desk: Client) -> None:
    started = datetime.now(UTC) - timedelta(seconds=10)
    job = _job(state=Job.State.RUNNING, started_at=started, done=1, total=2)
    answer = desk.get(reverse("desk-job", kwargs={"number": job.pk}))
    assert answer["Refresh"] == "2"
    assert b'<progress max="2" value="1"' in answer.content
    assert "1 of 2 steps" in words(answer)
    assert "about 10 s" in words(answer)
    assert desk.get(reverse("desk-event", kwargs={"slug": SLUG}))["Refresh"] == "2"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"state": Job.State.DONE}, "See the ratings on the public pages"),
        ({"state": Job.State.FAILED, "error": "Division A cannot be rated."}, "cannot be rated."),
    ],
)
def test_a_job_that_ended_says_what_came_of_it_and_stays_still(
    desk: Client, values: dict[str, Any], said: str
) -> None:
    job = _job(**values)
    answer = desk.get(reverse("desk-job", kwargs={"number": job.pk}))
    assert said in words(answer)
    assert not answer.has_header("Refresh")
    assert not desk.get(reverse("desk-event", kwargs={"slug": SLUG})).has_header("Refresh")


def test_asking_for_ratings_leads_to_the_job(desk: Client) -> None:
    answer = desk.post(reverse("desk-rate", kwargs={"slug": SLUG}))
    job = Job.objects.get()
    assert answer["Location"] == reverse("desk-job", kwargs={"number": job.pk})
    assert (job.asked_by, job.arguments["divisions"]) == ("dora", ["A"])


def test_an_event_without_a_rated_division_says_so(desk: Client) -> None:
    give(CreateEvent(event="bare", name="Bare", director="dora"))
    answer = desk.post(reverse("desk-rate", kwargs={"slug": "bare"}), follow=True)
    assert "No division of this event is rated here." in words(answer)


def test_a_fault_shows_the_number_under_which_it_was_logged(
    spring: Tournament, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_spring: Tournament) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tournaments.overview.views.event.division_desks", fail)
    client = signed_in("dora")
    client.raise_request_exception = False
    answer = client.get(reverse("desk-event", kwargs={"slug": SLUG}))
    assert answer.status_code == 500
    assert answer["X-Request-ID"] in source(answer)
    assert any(record.exc_info for record in caplog.records)


def test_the_keys_of_the_tabs_have_no_gap_and_the_foot_names_the_last() -> None:
    digits = [digit for _, _, _, digit in TABS]
    assert digits == list(range(1, len(digits) + 1))
    new_event()
    page = source_at(signed_in("dora"), reverse("desk-event", args=(SLUG,)))
    assert f"Keys <kbd>1</kbd> to <kbd>{digits[-1]}</kbd>" in page
