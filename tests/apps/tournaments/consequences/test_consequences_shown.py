"""The panel of consequences in forms, the page of a log entry, and what programs are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from core.journal.execute import execute
from core.locks import exclusive
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.consequences.halls import boards, two_halls
from tests.apps.tournaments.desk_events import (
    ROBOT,
    SLUG,
    at,
    entries_of,
    give,
    hidden,
    signed_in,
    undo,
)
from tests.pages import main_words, source
from tournaments.rounds.commands.pairing import PairRound

pytestmark = pytest.mark.django_db
WITHOUT = "desk-without"


def correcting(client: Client, **typed: Any) -> Any:
    """Send the form that turns the winner of the first board of round 2 of A."""
    entry = boards(2)[0].one.entry
    address = f"{at('desk-correct-result')}?division=A&round=2&entry={entry}"
    page = client.get(address)
    sent = {"token": hidden(page.content), "score": 300, "opponent_score": 450, "reason": "played"}
    return client.post(address, sent | typed)


def result_entered() -> JournalEntry:
    """Return the entry of the last result of round 2 of A."""
    results = [e for e in entries_of() if e.command == "result.entered"]
    return next(e for e in reversed(results) if e.payload["division"] == "A")


def test_whoever_may_undo_an_entry_sees_the_parallel_hall_without_it_and_nobody_else() -> None:
    two_halls()
    where = {"seq": result_entered().seq}
    viewer, judge = signed_in("vic", staff=False), signed_in("jo", staff=False)
    for name, role in (("vic", Role.VIEWER), ("jo", Role.JUDGE)):
        execute(GiveRole(journal=f"event:{SLUG}", account=name, role=role), actor=ROBOT)
    assert viewer.get(at(WITHOUT), where).status_code == 403
    assert "Without this" not in main_words(viewer.get(at("desk-log")))
    told = main_words(judge.get(at(WITHOUT), where))
    assert "Places As it is" not in told
    assert "Entering results is for the owner" in told
    assert f"{at(WITHOUT)}?seq={where['seq']}" not in source(judge.get(at("desk-log")))
    assert Client().get(at(WITHOUT), where).status_code == 302
    assert signed_in("stranger", staff=False).get(at(WITHOUT), where).status_code == 403
    client = signed_in("dora")
    assert client.get(at(WITHOUT), where).status_code == 200
    assert client.get(at(WITHOUT)).status_code == 200
    for wrong in ({"seq": 9999}, {"seq": "x"}):
        assert client.get(at(WITHOUT), wrong).status_code == 404


def test_a_form_shows_what_it_would_change_without_a_reason_and_does_nothing() -> None:
    two_halls()
    before, client = len(entries_of()), signed_in("dora")
    page = correcting(client, look="1")
    told = main_words(page)
    assert page.status_code == 200
    assert "What this would change" in told
    assert "Round 3 of A, paired by King of the hill" in told
    assert "Its boards stay as they are, because it is published." in told
    assert "Places Now With it" in told
    assert "New ratings Now With it" in told
    assert len(entries_of()) == before


def test_changing_the_winner_after_the_next_round_is_published_leads_to_it() -> None:
    two_halls()
    page = correcting(signed_in("dora"), why="slip misread")
    told = main_words(page)
    assert page.status_code == 422
    assert told.index("Before you confirm") < told.index("What this would change")
    assert entries_of()[-1].command == "round.published"


def test_what_would_be_refused_is_said_at_the_form() -> None:
    two_halls()
    board = boards(2)[0].one
    page = correcting(signed_in("dora"), look="1", score=board.score, opponent_score=380)
    assert "This would change nothing." in main_words(page)


def test_the_log_leads_to_the_hall_without_an_entry() -> None:
    two_halls()
    client, entry = signed_in("dora"), result_entered()
    link = f"{at(WITHOUT)}?seq={entry.seq}"
    assert link in source(client.get(at("desk-log")))
    told = main_words(client.get(link))
    assert f"Without log {entry.seq}" in told
    assert "Places As it is" in told
    assert "New ratings As it is" in told
    founding = main_words(client.get(at(WITHOUT), {"seq": 1}))
    assert "Without log 1 there would be nothing to compare." in founding


def test_the_log_offers_to_leave_out_what_can_be_and_two_do_not_ask_at_once() -> None:
    two_halls()
    client, entry = signed_in("dora"), result_entered()
    log = source(client.get(at("desk-log")))
    assert f"{at(WITHOUT)}?seq={entry.seq}" in log
    assert f'{at(WITHOUT)}?seq=1"' not in log
    first = next(one for one in entries_of() if one.command == "round.published")
    assert f'{at(WITHOUT)}?seq={first.seq - 1}"' not in log
    with exclusive(f"parallel-hall:{SLUG}"):
        told = main_words(client.get(at(WITHOUT), {"seq": entry.seq}))
    assert "Ask again in a moment." in told
    undo()
    undone = entries_of()[-1]
    log = source(client.get(at("desk-log")))
    assert f'{at(WITHOUT)}?seq={undone.seq}"' not in log
    assert f'{at(WITHOUT)}?seq={undone.seq - 1}"' not in log


def test_programs_are_told_what_a_command_would_change_and_who_may_not_give_it_is_not() -> None:
    two_halls()
    board, before = boards(2)[0], len(entries_of())
    wanted: dict[str, Any] = {
        "command": "result.corrected",
        "fields": {
            "division": "A",
            "round": 2,
            "entry": board.one.entry,
            "score": 300,
            "opponent_score": 450,
        },
    }
    path = f"events/{SLUG}/consequences"
    assert Program().post(path, wanted).status_code == 401
    assert of("otto").post(path, wanted).status_code == 403
    told = of("dora").post(path, wanted).json()
    assert {one["division"] for one in told["places"]} == {"A"}
    assert [one["round"] for one in told["boards"]] == [3]
    assert told["unfit"] == []
    elsewhere = {**wanted, "fields": {**wanted["fields"], "event": "other"}}
    assert error(of("dora").post(path, elsewhere))["code"] == "consequences.event"
    assert of("dora").post(path, {"command": "nothing", "fields": {}}).status_code == 422
    assert len(entries_of()) == before


def test_programs_are_told_what_would_be_without_an_entry() -> None:
    two_halls()
    path = f"events/{SLUG}/log/{result_entered().seq}/without"
    assert of("otto").get(path).status_code == 403
    told = of("dora").get(path).json()
    assert told["places"]
    assert of("dora").get(f"events/{SLUG}/log/9999/without").status_code == 404
    assert of("dora").get(f"events/{SLUG}/log/1/without").status_code == 422


def test_a_withdrawal_shows_whom_the_draft_would_pair_and_the_guided_step_leads_to_it() -> None:
    two_halls()
    here: dict[str, Any] = {"event": SLUG, "division": "B", "round": 3}
    give(PairRound(**here, method="koth", repeats=3))
    client, before = signed_in("dora"), len(entries_of())
    page = client.get(f"{at('desk-departure')}?division=B&round=3&entry=1")
    assert b'<button name="look" value="1" class="button-quiet">' in page.content
    sent = {"entry": 1, "from_round": 3, "look": "1", "token": hidden(page.content)}
    told = main_words(client.post(f"{at('desk-withdraw-entry')}?division=B", sent))
    assert "Round 3 of B, paired by King of the hill" in told
    assert "Its draft stays as it is until you pair the round again." in told
    assert " alone" in told.partition("With it")[2]
    assert len(entries_of()) == before
