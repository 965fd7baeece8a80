"""A published round rearranged: only the boards named change, and the sheet says when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from core import phrases
from core.actors import CONSOLE, Actor
from core.journal.command import Command
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import Done, execute
from core.journal.undo import RestoreTo, UndoEntry
from tests.builders.events import a_division, give, undo
from tests.builders.grounds import built_once
from tests.builders.refusals import refused
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.moving import MoveEntry
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.failover.queries.replay_digest import differences, project
from tournaments.kernel.queries.sheet import BoardLine, load_sheet
from tournaments.models import Board, Division, Entry, Result, Round, Seat, Tournament
from tournaments.results.commands.results import EnterResult, RecordSitOut
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import (
    PairWaiting,
    SwapSeats,
    TakeBoardApart,
    UnpublishRound,
)
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = [pytest.mark.both_databases("constraints"), pytest.mark.django_db]

A: dict[str, Any] = {"event": "open", "division": "A"}
R1 = A | {"round": 1}
PAIRS = (HandPairing(one=1, two=4), HandPairing(one=2, two=5), HandPairing(one=3, two=6))
AT = datetime(2026, 5, 2, 10, 42, tzinfo=UTC)
LATER = datetime(2026, 5, 2, 10, 50, tzinfo=UTC)


@pytest.fixture(autouse=True)
@built_once
def seven_in_round_one() -> None:
    """Seven players; round 1 published: 1-4, 2-5, 3-6, and 7 has the bye."""
    give(CreateEvent(event="open", name="Open"))
    a_division("open", players=7, planned=7)
    give(SetUpRound(**R1, boards=PAIRS, byes=(7,)))
    give(PublishRound(**R1))


def accept(command: Command) -> Done:
    """Gives a command that asks back, accepting what it says."""
    with pytest.raises(NeedsConfirmation):
        give(command, "as it was")
    accepted = replace(command, confirmed=True)  # type: ignore[call-arg]
    return execute(accepted, actor=CONSOLE, reason="as it was", at=AT)


def boards() -> dict[frozenset[int], BoardLine]:
    sheet = load_sheet(Division.objects.select_related("tournament").get(name="A"), drafts=True)
    return {frozenset(seat.entry for seat in board.seats): board for board in sheet.boards}


def pairs() -> set[frozenset[int]]:
    return set(boards())


def seats() -> dict[frozenset[int], list[tuple[int, str]]]:
    return {players: sides(board) for players, board in boards().items()}


def sides(board: BoardLine) -> list[tuple[int, str]]:
    return [(seat.entry, seat.side) for seat in board.seats]


@pytest.mark.parametrize(
    "command",
    [
        SwapSeats(**R1, one=1, two=2),
        PairWaiting(**R1, one=1, two=2),
        TakeBoardApart(**R1, entry=1),
        UnpublishRound(**R1),
        RecordPlayed(**R1, entry=1, opponent=2, score=400, opponent_score=300),
        MoveEntry(**A, entry=1, to="B"),
    ],
)
def test_nobody_but_the_director_rearranges(command: Command) -> None:
    with pytest.raises(NotAllowed):
        execute(command, actor=Actor(name="somebody"), reason="to try")


def test_a_swap_changes_two_boards_and_no_other() -> None:
    before = boards()
    accept(SwapSeats(**R1, one=4, two=5))
    after = boards()
    assert pairs() == {frozenset(p) for p in ({1, 5}, {2, 4}, {3, 6}, {7})}
    assert after[frozenset({3, 6})] == before[frozenset({3, 6})]
    assert after[frozenset({1, 5})].number == before[frozenset({1, 4})].number
    assert all(sides(after[frozenset(p)])[0][1] for p in ({1, 5}, {2, 4}))


def test_the_sheet_says_when_it_was_changed_and_on_which_boards() -> None:
    accept(SwapSeats(**R1, one=4, two=5))
    assert Round.objects.get().changed_at == AT
    changed = Board.objects.exclude(changed_at=None).values_list("number", "changed_at")
    assert sorted(changed) == [(1, AT), (2, AT)]


def test_a_swap_undone_is_as_it_was() -> None:
    before = boards()
    done = accept(SwapSeats(**R1, one=4, two=5))
    undo("event:open", done.seq)
    now = boards()
    assert {k: sides(b) for k, b in now.items()} == {k: sides(b) for k, b in before.items()}


def test_an_undone_swap_is_a_change_of_the_sheet_too() -> None:
    done = accept(SwapSeats(**R1, one=4, two=5))
    undone = undo("event:open", done.seq, at=LATER)
    assert Round.objects.get().changed_at == LATER
    changed = Board.objects.exclude(changed_at=None).values_list("number", "changed_at")
    assert sorted(changed) == [(1, LATER), (2, LATER)]
    undo("event:open", undone.seq, at=AT)
    assert set(Board.objects.exclude(changed_at=None).values_list("changed_at", flat=True)) == {AT}
    assert frozenset({1, 5}) in pairs()


def test_a_restore_taken_back_leaves_no_trace_but_when_the_sheet_changed() -> None:
    accept(SwapSeats(**R1, one=4, two=5))
    played = RecordPlayed(**R1, entry=1, opponent=6, score=410, opponent_score=390)
    last = accept(played).seq
    event = Tournament.objects.get()
    before = project(event)
    restored = execute(RestoreTo(journal="event:open", seq=last - 2), actor=CONSOLE, at=AT)
    undo("event:open", restored.seq, at=LATER)
    slots = {(1, board.slot) for board in boards().values() if board.changed_at == LATER}
    assert len(slots) == 3
    outcomes = before["divisions"]["A"]["outcomes"]
    marked = [[*r[:5], LATER.isoformat(), *r[6:]] if (r[0], r[1]) in slots else r for r in outcomes]
    before["divisions"]["A"]["outcomes"] = marked
    assert differences(before, project(event)) == []


def test_what_was_done_to_a_draft_is_not_undone_under_its_publication() -> None:
    second = A | {"round": 2}
    give(SetUpRound(**second, boards=PAIRS, byes=(7,)))
    swapped = give(SwapSeats(**second, one=6, two=7))
    give(PublishRound(**second))
    with pytest.raises(Refused, match="Round 2 has been published since"):
        undo("event:open", swapped.seq)
    accept(UnpublishRound(**second))
    undo("event:open", swapped.seq)
    assert boards()[frozenset({7})].reason == "bye"


def test_an_unpublication_is_undone_while_the_draft_is_untouched_and_restored_over() -> None:
    before = seats()
    taken = accept(UnpublishRound(**R1))
    undo("event:open", taken.seq)
    assert seats() == before
    taken = accept(UnpublishRound(**R1))
    give(SwapSeats(**R1, one=4, two=5))
    assert refused(UndoEntry(journal="event:open", seq=taken.seq)).code == "undo.moved_on"
    give(RestoreTo(journal="event:open", seq=taken.seq - 1))
    assert seats() == before


def test_a_board_with_a_result_is_not_swapped() -> None:
    give(EnterResult(**R1, entry=1, score=400, opponent_score=300))
    assert refused(SwapSeats(**R1, one=4, two=5)).code == "result.there"
    assert refused(TakeBoardApart(**R1, entry=1)).code == "result.there"


def test_a_no_show_gives_the_bye_an_opponent_without_touching_other_boards() -> None:
    before = boards()
    accept(SwapSeats(**R1, one=1, two=7, alone="forfeit"))
    after = boards()
    assert pairs() == {frozenset(p) for p in ({7, 4}, {2, 5}, {3, 6}, {1})}
    assert after[frozenset({1})].reason == "forfeit"
    assert after[frozenset({1})].one.lost == 2
    assert after[frozenset({2, 5})] == before[frozenset({2, 5})]


def test_two_who_meet_each_other_cannot_swap() -> None:
    assert refused(SwapSeats(**R1, one=1, two=4)).code == "swap.same_board"
    assert refused(SwapSeats(**R1, one=1, two=1)).code == "swap.same"
    assert refused(SwapSeats(**R1, one=1, two=99)).code == "entry.unknown"


def test_who_waits_takes_a_seat_or_is_paired_or_gets_the_bye() -> None:
    accept(TakeBoardApart(**R1, entry=1))
    assert pairs() == {frozenset(p) for p in ({2, 5}, {3, 6}, {7})}
    assert refused(SwapSeats(**R1, one=1, two=4)).code == "swap.both_wait"
    accept(PairWaiting(**R1, one=1, two=7))
    assert boards()[frozenset({1, 7})].number == 1
    give(RecordSitOut(**R1, entry=4, outcome="bye"))
    assert boards()[frozenset({4})].reason == "bye"
    assert refused(PairWaiting(**R1, one=1, two=4)).code == "pairing.seated"


def test_somebody_who_does_not_take_part_gets_no_seat() -> None:
    give(AddEntry(**A, members=(Member(name="Late"),), confirmed=True))
    assert refused(PairWaiting(**R1, one=7, two=9)).code == "entry.unknown"
    give(WithdrawEntry(**A, entry=8, from_round=2))
    second = A | {"round": 2}
    give(SetUpRound(**second, boards=PAIRS, byes=(7,)))
    assert refused(PairWaiting(**second, one=7, two=8)).code == "entry.away"


def test_a_draft_is_rearranged_without_a_question_and_carries_no_time() -> None:
    second = A | {"round": 2}
    give(SetUpRound(**second, boards=PAIRS, byes=(7,)))
    give(SwapSeats(**second, one=4, two=7))
    give(TakeBoardApart(**second, entry=1))
    give(PairWaiting(**second, one=1, two=4))
    row = Round.objects.get(number=2)
    assert row.changed_at is None
    assert not row.boards.exclude(changed_at=None).exists()
    assert not row.seats.exclude(side="").exists()


def test_what_was_really_played_stands_and_the_others_are_paired() -> None:
    give(EnterResult(**R1, entry=2, score=500, opponent_score=250))
    before = boards()
    done = accept(RecordPlayed(**R1, entry=1, opponent=5, score=410, opponent_score=390, first=5))
    after = boards()
    assert pairs() == {frozenset(p) for p in ({1, 5}, {2, 4}, {3, 6}, {7})}
    played = after[frozenset({1, 5})]
    assert {(s.entry, s.score, s.side) for s in played.seats} == {
        (1, 410, "second"),
        (5, 390, "first"),
    }
    assert after[frozenset({2, 4})].reason is None
    assert after[frozenset({3, 6})] == before[frozenset({3, 6})]
    undo("event:open", done.seq)
    assert boards()[frozenset({2, 5})].one.score == 500
    assert pairs() == set(before)


def test_a_game_against_the_one_who_had_the_bye_leaves_the_bye_to_who_waited() -> None:
    accept(RecordPlayed(**R1, entry=1, opponent=7, score=410, opponent_score=390))
    assert boards()[frozenset({4})].reason == "bye"
    assert boards()[frozenset({1, 7})].one.score == 410
    assert refused(RecordPlayed(**R1, entry=4, opponent=2, score=1, opponent_score=2)).code == (
        "played.alone"
    )


def test_a_game_recorded_as_played_needs_two_who_were_not_paired() -> None:
    same = RecordPlayed(**R1, entry=1, opponent=4, score=410, opponent_score=390)
    assert refused(same).code == "played.paired"
    odd = RecordPlayed(**R1, entry=1, opponent=2, score=410, opponent_score=390, first=6)
    assert refused(odd).code == "pairing.first"
    assert (
        refused(RecordPlayed(**R1, entry=1, score=410, opponent_score=390)).code
        == "played.opponent"
    )


def test_a_round_is_unpublished_while_no_game_has_a_result() -> None:
    accept(SwapSeats(**R1, one=4, two=5))
    accept(UnpublishRound(**R1))
    row = Round.objects.get()
    assert (row.stage, row.published_at) == ("draft", None)
    assert not row.seats.exclude(side="").exists()
    give(PublishRound(**R1))
    assert Round.objects.get().changed_at is None
    assert not Board.objects.exclude(changed_at=None).exists()
    give(EnterResult(**R1, entry=1, score=400, opponent_score=300))
    assert refused(UnpublishRound(**R1)).code == "round.has_results"


def test_who_was_told_to_go_first_still_does_when_the_round_is_unpublished() -> None:
    second = A | {"round": 2}
    told = tuple(replace(pair, first=pair.two) for pair in PAIRS)
    give(SetUpRound(**second, boards=told, byes=(7,)))
    give(PublishRound(**second))
    before = seats()
    accept(UnpublishRound(**second))
    assert seats() == before
    drafted = Seat.objects.filter(round__number=2, side="first")
    assert {seat.entry.number for seat in drafted.select_related("entry")} == {4, 5, 6}


def test_a_round_before_a_published_one_is_not_unpublished_nor_unswapped() -> None:
    done = accept(SwapSeats(**R1, one=4, two=5))
    give(SetUpRound(**A, round=2, boards=PAIRS, byes=(7,)))
    give(PublishRound(**A, round=2))
    assert refused(UnpublishRound(**R1)).code == "undo.published"
    assert refused(UndoEntry(journal="event:open", seq=done.seq)).code == "undo.published"


def test_an_entry_that_has_not_played_moves_with_its_key_and_gets_a_new_number() -> None:
    give(CreateDivision(event="open", name="B", planned_rounds=3))
    give(CreateDivision(event="open", name="C", planned_rounds=3))
    give(AddEntry(event="open", division="B", members=(Member(name="Low"),), rating=300))
    give(AddEntry(event="open", division="B", members=(Member(name="Mid"),), rating=900))
    key = Entry.objects.get(name="Low").key
    give(MoveEntry(event="open", division="B", entry=2, to="C"))
    moved = Entry.objects.get(key=key)
    assert (moved.division.name, moved.number) == ("C", 1)
    give(MoveEntry(event="open", division="B", entry=1, to="C"))
    assert list(Entry.objects.filter(division__name="C").values_list("number", "name")) == [
        (1, "Mid"),
        (2, "Low"),
    ]


def test_an_entry_that_played_leaves_its_games_behind_and_goes_on_in_the_other_division() -> None:
    give(CreateDivision(event="open", name="B", planned_rounds=3))
    give(EnterResult(**R1, entry=1, score=400, opponent_score=300))
    done = accept(MoveEntry(**A, entry=1, to="B"))
    old = Entry.objects.get(division__name="A", number=1)
    new = Entry.objects.get(division__name="B")
    assert old.away == [[2, None]]
    assert (new.name, new.number, new.rating) == (old.name, 1, old.rating)
    assert new.key != old.key
    assert Result.objects.filter(board__seats__entry=old).count() == 1
    undo("event:open", done.seq)
    assert not Entry.objects.filter(division__name="B").exists()
    assert Entry.objects.get(division__name="A", number=1).away == []


def test_an_entry_with_a_seat_in_a_draft_is_not_moved() -> None:
    give(CreateDivision(event="open", name="B", planned_rounds=3))
    give(SetUpRound(**A, round=2, boards=PAIRS, byes=(7,)))
    assert refused(MoveEntry(**A, entry=1, to="B")).code == "entry.drafted"
    assert refused(MoveEntry(**A, entry=1, to="A")).code == "move.same"


def test_who_is_left_by_a_game_against_somebody_absent_has_the_bye() -> None:
    give(RecordSitOut(**R1, entry=7, outcome="absent"))
    accept(RecordPlayed(**R1, entry=1, opponent=7, score=410, opponent_score=390))
    left = boards()[frozenset({4})]
    assert (left.reason, left.one.spread) == ("bye", 50)


def test_a_withdrawn_entry_that_played_is_reinstated_before_it_moves() -> None:
    give(CreateDivision(event="open", name="B", planned_rounds=3))
    give(WithdrawEntry(**A, entry=1, from_round=2))
    assert refused(MoveEntry(**A, entry=1, to="B")).code == "entry.away"


def test_who_is_not_here_gets_nothing_for_rounds_of_the_division_moved_to() -> None:
    give(CreateDivision(event="open", name="B", planned_rounds=3))
    for name in ("Low", "Mid"):
        give(AddEntry(event="open", division="B", members=(Member(name=name),)))
    give(CheckIn(event="open", division="B", not_here=(2,)))
    gone = Entry.objects.get(division__name="B", number=2)
    accept(MoveEntry(event="open", division="B", entry=2, to="A"))
    gone.refresh_from_db()
    assert (gone.division.name, gone.presence, gone.seats.count()) == ("A", "not_here", 0)
    accept(MoveEntry(event="open", division="B", entry=1, to="A"))
    moved = Entry.objects.get(name="Low" if gone.name == "Mid" else "Mid")
    assert (moved.presence, moved.seats.count()) == ("here", 1)


@pytest.fixture
def in_capitals() -> Iterator[None]:
    """A language that is English in capitals, but for its parameters."""
    before = (*phrases._translations, phrases._language)
    phrases.install(_capitals, lambda one, many, count: _capitals(one if count == 1 else many))
    yield
    phrases.install(*before)


def _capitals(text: str) -> str:
    return re.sub(r"[^{}]+(?![^{]*\})", lambda found: found.group().upper(), text)


def test_the_journal_calls_a_board_in_english_and_the_log_as_its_reader_does(
    in_capitals: None,
) -> None:
    done = accept(TakeBoardApart(**R1, entry=1))
    assert done.answer["board"] == "Board 1"
    said = TakeBoardApart(**R1, entry=1).sentence(done.answer)
    assert "BOARD 1 SPLIT" in str(said)
