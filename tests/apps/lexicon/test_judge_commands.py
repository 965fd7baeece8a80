"""Stations of the judge: who may open, change and use one, and a log that is evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User

from core.actors import Actor
from core.errors import UserError
from core.journal.errors import Conflict, NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.stream_file import replay, written
from core.journal.undo import RestoreTo, UndoEntry, says
from core.models import JournalEntry, Stream
from lexicon.commands.judge import (
    ChangeJudge,
    CloseJudge,
    JoinJudge,
    LeaveJudge,
    OpenJudge,
    RuleChallenge,
)
from lexicon.models import JudgeStation, Lexicon
from tests.apps.lexicon.stations import PIN, KnownPlaces, code_of, give, rule, spring, station
from tests.builders.lexica import imported_list

__all__ = ["spring"]

pytestmark = [pytest.mark.both_databases("constraints", "json"), pytest.mark.django_db]

DORA, PAT = (Actor(name=name, user=User(username=name)) for name in ("dora", "pat"))
HASH = make_password(PIN)
OPEN = OpenJudge(station="hall-1", name="Hall 1", pin_hash=HASH, place="spring/A")


def test_only_staff_open_a_judge_of_no_place() -> None:
    imported_list("SHORT", ["AX"])
    command = OpenJudge(station="hall-1", name="Hall 1", pin_hash=HASH, lexicon="SHORT")
    with pytest.raises(NotAllowed):
        execute(command, actor=DORA)
    staff = User.objects.create_user("sam", is_staff=True)
    execute(command, actor=Actor(name="sam", user=staff))
    assert JudgeStation.objects.get().lexicon == "SHORT"
    boss = Actor(name="boss", user=User.objects.create_user("boss", is_superuser=True))
    execute(replace(command, station="hall-2"), actor=boss)
    execute(CloseJudge(station="hall-2"), actor=boss)


def test_who_directs_a_place_runs_its_judges_and_nobody_else_does(spring: KnownPlaces) -> None:
    change = ChangeJudge(station="hall-1", clears_after_s=20)
    sam = Actor(name="sam", user=User.objects.create_user("sam", is_staff=True))
    undo, redo = (UndoEntry(journal="judge:hall-1", seq=seq) for seq in (1, 2))
    for other in (PAT, sam):
        with pytest.raises(NotAllowed):
            execute(OPEN, actor=other)
    execute(OPEN, actor=DORA)
    for other in (PAT, sam):
        for command in (change, CloseJudge(station="hall-1"), undo):
            with pytest.raises(NotAllowed):
                execute(command, actor=other)
    execute(undo, actor=DORA)
    for other in (PAT, sam):
        with pytest.raises(NotAllowed):
            execute(redo, actor=other)
    execute(redo, actor=DORA)
    execute(change, actor=DORA)
    execute(UndoEntry(journal="judge:hall-1", seq=4), actor=DORA)
    execute(CloseJudge(station="hall-1"), actor=DORA)
    assert JudgeStation.objects.get().clears_after_s == 10
    assert not JudgeStation.objects.get().is_open


def test_only_a_device_rules_and_tries_a_pin(spring: KnownPlaces) -> None:
    execute(OPEN, actor=DORA)
    for command in (
        RuleChallenge(station="hall-1", words=("AX",), device="x", shown_hash=""),
        JoinJudge(station="hall-1", device="x", right=True),
        LeaveJudge(station="hall-1", device="x", right=True),
    ):
        with pytest.raises(NotAllowed):
            execute(command, actor=DORA)


def test_a_ruling_keeps_what_was_asked_and_by_which_words() -> None:
    row = station()
    assert rule("CAT", "AX").answer == {
        "place": "",
        "lexicon": "SHORT",
        "sha256": row.lexicon_hash,
        "acceptable": True,
        "second_lexicon": "",
        "second_sha256": "",
        "second_acceptable": None,
    }
    entry = JournalEntry.objects.get(command="judge.ruled")
    assert entry.facts["ruling"] == entry.answer
    assert entry.payload["words"] == ["CAT", "AX"]
    assert entry.payload["device"] == "a3f2"
    assert entry.actor == "judge Hall 1, device a3f2"
    assert says(entry) == "CAT, AX: acceptable (SHORT)"
    assert rule("CAT", "TAC").answer["acceptable"] is False


def test_a_ruling_stands_whatever_is_undone() -> None:
    station()
    done = rule("CAT")
    joined = give(JoinJudge(station="hall-1", device="a3f2", right=True))
    for seq in (done.seq, joined.seq):
        assert code_of(UndoEntry(journal="judge:hall-1", seq=seq)) == "judge.evidence"
    assert code_of(UndoEntry(journal="judge:hall-1", seq=1)) == "judge.used"
    assert code_of(RestoreTo(journal="judge:hall-1", seq=1)) == "judge.evidence"
    assert JudgeStation.objects.get().is_open


def test_a_judge_that_was_never_used_can_be_taken_back() -> None:
    station()
    give(UndoEntry(journal="judge:hall-1", seq=1))
    assert not JudgeStation.objects.exists()


def test_sending_twice_gives_the_verdict_again_and_rules_once() -> None:
    station()
    first, second = rule("CAT", key="rule:1"), rule("CAT", key="rule:1")
    assert (first.repeated, second.repeated) == (False, True)
    assert first.answer == second.answer
    assert JournalEntry.objects.filter(command="judge.ruled").count() == 1
    with pytest.raises(Conflict):
        rule("DOG", key="rule:1")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"place": "nowhere/B"}, "judge.place_unknown"),
        ({"place": "", "second_opinion": "SPRING"}, "judge.no_lexicon"),
        ({"lexicon": "SPRING"}, "judge.of_place"),
        ({"second_opinion": "SPRING"}, "judge.of_place"),
        ({"place": "", "lexicon": "NONE"}, "lexicon.unknown"),
        ({"place": "", "lexicon": ""}, "judge.no_lexicon"),
        ({"pin_hash": "4711"}, "judge.pin"),
        ({"name": "  "}, "field.invalid"),
        ({"name": "x" * 41}, "field.invalid"),
        ({"rack": 9}, "row.invalid"),
        ({"clears_after_s": 0}, "row.invalid"),
        ({"station": "no slug"}, "field.invalid"),
    ],
)
def test_what_cannot_be_opened_is_refused_and_nothing_is_written(
    spring: KnownPlaces, fields: dict[str, Any], code: str
) -> None:
    with pytest.raises(UserError) as refused:
        give(replace(OPEN, **fields))
    assert refused.value.code == code
    assert not JudgeStation.objects.exists()
    assert not Stream.objects.filter(key__startswith="judge").exists()


def test_a_place_that_is_over_gets_no_judge_and_a_key_is_taken_once(spring: KnownPlaces) -> None:
    spring.put("spring/A", is_over=True)
    assert code_of(OPEN) == "judge.place_over"
    spring.put("spring/A", is_over=False)
    give(OPEN)
    assert code_of(OPEN) == "judge.taken"


def test_a_closed_judge_neither_rules_nor_changes(spring: KnownPlaces) -> None:
    station(lexicon="SHORT")
    give(CloseJudge(station="hall-1"))
    with pytest.raises(Refused) as refused:
        rule("CAT")
    assert refused.value.code == "judge.closed"
    assert code_of(ChangeJudge(station="hall-1", name="Hall 2")) == "judge.closed"
    give(UndoEntry(journal="judge:hall-1", seq=2))
    assert rule("CAT").answer["acceptable"] is True


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "play.empty"),
        (("A",), "word.short"),
        (("C4T",), "tile.unknown"),
        (("A" * 16,), "word.long"),
        (("AX",) * 9, "play.words"),
    ],
)
def test_what_cannot_be_judged_is_no_ruling(words: tuple[str, ...], code: str) -> None:
    station()
    with pytest.raises(Refused) as refused:
        rule(*words)
    assert refused.value.code == code
    assert not JournalEntry.objects.filter(command="judge.ruled").exists()


def test_nine_words_are_judged_where_a_rack_has_eight_tiles() -> None:
    station(rack=8)
    assert rule(*("AX",) * 9).answer["acceptable"] is True


def test_the_log_says_who_joined_left_and_had_the_wrong_pin() -> None:
    station()
    for kind in (JoinJudge, LeaveJudge):
        for right in (False, True):
            give(kind(station="hall-1", device="a3f2", right=right))
    imported_list("LONG", ["CAT"])
    give(ChangeJudge(station="hall-1", name="Hall 2", second_opinion="LONG"))
    give(CloseJudge(station="hall-1"))
    assert [says(entry) for entry in JournalEntry.objects.order_by("seq")] == [
        "Hall 1 opened with SHORT",
        "Wrong PIN: device a3f2 tried to become a judge",
        "Device a3f2 became a judge",
        "Wrong PIN: device a3f2 tried to leave the judge",
        "Device a3f2 left the judge",
        "Hall 2: changed its name, its second opinion",
        "Hall 2 closed",
    ]


def test_no_pin_is_written_down() -> None:
    station()
    entry = JournalEntry.objects.get()
    assert check_password(PIN, entry.payload["pin_hash"])
    assert PIN not in (*entry.payload.values(), *entry.changes[0]["after"].values())


def test_a_journal_is_replayed_where_neither_words_nor_places_are(spring: KnownPlaces) -> None:
    station(lexicon="", place="spring/A")
    held = spring.known["spring/A"].lexicon
    assert held is not None
    for words in (("CAT",), ("TAC",)):
        rule(*words, shown=held.sha256)
    lines = list(written("judge:hall-1"))
    with writing():
        JournalEntry.objects.all().delete()
        Stream.objects.all().delete()
        JudgeStation.objects.all().delete()
        Lexicon.objects.all().delete()
    spring.known.clear()
    assert replay(lines) == 3
    rulings = JournalEntry.objects.filter(command="judge.ruled").order_by("seq")
    assert [entry.answer["acceptable"] for entry in rulings] == [True, False]
    assert list(written("judge:hall-1")) == lines
