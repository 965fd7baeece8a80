"""Commands given over the API: done once, told in the log, and refused as at the desk."""

from __future__ import annotations

from typing import Any

import pytest

from core.models import Job, JournalEntry
from tests.apps.api.asking import DIVISION, SLUG, Program, error, of
from tests.builders.events import a_division, a_played_event, a_published_round, give
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("transactions")]

RESULTS = f"{DIVISION}/rounds/1/results"
RESULT = {"entry": 1, "score": 400, "opponent_score": 380}


@pytest.fixture
def program() -> Program:
    """Returns a program of the director of an event whose first round is being played."""
    give(CreateEvent(event=SLUG, name="Spring Open", director="dora"))
    a_division(SLUG, players=4)
    a_published_round(SLUG, "A", 1, players=4)
    return of("dora")


def _count() -> int:
    return JournalEntry.objects.count()


def test_a_command_is_answered_with_its_number_and_its_sentence_in_the_log(
    program: Program,
) -> None:
    answer = program.post(RESULTS, RESULT)
    entry = JournalEntry.objects.latest("pk")
    assert answer.json() == {
        "answer": entry.answer,
        "journal_entry": entry.seq,
        "sentence": "Round 1 of A: no. 1 Ada Abbot 400-380 no. 4 Dan Abbot",
        "repeated": False,
    }
    assert (entry.command, entry.actor) == ("result.entered", "dora")


def test_a_director_makes_an_event_under_their_own_name_only(program: Program) -> None:
    made = program.post("events", {"event": "autumn", "name": "Autumn Open"})
    assert made.status_code == 200
    assert Tournament.objects.get(slug="autumn").director == "dora"
    other = program.post("events", {"event": "winter", "name": "W", "director": "otto"})
    assert (other.status_code, error(other)["code"]) == (403, "not_allowed")


def test_a_request_that_is_sent_again_is_done_once_and_answered_the_same(
    program: Program,
) -> None:
    key = {"Idempotency-Key": "result-1"}
    lost = program.post(RESULTS, RESULT, **key).json()
    before = _count()
    again = program.post(RESULTS, RESULT, **key)
    assert again.json() == {**lost, "repeated": True}
    assert _count() == before


def test_a_key_that_comes_with_another_request_is_refused(program: Program) -> None:
    key = {"Idempotency-Key": "result-1"}
    program.post(RESULTS, RESULT, **key)
    before = _count()
    for path, body in ((RESULTS, {**RESULT, "score": 401}), (f"{DIVISION}/check_in", {})):
        answer = program.post(path, body, **key)
        assert (answer.status_code, error(answer)["code"]) == (422, "idempotency.conflict")
    assert _count() == before


def test_nobody_takes_the_key_of_another(program: Program) -> None:
    key = {"Idempotency-Key": "result-1"}
    program.post(RESULTS, RESULT, **key)
    boss = of("boss", operator=True)
    answer = boss.post(RESULTS, {**RESULT, "entry": 2}, **key)
    assert (answer.status_code, answer.json()["repeated"]) == (200, False)


def test_a_request_that_was_refused_can_be_sent_again_under_its_key(program: Program) -> None:
    key = {"Idempotency-Key": "change-1"}
    path, body = f"{DIVISION}/rounds/1/penalties/1", {"points": -10}
    refused = program.ask("PUT", path, body, **key)
    said = error(refused)
    assert (refused.status_code, said["code"], said["field"]) == (422, "reason.missing", "why")
    done = program.ask("PUT", path, {**body, "why": "late"}, **key)
    assert done.status_code == 200
    assert JournalEntry.objects.latest("pk").reason == "late"


def test_what_has_consequences_is_done_once_they_are_accepted(program: Program) -> None:
    change: dict[str, Any] = {"overrides": {"bye_spread": 75}}
    before = _count()
    asked = program.ask("PATCH", DIVISION, change)
    said = error(asked)
    assert (asked.status_code, said["code"]) == (409, "confirm")
    assert said["details"] == {"confirm": {"field": "confirmed", "value": True}}
    assert _count() == before
    assert program.ask("PATCH", DIVISION, {**change, "confirmed": True}).status_code == 200


def test_what_was_changed_since_it_was_read_is_not_changed_again(program: Program) -> None:
    path = f"{DIVISION}/entries/1"
    read = {"If-Match": program.get(path)["ETag"]}
    key = {"Idempotency-Key": "rating-1", **read}
    assert program.ask("PATCH", path, {"rating": 1500}, **key).status_code == 200
    before = _count()
    late = program.ask("PATCH", path, {"rating": 1600}, **read)
    assert (late.status_code, error(late)["code"]) == (412, "version.changed")
    assert Entry.objects.get(number=1).rating == 1500
    # The answer was lost: it is told again, though the tag is that of before.
    assert program.ask("PATCH", path, {"rating": 1500}, **key).json()["repeated"]
    assert _count() == before
    read = {"If-Match": program.get(path)["ETag"]}
    assert program.ask("PATCH", path, {"rating": 1700}, **read).status_code == 200


def test_a_tag_that_nothing_could_have_is_refused(program: Program) -> None:
    answer = program.post(f"{DIVISION}/check_in", {"here": [1]}, **{"If-Match": '"x"'})
    assert (answer.status_code, error(answer)["field"]) == (400, "If-Match")
    # Nor can what is no command hold to anything, even where something can be read.
    tag = program.get(f"{DIVISION}/forecast")["ETag"]
    asked = program.post(f"{DIVISION}/forecast", {}, **{"If-Match": tag})
    assert (asked.status_code, error(asked)["field"]) == (400, "If-Match")
    assert not Job.objects.filter(asked_by="dora").exists()


def test_of_two_who_correct_one_board_the_second_is_told(program: Program) -> None:
    program.post(RESULTS, RESULT)
    path = f"{RESULTS}/1"
    first, second = ({"If-Match": program.get(path)["ETag"]} for _ in range(2))
    body = {"score": 410, "opponent_score": 380, "why": "misread"}
    assert program.ask("PUT", path, body, **first).status_code == 200
    assert program.ask("PUT", path, {**body, "score": 420}, **second).status_code == 412
    version = program.get(path).json()["version"]
    seen = program.ask("PUT", path, {**body, "score": 420, "seen": version - 1})
    assert (seen.status_code, error(seen)["code"]) == (409, "board.changed")


def test_an_entry_of_the_log_is_undone_done_again_and_named_where_it_is_in_the_way(
    program: Program,
) -> None:
    entered = program.post(RESULTS, RESULT).json()["journal_entry"]
    journal = f"events/{SLUG}/journal"
    undone = program.post(f"{journal}/{entered}/undo", {}).json()
    assert program.get(f"{RESULTS}/1").json()["outcome"] is None
    assert program.get(f"{journal}/{entered}").json()["undone_by"] == undone["journal_entry"]
    program.post(f"{journal}/{undone['journal_entry']}/undo", {})
    assert program.get(f"{RESULTS}/1").json()["score"] == 400
    body = {"score": 410, "opponent_score": 380, "why": "misread"}
    corrected = program.ask("PUT", f"{RESULTS}/1", body).json()["journal_entry"]
    said = error(program.post(f"{journal}/{entered}/undo", {}))
    assert (said["code"], said["journal_entry"]) == ("undo.moved_on", corrected)


def test_an_event_is_restored_to_an_entry_of_its_log(program: Program) -> None:
    before = program.post(RESULTS, RESULT).json()["journal_entry"]
    program.post(RESULTS, {**RESULT, "entry": 2})
    answer = program.post(f"events/{SLUG}/restore", {"seq": before})
    assert answer.json()["answer"]["undone"] == 1
    assert program.get(f"{RESULTS}/2").json()["outcome"] is None


def test_a_whole_roster_is_entered_and_checked_in_at_once() -> None:
    a_played_event("other", rounds=1)
    give(CreateEvent(event=SLUG, name="Spring Open", director="dora"))
    program = of("dora")
    program.post(f"events/{SLUG}/divisions", {"name": "A", "planned_rounds": 3})
    entries = [{"members": [{"name": f"Player {letter}"}], "rating": 1500} for letter in "ABC"]
    assert program.post(f"{DIVISION}/roster", {"entries": entries}).status_code == 200
    assert program.post(f"{DIVISION}/check_in", {"here": [1, 2], "not_here": [3]}).json()
    roster = program.get(f"{DIVISION}/roster?fields=entry,presence").json()["items"]
    assert [one["presence"] for one in roster] == ["here", "here", "not_here"]
