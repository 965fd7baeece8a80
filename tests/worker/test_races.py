"""Several people at once on one event: each in a thread and on a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections

from core.actors import CONSOLE
from core.journal.command import Command
from core.journal.errors import Conflict, Refused
from core.journal.execute import Done, execute
from core.models import JournalEntry, Stream
from people.commands import AddClub
from people.models import Club
from tests.builders.events import a_division, a_published_round, give
from tests.builders.open_event import A, division, result
from tests.depth import times
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Board, Entry, Result, Tournament
from tournaments.results.commands.results import CorrectResult, EnterResult

pytestmark = [pytest.mark.both_databases("locks"), pytest.mark.django_db(transaction=True)]

Outcome = Done | Refused | Conflict
PLAYERS, ROUNDS = 12, 8


@pytest.fixture(autouse=True, params=range(times(1)))
def _turn() -> None:
    """Runs each race once, and more often where the run is deep: who wins is drawn."""


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Runs each call in a thread of its own, all let go at the same moment.

    Returns what each returned. Whatever one raises, the test fails with it.
    """
    together = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            together.wait(timeout=30)
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def outcome(command: Command, **more: Any) -> Outcome:
    """Returns the outcome of a command; what is no answer to a person goes on its way."""
    try:
        return execute(command, actor=CONSOLE, **more)
    except (Refused, Conflict) as no:
        return no


def told_apart(outcomes: list[Outcome]) -> tuple[list[Done], list[Refused | Conflict]]:
    """Returns the commands that were done, and those that were not."""
    done = [one for one in outcomes if isinstance(one, Done)]
    return done, [one for one in outcomes if not isinstance(one, Done)]


@pytest.fixture
def event() -> None:
    """An event of twelve entries."""
    give(CreateEvent(event="open", name="Open"))
    a_division("open", players=PLAYERS, planned=ROUNDS)


@pytest.fixture
def published(event: None) -> tuple[int, int]:
    """Round 1 published; returns who meets on the first board."""
    return a_published_round("open", "A", 1, players=PLAYERS)[0]


@pytest.mark.parametrize("people", [2, 8])
def test_commands_given_at_once_are_each_done_once_and_numbered_without_a_gap(
    event: None, people: int
) -> None:
    before = JournalEntry.objects.filter(stream__key="event:open").count()

    def enter(person: int) -> list[Outcome]:
        names = [f"Late {person}/{turn}" for turn in range(5)]
        return [outcome(AddEntry(**A, members=(Member(name=name),), rating=900)) for name in names]

    told = at_once(*(lambda person=person: enter(person) for person in range(people)))
    done, others = told_apart([one for list_ in told for one in list_])
    assert others == []
    count = 5 * people
    assert sorted(one.seq for one in done) == list(range(before + 1, before + count + 1))
    stream = Stream.objects.get(key="event:open")
    numbers = list(stream.entries.order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, stream.seq + 1))
    late = Entry.objects.filter(name__startswith="Late")
    assert set(late.values_list("name", flat=True)) == {
        f"Late {person}/{turn}" for person in range(people) for turn in range(5)
    }
    assert late.count() == count
    assert {one.answer["key"] for one in done} == set(late.values_list("key", flat=True))
    entered = Entry.objects.order_by("number").values_list("number", flat=True)
    assert list(entered) == list(range(1, PLAYERS + count + 1))


@pytest.mark.parametrize("people", [2, 8])
def test_one_request_sent_several_times_at_once_is_done_once_and_answered_every_time(
    event: None, people: int
) -> None:
    command = AddEntry(**A, members=(Member(name="Twice Sent"),), rating=900)
    told = at_once(*[lambda: outcome(command, key="k1")] * people)
    done, others = told_apart(told)
    assert others == []
    assert len({one.seq for one in done}) == 1
    assert [one.answer for one in done] == [done[0].answer] * people
    assert sorted(one.repeated for one in done) == [False, *[True] * (people - 1)]
    assert Entry.objects.filter(name="Twice Sent").count() == 1


def test_two_requests_under_one_key_at_once_are_one_done_and_one_conflict(event: None) -> None:
    told = at_once(
        *(
            lambda name=name: outcome(AddEntry(**A, members=(Member(name=name),)), key="k1")
            for name in ("One", "Other")
        )
    )
    (_,), (other,) = told_apart(told)
    assert isinstance(other, Conflict)
    assert Entry.objects.filter(name__in=("One", "Other")).count() == 1


@pytest.mark.parametrize("people", [2, 8])
def test_an_event_made_by_several_at_once_is_made_once(transactional_db: None, people: int) -> None:
    told = at_once(
        *(
            lambda person=person: outcome(CreateEvent(event="new", name=f"New {person}"))
            for person in range(people)
        )
    )
    (done,), others = told_apart(told)
    assert done.seq == 1
    assert {no.code for no in others} == {"event.taken"}
    assert Tournament.objects.count() == 1
    assert JournalEntry.objects.count() == Stream.objects.get().seq == 1


def test_the_first_commands_of_a_new_journal_are_all_done(transactional_db: None) -> None:
    told = at_once(
        *(lambda n=n: outcome(AddClub(slug=f"club-{n}", name=f"Club {n}")) for n in range(8))
    )
    done, others = told_apart(told)
    assert others == []
    assert sorted(one.seq for one in done) == list(range(1, 9))
    assert Club.objects.count() == 8


def test_of_two_who_enter_the_same_board_one_is_refused(published: tuple[int, int]) -> None:
    one, two = published
    told = at_once(
        lambda: outcome(EnterResult(**A, round=1, entry=one, score=400, opponent_score=300)),
        lambda: outcome(EnterResult(**A, round=1, entry=two, score=310, opponent_score=400)),
    )
    (done,), (no,) = told_apart(told)
    assert (type(no), no.code) == (Refused, "result.there")
    held = result(one)
    assert {held.score_one, held.score_two} == ({400, 300} if told[0] is done else {400, 310})
    assert Result.objects.filter(board=held.board).count() == 1


def test_of_two_who_correct_the_board_they_both_saw_one_has_a_conflict(
    published: tuple[int, int],
) -> None:
    one, _ = published
    give(EnterResult(**A, round=1, entry=one, score=400, opponent_score=300))
    seen = Board.objects.get(result__isnull=False).version

    def correction(score: int) -> Outcome:
        command = CorrectResult(**A, round=1, entry=one, score=score, opponent_score=300, seen=seen)
        return outcome(command, reason="misread")

    told = at_once(lambda: correction(410), lambda: correction(420))
    (done,), (no,) = told_apart(told)
    assert (type(no), no.code) == (Conflict, "board.changed")
    held = result(one)
    assert (410 if told[0] is done else 420) in (held.score_one, held.score_two)


def test_who_reads_while_rounds_are_published_sees_whole_rounds(event: None) -> None:
    over: list[bool] = []

    def direct() -> None:
        try:
            for number in range(1, ROUNDS + 1):
                a_published_round("open", "A", number, players=PLAYERS)
                late = (Member(name=f"Late {number}"),)
                give(AddEntry(**A, members=late, confirmed=True))
                give(WithdrawEntry(**A, entry=PLAYERS + number, from_round=number + 1))
        finally:
            over.append(True)

    def read() -> int:
        count = 0
        while not over:
            _is_whole(load_sheet(division()))
            count += 1
        return count

    _, *reads = at_once(direct, read, read)
    assert all(reads)
    last = load_sheet(division())
    _is_whole(last)
    assert last.last_round == ROUNDS


def _is_whole(sheet: Sheet) -> None:
    """Checks that a sheet holds every published round with all its boards, seats and sides.

    Whoever came after round n is absent in rounds 1 to n, and was withdrawn from the next on.
    """
    assert list(sheet.stages) == list(range(1, sheet.last_round + 1))
    assert {board.round for board in sheet.boards} == set(sheet.stages)
    for number, boards in sheet.by_round.items():
        games = [board for board in boards if board.two is not None]
        seated = sorted(seat.entry for board in games for seat in board.seats)
        assert seated == list(range(1, PLAYERS + 1))
        assert all({seat.side for seat in game.seats} == {"first", "second"} for game in games)
        alone = {board.one.entry for board in boards if board.two is None}
        assert alone == {entry for entry in sheet.entries if entry >= PLAYERS + number}
