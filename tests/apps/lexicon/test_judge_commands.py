"""Stations of the judge: who may open one, what they judge by, and a log that is evidence."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.utils import timezone

from core.errors import UserError
from core.journal.command import CONSOLE, Actor, Command
from core.journal.errors import Conflict, NotAllowed, Refused
from core.journal.execute import Done, execute
from core.journal.guard import writing
from core.journal.stream_file import replay, written
from core.journal.undo import RestoreTo, UndoEntry, says
from core.models import JournalEntry, Stream
from lexicon.casual import casual_list
from lexicon.commands.judge import (
    RULINGS_A_MINUTE,
    ChangeJudge,
    CloseJudge,
    JoinJudge,
    LeaveJudge,
    OpenJudge,
    RuleChallenge,
)
from lexicon.models import JudgeStation, Lexicon
from lexicon.places import Chosen
from tests.apps.lexicon.stations import PIN, KnownPlaces, chosen, give, spring, station
from tests.builders.lexica import imported_list

__all__ = ["spring"]

pytestmark = pytest.mark.django_db

DORA, PAT = Actor(name="dora"), Actor(name="pat")
DEVICE = Actor(name="judge Hall 1, device a3f2", trusted=True)
HASH = make_password(PIN)
OPEN = OpenJudge(station="hall-1", name="Hall 1", pin_hash=HASH, place="spring/A")


def rule(
    *words: str, key: str | None = None, at: Any = None, shown: str = "", actor: Actor = DEVICE
) -> Done:
    row = JudgeStation.objects.get(key="hall-1")
    command = RuleChallenge(
        station="hall-1", words=words, device="a3f2", shown_hash=shown or row.lexicon_hash
    )
    return execute(command, actor=actor, key=key, at=at)


def code_of(command: Command, actor: Actor = CONSOLE) -> str:
    with pytest.raises(Refused) as refused:
        execute(command, actor=actor)
    return refused.value.code


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


def test_a_second_opinion_is_heard_beside_the_verdict() -> None:
    imported_list("LONG", ["CAT", "TAC"])
    station(second_opinion="LONG")
    answers = [rule(word).answer for word in ("CAT", "TAC", "AX")]
    assert [answer["acceptable"] for answer in answers] == [True, False, True]
    assert [answer["second_acceptable"] for answer in answers] == [True, True, False]
    assert answers[0]["second_lexicon"] == "LONG"


def test_a_second_opinion_is_another_list_of_the_same_letters() -> None:
    imported_list("ITA", ["CASA"], tile_set="it")
    for other in ("SHORT", "ITA"):
        with pytest.raises(Refused) as refused:
            station(second_opinion=other)
        assert (refused.value.code, refused.value.field) == ("lexicon.second", "second_opinion")
    imported_list("LONG", ["CAT", "TAC"])
    station(second_opinion="LONG")
    for first, second in (("LONG", None), ("ITA", None), (None, "ITA")):
        changed = ChangeJudge(station="hall-1", lexicon=first, second_opinion=second)
        assert code_of(changed) == "lexicon.second"
    give(ChangeJudge(station="hall-1", lexicon="LONG", second_opinion="SHORT"))
    assert rule("TAC").answer["second_acceptable"] is False


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


def test_a_list_that_is_imported_anew_changes_no_frozen_judge() -> None:
    row = station()
    with writing():
        Lexicon.objects.filter(code="SHORT").delete()
    fresh = imported_list("SHORT", ["TAC"])
    assert fresh.sha256 != row.lexicon_hash
    assert rule("CAT").answer["acceptable"] is True
    assert code_of(ChangeJudge(station="hall-1", lexicon="SHORT")) == "nothing_changed"
    give(ChangeJudge(station="hall-1", anew=True))
    assert JudgeStation.objects.get().lexicon_hash == fresh.sha256
    assert rule("CAT").answer["acceptable"] is False


def test_a_list_that_was_put_away_stays_with_the_judge_that_has_it_and_comes_to_no_other() -> None:
    imported_list("LONG", ["CAT", "TAC"])
    station(second_opinion="LONG")
    with writing():
        Lexicon.objects.update(is_put_away=True)
    give(ChangeJudge(station="hall-1", name="Hall 2", lexicon="SHORT", second_opinion="LONG"))
    assert rule("TAC").answer["second_acceptable"] is True
    assert code_of(ChangeJudge(station="hall-1", anew=True)) == "judge.put_away"
    give(ChangeJudge(station="hall-1", second_opinion=""))
    assert rule("TAC").answer["second_acceptable"] is None
    assert code_of(ChangeJudge(station="hall-1", second_opinion="LONG")) == "judge.put_away"


def test_a_judge_of_a_place_follows_its_lexicon_and_tells_when_it_changed(
    spring: KnownPlaces,
) -> None:
    execute(OPEN, actor=DORA)
    before = spring.known["spring/A"].lexicon
    assert before is not None
    assert rule("CAT", shown=before.sha256).answer["acceptable"] is True
    now = chosen("OTHER", ("TAC",))
    spring.put("spring/A", lexicon=now, second=before)
    with pytest.raises(Refused) as refused:
        rule("CAT", shown=before.sha256)
    assert refused.value.code == "judge.lexicon_changed"
    answer = rule("CAT", shown=now.sha256).answer
    assert (answer["acceptable"], answer["second_acceptable"]) == (False, True)
    assert (answer["place"], answer["lexicon"]) == ("spring/A", "OTHER")


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"lexicon": None}, "judge.no_lexicon"), ({"casual": True}, "judge.casual")],
)
def test_a_judge_without_a_lexicon_that_may_judge_gives_no_verdict(
    spring: KnownPlaces, changes: dict[str, Any], code: str
) -> None:
    execute(OPEN, actor=DORA)
    head = casual_list()
    if changes.pop("casual", False):
        changes["lexicon"] = Chosen(head.code, head.sha256)
    spring.put("spring/A", **changes)
    with pytest.raises(Refused) as refused:
        rule("CAT", shown=head.sha256)
    assert refused.value.code == code
    spring.known.clear()
    with pytest.raises(Refused) as refused:
        rule("CAT", shown=head.sha256)
    assert refused.value.code == "judge.place_unknown"


def test_the_casual_list_judges_where_it_was_chosen_and_is_never_the_one_not_chosen() -> None:
    code = casual_list().code
    command = OpenJudge(station="hall-1", name="Hall 1", pin_hash=HASH)
    assert code_of(command) == "judge.no_lexicon"
    station(lexicon=code)
    assert rule("CAT").answer["acceptable"] is True


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


def test_words_whose_files_are_gone_give_no_verdict() -> None:
    station()
    with writing():
        JudgeStation.objects.update(lexicon_hash="0" * 64)
    with pytest.raises(Refused) as refused:
        rule("CAT", shown="0" * 64)
    assert refused.value.code == "judge.no_words"


def test_many_rulings_within_a_minute_have_to_wait() -> None:
    station()
    now = timezone.now()
    for number in range(RULINGS_A_MINUTE):
        rule("CAT", at=now + timedelta(seconds=number))
    with pytest.raises(Refused) as refused:
        rule("CAT", at=now + timedelta(seconds=59))
    assert refused.value.code == "judge.wait"
    assert rule("CAT", at=now + timedelta(seconds=61)).answer["acceptable"] is True


def test_five_wrong_pins_within_five_minutes_have_to_wait_and_right_ones_do_not_count() -> None:
    station()
    now = timezone.now()
    wrong = [JoinJudge, LeaveJudge, JoinJudge, LeaveJudge, JoinJudge]
    for number, kind in enumerate(wrong):
        at = now + timedelta(seconds=number)
        execute(kind(station="hall-1", device="a3f2", right=True), actor=DEVICE, at=at)
        execute(kind(station="hall-1", device="a3f2", right=False), actor=DEVICE, at=at)
    leave = LeaveJudge(station="hall-1", device="a3f2", right=True)
    with pytest.raises(Refused) as refused:
        execute(leave, actor=DEVICE, at=now + timedelta(minutes=4, seconds=59))
    assert refused.value.code == "judge.pins"
    execute(leave, actor=DEVICE, at=now + timedelta(minutes=5, seconds=1))


def test_a_clock_that_is_set_back_keeps_nobody_from_judging() -> None:
    station()
    now = timezone.now()
    for number in range(RULINGS_A_MINUTE):
        rule("CAT", at=now + timedelta(seconds=number))
    before = now - timedelta(hours=1)
    for number in range(RULINGS_A_MINUTE):
        assert rule("CAT", at=before + timedelta(seconds=number)).answer["acceptable"] is True
    with pytest.raises(Refused, match=r"again in 49 s") as refused:
        rule("CAT", at=before + timedelta(seconds=11))
    assert refused.value.code == "judge.wait"


def test_wrong_pins_of_a_clock_that_was_set_back_since_let_nobody_wait() -> None:
    station()
    now = timezone.now()
    join = JoinJudge(station="hall-1", device="a3f2", right=False)
    for _ in range(5):
        execute(join, actor=DEVICE, at=now)
    leave = LeaveJudge(station="hall-1", device="a3f2", right=True)
    execute(leave, actor=DEVICE, at=now - timedelta(hours=1))


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
        "Wrong PIN: device a3f2 wanted to become a judge",
        "Device a3f2 became a judge",
        "Wrong PIN: device a3f2 wanted to leave the judge",
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
