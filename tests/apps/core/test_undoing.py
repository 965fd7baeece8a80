"""Undo, redo and restore: what each is told as, what is refused and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest

from core.actors import CONSOLE, Actor
from core.journal import command as commands
from core.journal.command import Command, Row, Work
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import RestoreTo, UndoEntry, says
from core.models import JournalEntry
from people.commands import AddClub, AddPlayer
from people.models import Club, Player
from tests.apps.core.test_journal import do
from tournaments.event.commands.event import CreateDivision, CreateEvent

pytestmark = pytest.mark.django_db


def clubs(*slugs: str) -> None:
    for slug in slugs:
        do(AddClub(slug=slug, name=slug))


def stand() -> set[str]:
    return set(Club.objects.values_list("slug", flat=True))


def undo(seq: int, journal: str = "register") -> Row:
    return do(UndoEntry(journal=journal, seq=seq)).answer


def entry(seq: int) -> JournalEntry:
    return JournalEntry.objects.get(stream__key="register", seq=seq)


def refusal(command: Command) -> tuple[str, str, str | None]:
    """Returns the sentence, the code and the field of a refusal, which changes nothing."""
    before = stand(), JournalEntry.objects.count()
    with pytest.raises(Refused) as refused:
        do(command)
    assert (stand(), JournalEntry.objects.count()) == before
    return str(refused.value), refused.value.code, refused.value.field


def test_nobody_but_who_may_change_a_journal_takes_anything_back() -> None:
    clubs("one")
    for command in (UndoEntry(journal="register", seq=1), RestoreTo(journal="register", seq=0)):
        with pytest.raises(NotAllowed) as refused:
            execute(command, actor=Actor(name="visitor"))
        assert str(refused.value) == "Only an operator can do that."
        assert refused.value.code == "not_allowed"
    assert stand() == {"one"}


def test_undos_of_undos_are_told_as_what_they_come_to() -> None:
    clubs("one")
    told = [undo(seq) for seq in (1, 2, 3)]
    assert [answer["undone"] for answer in told] == [[1], [2], [3]]
    assert [answer["redone"] for answer in told] == [False, True, False]
    assert [answer["no"] for answer in told] == [1, 1, 1]
    assert [says(entry(seq)) for seq in (2, 3, 4)] == [
        "Undid log 1: Club one added",
        "Redid log 1: Club one added",
        "Undid log 1: Club one added",
    ]


def test_an_entry_that_was_undone_names_the_entry_that_undid_it() -> None:
    clubs("one", "two")
    undo(1)
    assert [entry(seq).undone_by for seq in (1, 2, 3)] == [3, None, None]
    undo(3)
    assert [entry(seq).undone_by for seq in (1, 2, 3)] == [None, None, 4]


def test_an_undo_takes_back_the_entry_of_its_own_journal() -> None:
    execute(CreateEvent(event="open", name="Open"), actor=CONSOLE)
    clubs("one")
    undo(1)
    assert stand() == set()
    assert list(JournalEntry.objects.filter(undone_by=None).values_list("stream__key", "seq")) == [
        ("event:open", 1),
        ("register", 2),
    ]


def test_what_is_not_there_or_already_undone_is_refused_by_its_number() -> None:
    clubs("one")
    undo(1)
    assert refusal(UndoEntry(journal="register", seq=7)) == (
        "There is no entry 7 in this log.",
        "journal.no_entry",
        None,
    )
    assert refusal(UndoEntry(journal="register", seq=1)) == (
        "Log 1 is already undone.",
        "undo.already",
        None,
    )


def test_an_entry_of_a_kind_that_this_program_does_not_know_is_refused() -> None:
    clubs("one")
    with writing():
        JournalEntry.objects.filter(seq=1).update(command="club.painted")
    assert refusal(UndoEntry(journal="register", seq=1)) == (
        "Log 1 was written by another version and is not known here.",
        "command.unknown",
        None,
    )


def test_an_entry_written_under_a_newer_schema_is_refused() -> None:
    clubs("one")
    with writing():
        JournalEntry.objects.filter(seq=1).update(schema=99)
    assert refusal(UndoEntry(journal="register", seq=1))[1] == "command.newer"


def test_what_a_restore_brought_back_is_not_done_once_more_by_the_undo_of_its_undo() -> None:
    clubs("one")
    undo(1)
    do(RestoreTo(journal="register", seq=1))
    assert stand() == {"one"}
    assert refusal(UndoEntry(journal="register", seq=2)) == (
        "Log 1 is not undone.",
        "redo.already",
        None,
    )


def test_who_builds_on_an_entry_is_named_with_its_number() -> None:
    clubs("one")
    do(AddPlayer(key="ada", given_name="Ada", club="one"))
    do(AddPlayer(key="bob", given_name="Bob", club="one"))
    said, code, field = refusal(UndoEntry(journal="register", seq=1))
    assert said.startswith("Log 1 cannot be undone: log 3 came later and builds on it (Player Bob")
    assert said.endswith("). Undo that first.")
    assert (code, field) == ("undo.moved_on", "3")


def test_neither_what_was_undone_nor_the_undo_is_named_as_in_the_way() -> None:
    clubs("one")
    for key in ("ada", "bob"):
        do(AddPlayer(key=key, given_name=key, club="one"))
    undo(3)
    assert refusal(UndoEntry(journal="register", seq=1))[2] == "2"


def test_done_again_a_row_is_as_it_was_when_it_went_and_not_as_it_was_first_written() -> None:
    # As in a journal that is older than a field, whose entries say nothing of it; another is older
    # still and has entries of the same numbers.
    do(CreateEvent(event="open", name="Open"))
    do(CreateDivision(event="open", name="A", planned_rounds=1))
    clubs("one")
    change = entry(1).changes[0]
    with writing():
        after = {name: value for name, value in change["after"].items() if name != "town"}
        written = JournalEntry.objects.filter(stream__key="register")
        written.update(changes=[{**change, "after": after}])
        Club.objects.update(town="Ithaca")
    undo(1)
    undo(2)
    assert Club.objects.get().town == "Ithaca"


def test_a_row_that_no_entry_of_the_journal_changed_is_not_blamed_on_one() -> None:
    clubs("one")
    with writing():
        Club.objects.update(name="Painted")
    assert refusal(UndoEntry(journal="register", seq=1)) == (
        "Log 1 cannot be undone, because a later entry builds on it.",
        "undo.moved_on",
        None,
    )


def test_a_row_that_went_without_the_journal_cannot_be_taken_back() -> None:
    clubs("one", "two")
    with writing():
        Club.objects.filter(slug="one").delete()
    assert refusal(UndoEntry(journal="register", seq=1)) == (
        "Log 1 cannot be undone, because a later entry builds on it.",
        "undo.moved_on",
        None,
    )
    undo(2)
    assert stand() == set()


def test_a_row_whose_place_was_taken_meanwhile_is_not_done_again() -> None:
    clubs("one")
    undo(1)
    clubs("one")
    said, code, field = refusal(UndoEntry(journal="register", seq=2))
    assert said.startswith("Log 2 cannot be undone: log 3 came later and builds on it (Club one")
    assert (code, field) == ("undo.moved_on", "3")


def test_what_is_done_again_stands_on_what_is_still_there() -> None:
    clubs("one")
    do(AddPlayer(key="ada", given_name="Ada", club="one"))
    undo(2)
    undo(1)
    assert refusal(UndoEntry(journal="register", seq=3)) == (
        "Log 3 cannot be undone, because a later entry builds on it.",
        "undo.moved_on",
        None,
    )
    undo(4)
    undo(3)
    assert Player.objects.get().club == Club.objects.get()


def test_a_restore_is_told_by_how_much_it_undid() -> None:
    clubs("one", "two", "three")
    do(RestoreTo(journal="register", seq=2))
    do(RestoreTo(journal="register", seq=0))
    assert [says(entry(seq)) for seq in (4, 5)] == [
        "Restored the state after log 2: 1 entry undone",
        "Restored the state after log 0: 2 entries undone",
    ]
    assert stand() == set()


def test_a_restore_names_one_moment_and_something_has_to_have_come_after_it() -> None:
    clubs("one")
    now = datetime.now(UTC)
    what: list[dict[str, Any]] = [{}, {"seq": 1, "moment": now}]
    for neither_nor_both in what:
        assert refusal(RestoreTo(journal="register", **neither_nor_both)) == (
            "Give an entry or a time.",
            "restore.what",
            "moment",
        )
    for last in (RestoreTo(journal="register", seq=1), RestoreTo(journal="register", moment=now)):
        assert refusal(last) == (
            "Nothing was done after that time.",
            "restore.nothing",
            None,
        )


def test_a_restore_to_a_moment_counts_the_entries_of_its_own_journal() -> None:
    at = [datetime(2026, 5, 1, hour, tzinfo=UTC) for hour in range(24)]
    do(CreateEvent(event="open", name="Open"), at=at[8])
    for name in "ABC":
        do(CreateDivision(event="open", name=name, planned_rounds=1), at=at[8])
    for hour, slug in enumerate(("one", "two"), 10):
        do(AddClub(slug=slug, name=slug), at=at[hour])
    done = do(RestoreTo(journal="register", moment=at[10]))
    assert stand() == {"one"}
    assert (done.answer["seq"], entry(done.seq).facts) == (1, {"seq": 1})
    assert do(RestoreTo(journal="register", moment=at[9])).answer["seq"] == 0
    assert stand() == set()


def test_undoing_a_restore_and_redoing_it_goes_there_and_back() -> None:
    clubs("one", "two", "three")
    undo(1)
    restored = do(RestoreTo(journal="register", seq=1)).seq
    assert stand() == {"one"}
    undo(restored)
    assert stand() == {"two", "three"}
    undo(restored + 1)
    assert stand() == {"one"}


@dataclass(frozen=True, kw_only=True)
class Ring(Command):
    """Rings a bell, which no ledger records, and notes what it is told of."""

    code = "bell.rung"
    records_rows = False
    told: ClassVar[list[tuple[str, datetime, int]]] = []

    def stream(self) -> str:
        return "register"

    def authorise(self, actor: Actor) -> None:
        pass

    def apply(self, work: Work) -> Row:
        return {}

    def sentence(self, answer: Row) -> str:
        return "Rang"

    def take_back(self, work: Work, entry: JournalEntry) -> None:
        self.told.append(("take_back", work.at, entry.seq))

    def redo(self, work: Work, entry: JournalEntry) -> None:
        self.told.append(("redo", work.at, entry.seq))

    def follow_undo(self, work: Work, entry: JournalEntry) -> None:
        self.told.append(("follow_undo", work.at, entry.seq))


@dataclass(frozen=True, kw_only=True)
class RingAndWrite(Ring):
    """Rings, and adds a club, which the ledger does record."""

    code = "bell.written"
    records_rows = True

    def apply(self, work: Work) -> Row:
        work.ledger.create(Club(slug="bell", name="Bell"))
        return {}


@pytest.mark.parametrize(
    ("kind", "back", "again"),
    [(Ring, "take_back", "redo"), (RingAndWrite, "follow_undo", "follow_undo")],
)
def test_a_command_is_told_when_it_is_undone_and_done_again(
    kind: type[Ring], back: str, again: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(commands.registry(), kind.code, kind)
    monkeypatch.setattr(Ring, "told", [])
    hours = [datetime(2026, 5, 1, hour, tzinfo=UTC) for hour in (10, 11, 12)]
    do(kind(), at=hours[0])
    do(UndoEntry(journal="register", seq=1), at=hours[1])
    do(UndoEntry(journal="register", seq=2), at=hours[2])
    assert Ring.told == [(back, hours[1], 1), (again, hours[2], 1)]
