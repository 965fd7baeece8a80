"""The handover sentence: at the desk and for programs."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.actors import Actor
from core.journal.execute import execute
from core.models import JournalEntry
from core.roles.commands import Invite, TakeUpInvitation
from core.roles.table import Role
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.consequences.halls import boards, two_halls
from tests.apps.tournaments.desk_events import SLUG, at, enter, entries_of, signed_in, undo
from tests.pages import main_words
from tournaments.handover.queries import handover_since
from tournaments.handover.wording import handover_text
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Tournament
from tournaments.results.commands.checking import ChooseResult, ReadAgain
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db
HANDOVER = f"events/{SLUG}/handover"


def told(since: JournalEntry | None) -> str:
    """Return the handover since an entry of the log."""
    event = Tournament.objects.get(slug=SLUG)
    sheets = [load_sheet(one, drafts=True) for one in event.divisions.order_by("position")]
    return str(handover_text(handover_since(event, sheets, since.at if since else None)))


def corrected() -> CorrectResult:
    """Return a correction of the first board of round 2 of A that turns nothing."""
    board = boards(2)[0]
    return CorrectResult(
        event=SLUG, division="A", round=2, entry=board.one.entry, score=470, opponent_score=380
    )


def test_whoever_may_see_the_desk_is_told_and_nobody_else() -> None:
    two_halls()
    assert Client().get(at("desk-event")).status_code == 302
    assert Program().get(HANDOVER).status_code == 401
    assert of("otto").get(HANDOVER).status_code == 403
    assert of("dora").get(HANDOVER).status_code == 200


def test_it_tells_results_corrections_and_rounds_since_then_and_what_is_next() -> None:
    two_halls()
    last = entries_of()[-1]
    for board in boards(3)[:3]:
        enter(3, board.one.entry, 400 + board.slot, 390)
    execute(corrected(), actor=Actor(name="robot", trusted=True), reason="misread")
    said = told(last).partition(": ")[2]
    left = boards(3)[3].number
    assert said == (
        "3 results of round 3 of A and 1 correction (A round 2, board 1). Next: in A, the result"
        f" of board {left} of round 3, then pair round 4; in B, pair round 3."
    )
    undo()
    assert "correction" not in told(last)
    assert "A published round 1" in told(None)
    assert told(None).startswith("Since the beginning: ")


def test_slips_that_were_read_again_and_choices_are_told_by_name() -> None:
    two_halls()
    board = boards(3)[0]
    entry, last = board.one.entry, entries_of()[-1]
    game: dict[str, Any] = {"event": SLUG, "division": "A", "round": 3, "entry": entry}
    enter(3, entry, 423, 389)
    for who, score in (("eve", 423), ("eva", 432)):
        reading = ReadAgain(**game, score=score, opponent_score=389)
        execute(reading, actor=Actor(name=who, trusted=True))
    choice = ChooseResult(**game, claim=1, score=423, opponent_score=389)
    execute(choice, actor=Actor(name="robot", trusted=True))
    said = told(last)
    assert "2 slips read once more and 1 exception settled. Next" in said


def test_nothing_since_is_said_and_the_desk_tells_since_the_readers_own_last_entry() -> None:
    two_halls()
    assert "nothing else was entered" in told(entries_of()[-1])
    client = signed_in("dora")
    assert "Since the beginning" in main_words(client.get(at("desk-event")))
    execute(corrected(), actor=Actor(name="dora", trusted=True), reason="misread")
    page = main_words(client.get(at("desk-event")))
    assert "Since the beginning" not in page
    assert "nothing else was entered" in page
    assert "5 of A" not in main_words(client.get(at("desk-event"), {"since": "00:00"}))


def test_who_has_just_taken_up_an_invitation_is_told_everything() -> None:
    two_halls()
    signed_in("dora")
    client, stream = signed_in("nora"), f"event:{SLUG}"
    until, made = timezone.now() + timedelta(days=1), Actor(name="robot", trusted=True)
    hashes = {"link_hash": "0" * 64, "code_hash": "1" * 64}
    invited = Invite(
        journal=stream, key="abcd", role=Role.VIEWER, made_by="dora", until=until, **hashes
    )
    execute(invited, actor=made)
    execute(
        TakeUpInvitation(journal=stream, key="abcd", account="nora"),
        actor=Actor(name="nora", trusted=True),
    )
    assert "Since the beginning" in main_words(client.get(at("desk-event")))


@pytest.mark.parametrize("typed", ["25:99", "soon", "9999-99-99T00:00", "0001-01-01T00:00+14:00"])
def test_what_is_no_time_is_said_in_a_sentence(typed: str) -> None:
    two_halls()
    page = signed_in("dora").get(at("desk-event"), {"since": typed})
    assert f"“{typed}” is no time; type it as 14:05." in main_words(page)
    assert (
        error(of("dora").get(f"{HANDOVER}?since={typed.replace('+', '%2B')}"))["field"] == "since"
    )


def test_programs_are_told_what_each_division_waits_for() -> None:
    two_halls()
    answer = of("dora").get(f"{HANDOVER}?since=2020-01-01T00:00").json()
    assert [(one["division"], one["step"], one["round"]) for one in answer["next"]] == [
        ("A", "pair", 4),
        ("B", "pair", 3),
    ]
    assert [one["round"] for one in answer["next"][0]["missing"]] == [3]
    assert "8 results of round 1" not in answer["text"]
    assert "4 results of round 1 of A" in answer["text"]


def test_it_takes_four_queries_however_long_the_log_is() -> None:
    two_halls()
    undo()
    event = Tournament.objects.get(slug=SLUG)
    with CaptureQueriesContext(connection) as asked:
        handover_since(event, [], None)
    assert len(asked) == 4
    assert all(re.search("COUNT|DISTINCT", one["sql"]) for one in asked)
