"""The journal: who may write into it, and what one execution keeps."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from core.actors import CONSOLE, Actor
from core.journal.command import decode, encode
from core.journal.errors import Conflict, NotAllowed, Refused
from core.journal.execute import COPIES_COME_WITHIN, Done, execute, withhold
from core.journal.guard import writing
from core.journal.stream_file import replay, written
from core.journal.undo import RestoreTo, UndoEntry, says
from core.models import JournalEntry, Stream, Withheld
from people.commands import AddClub, AddPlayer, ChangePlayer
from people.models import Club, Player
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.results.commands.results import CorrectResult

pytestmark = [pytest.mark.both_databases("json", "transactions"), pytest.mark.django_db]


def do(command: Any, **more: Any) -> Done:
    return execute(command, actor=CONSOLE, **more)


def entries() -> list[JournalEntry]:
    return list(JournalEntry.objects.order_by("seq"))


def person(name: str, **flags: Any) -> Actor:
    return Actor(name=name, user=User.objects.create_user(name, password=None, **flags))


def test_only_operators_may_change_who_is_in_the_register() -> None:
    boss = person("desk", is_staff=True, is_superuser=True)
    execute(AddPlayer(key="one", given_name="One"), actor=boss)
    visitor, director = person("visitor"), person("dora", is_staff=True)
    gone = person("gone", is_staff=True, is_superuser=True)
    for actor in (visitor, director, Actor(name="nobody"), gone):
        if actor.name == "gone":
            actor.user.is_active = False
        with pytest.raises(NotAllowed):
            execute(ChangePlayer(key="one", given_name="Two"), actor=actor)
    assert [entry.actor for entry in entries()] == ["desk"]


def test_a_refused_command_writes_nothing_at_all() -> None:
    do(AddClub(slug="one", name="One"))
    with pytest.raises(Refused) as refused:
        do(AddPlayer(key="ada", given_name="Ada", club="two"))
    assert refused.value.field == "club"
    assert not Player.objects.exists()
    assert Stream.objects.get().seq == len(entries()) == 1


def test_entries_are_numbered_without_a_gap() -> None:
    for number in range(1, 4):
        assert do(AddClub(slug=f"c{number}", name="Club")).seq == number
    assert [entry.seq for entry in entries()] == [1, 2, 3]


def test_the_same_request_twice_is_done_once() -> None:
    first = do(AddClub(slug="one", name="One"), key="k1")
    again = do(AddClub(slug="one", name="One"), key="k1")
    assert again.seq == first.seq
    assert again.repeated
    assert again.answer == first.answer
    assert len(entries()) == 1


def test_a_command_with_lists_is_known_again_too() -> None:
    execute(CreateEvent(event="open", name="Open"), actor=CONSOLE)
    execute(CreateDivision(event="open", name="A", planned_rounds=1), actor=CONSOLE)
    entry = AddEntry(event="open", division="A", members=(Member(name="Ada"),))
    assert do(entry, key="k1").seq == do(entry, key="k1").seq


def test_another_request_under_a_used_key_is_a_conflict() -> None:
    do(AddClub(slug="one", name="One"), key="k1")
    with pytest.raises(Conflict):
        do(AddClub(slug="two", name="Two"), key="k1")


def test_nothing_is_done_under_a_key_that_was_withheld() -> None:
    assert withhold("register", "one") is None
    assert withhold("register", "one") is None
    with pytest.raises(
        Conflict, match="already answered with a question or a refusal, and nothing was done"
    ):
        do(AddClub(slug="ith", name="Ithaca"), key="one")
    assert not Club.objects.exists()
    assert do(AddClub(slug="ith", name="Ithaca"), key="two").seq == 1


def test_what_was_done_under_a_key_cannot_be_withheld_any_more() -> None:
    done = do(AddClub(slug="ith", name="Ithaca"), key="one")
    assert withhold("register", "one") == Done(done.seq, done.answer, repeated=True)
    assert not Withheld.objects.exists()


def test_withheld_keys_are_forgotten_when_no_copy_can_come_any_more() -> None:
    withhold("register", "old")
    Withheld.objects.update(at=timezone.now() - COPIES_COME_WITHIN)
    withhold("register", "new")
    assert list(Withheld.objects.values_list("key", flat=True)) == ["new"]


def test_undo_puts_rows_back_and_undoing_the_undo_does_them_again() -> None:
    do(AddPlayer(key="ada", given_name="Ada", family_name="Abbot"))
    do(ChangePlayer(key="ada", family_name="Botham"))
    do(UndoEntry(journal="register", seq=2))
    assert Player.objects.get().full_name == "Ada Abbot"
    do(UndoEntry(journal="register", seq=3))
    assert Player.objects.get().full_name == "Ada Botham"
    do(UndoEntry(journal="register", seq=4))
    do(UndoEntry(journal="register", seq=1))
    assert not Player.objects.exists()
    do(UndoEntry(journal="register", seq=6))
    assert Player.objects.get().full_name == "Ada Abbot"


def test_undo_is_refused_once_a_later_entry_builds_on_it_and_names_that_entry() -> None:
    do(AddClub(slug="one", name="One"))
    do(AddPlayer(key="ada", given_name="Ada", club="one"))
    do(ChangePlayer(key="ada", alias="Ace"))
    with pytest.raises(Refused, match=r"log 2 came later .*Player Ada  added"):
        do(UndoEntry(journal="register", seq=1))
    with pytest.raises(Refused, match=r"log 3 came later"):
        do(UndoEntry(journal="register", seq=2))


def test_nothing_is_undone_twice_and_nothing_unknown() -> None:
    do(AddClub(slug="one", name="One"))
    do(UndoEntry(journal="register", seq=1))
    for seq in (1, 7):
        with pytest.raises(Refused):
            do(UndoEntry(journal="register", seq=seq))


def test_restore_takes_back_everything_after_a_moment_in_one_entry() -> None:
    for hour, slug in enumerate(("one", "two", "three"), 10):
        do(AddClub(slug=slug, name=slug), at=datetime(2026, 5, 1, hour, tzinfo=UTC))
    do(UndoEntry(journal="register", seq=1), at=datetime(2026, 5, 1, 13, tzinfo=UTC))
    moment = datetime(2026, 5, 1, 10, 30, tzinfo=UTC)
    done = do(RestoreTo(journal="register", moment=moment))
    assert list(Club.objects.values_list("slug", flat=True)) == ["one"]
    effects = [[1, True], [3, False], [2, False]]
    assert JournalEntry.objects.get(seq=5).answer["effects"] == effects
    said = "Restored the state after log 1: 2 entries undone, 1 redone"
    assert says(entries()[-1]) == said
    wrongs: list[dict[str, Any]] = [{}, {"seq": 1, "moment": moment}]
    for neither_nor_both in wrongs:
        with pytest.raises(Refused):
            do(RestoreTo(journal="register", **neither_nor_both))
    do(UndoEntry(journal="register", seq=done.seq))
    assert set(Club.objects.values_list("slug", flat=True)) == {"two", "three"}


def test_a_restore_puts_back_the_net_difference_however_many_came_before() -> None:
    do(AddClub(slug="one", name="One"))
    for number in range(12):
        do(AddClub(slug=f"c{number}", name="Club"))
        done = do(RestoreTo(journal="register", seq=1))
        assert len(done.answer["effects"]) == 1
    assert Club.objects.count() == 1


def test_an_entry_of_a_newer_program_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        decode("club.added", {"slug": "one", "name": "One"}, 7)
    assert refused.value.code == "command.newer"


def test_a_reason_is_asked_for_where_one_is_needed() -> None:
    assert CorrectResult.needs_reason
    with pytest.raises(Refused) as refused:
        do(CorrectResult(event="x", division="A", round=1, entry=1), reason="  ")
    assert refused.value.field == "reason"


def test_a_command_survives_the_trip_through_plain_values() -> None:
    command = AddPlayer(key="ada", given_name="Ada")
    assert decode("player.added", encode(command)) == command


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({"key": "ada"}, None),
        ({"key": 3, "given_name": "Ada"}, None),
        ({"key": "ada", "given_name": "Ada", "shoe": 9}, "shoe"),
    ],
)
def test_a_malformed_command_names_what_is_wrong(payload: Any, field: str | None) -> None:
    with pytest.raises(Refused) as refused:
        decode("player.added", payload)
    assert refused.value.code == "command.malformed"
    assert refused.value.field == field


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(Refused):
        decode("player.vanished", {})


def test_every_entry_reads_as_a_sentence() -> None:
    do(AddPlayer(key="ada", given_name="Ada", family_name="Abbot"))
    do(ChangePlayer(key="ada", alias="Ace"))
    assert [says(entry) for entry in entries()] == [
        "Player Ada Abbot added",
        "Player Ada Abbot: changed alias",
    ]


def test_the_journal_and_its_file_say_with_which_device_and_an_older_file_says_none() -> None:
    dora = Actor(name="dora", trusted=True, device="Firefox on Linux, 10.0.0.7")
    execute(AddClub(slug="one", name="One"), actor=dora)
    lines = list(written("register"))
    assert JournalEntry.objects.get().device == "Firefox on Linux, 10.0.0.7"
    assert b'"device":"Firefox on Linux, 10.0.0.7"' in lines[1]
    older = lines[1].replace(b',"device":"Firefox on Linux, 10.0.0.7"', b"")
    for file, kept in ((lines[1], "Firefox on Linux, 10.0.0.7"), (older, "")):
        with writing():
            for table in (Club, JournalEntry, Stream):
                table.objects.all().delete()
        assert replay([lines[0], file]) == 1
        assert JournalEntry.objects.get().device == kept
