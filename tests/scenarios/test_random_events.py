"""Random events through the commands: whatever a director does, the invariants hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.actors import CONSOLE
from core.journal import stream_file
from core.journal.command import Command
from core.journal.errors import Conflict, NeedsConfirmation, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import RestoreTo, UndoEntry
from core.models import JournalEntry, Stream
from games.models import Game, GamePlayer
from tests.scenarios.boards import Boards, boards_of, check_start
from tests.scenarios.conditions import WithConditions
from tests.scenarios.door import AtTheDoor
from tests.scenarios.exploring import explore
from tests.scenarios.games import WithGames
from tests.scenarios.hall import InTheHall
from tests.scenarios.phones import WithPhones
from tests.scenarios.planning import AtThePlan
from tests.scenarios.prizes import WithPrizes
from tests.scenarios.reading import SLUG, Reading, State
from tests.scenarios.rulings import AtTheBoards
from tests.scenarios.slips import ReadingSlips
from tests.scenarios.slots import WithSlots
from tests.scenarios.timetable import ByTheTimetable
from tests.scenarios.timing import ByTheClock
from tournaments import models
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.entries.commands.entries import (
    AddEntry,
    ChangeEntry,
    ReinstateEntry,
    WithdrawEntry,
)
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent, DateEvent
from tournaments.failover.queries.replay_digest import differences
from tournaments.kernel.queries.sheet import BoardLine, load_sheet
from tournaments.kernel.queries.standings_and_starts import history
from tournaments.pairing.sides.start_history import tally
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, RecordStart, SetUpRound
from tournaments.standings.attendance import takes_part

STREAM, ROUNDS = f"event:{SLUG}", 8
NAMED: dict[str, Any] = {"event": SLUG, "division": "A"}
ROWS = (
    models.ResultClaim,
    models.SlipPhoto,
    models.PlayRuling,
    models.BoardGame,
    GamePlayer,
    Game,
    models.Result,
    models.Seat,
    models.Board,
    models.Round,
    models.Penalty,
    models.EntryMember,
    models.Entry,
    models.DivisionClock,
    models.StreamSlot,
    models.Division,
    models.Tournament,
    JournalEntry,
    Stream,
)
# Each restore takes back and does again what those before it did: many in one event cost time.
RESTORES = 2
SCORES = st.integers(150, 650)
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"start_tie": "draw"},
    {"start_mode": "draw"},
    {"start_mode": "balance"},
    {"spread_cap": [60, 120], "final_draw": True},
    {"standings_spread_cap": [100]},
)


class Event(
    Reading,
    AtTheDoor,
    InTheHall,
    WithConditions,
    AtThePlan,
    AtTheBoards,
    ReadingSlips,
    WithPrizes,
    WithSlots,
    WithGames,
    WithPhones,
    ByTheClock,
    ByTheTimetable,
    RuleBasedStateMachine,
):
    """A director who does anything at any time, in a division of a few players."""

    named = NAMED
    far_back = 1000
    """So many entries are restored and taken back at most."""

    def __init__(self) -> None:
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()
        self.last = self.restored = 0
        self.state_before = State()
        self.published: dict[int, Boards] = {}

    def teardown(self) -> None:
        try:
            if Stream.objects.filter(key=STREAM).exists():
                self.replay_gives_the_same_event()
        finally:
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    @initialize(
        players=st.integers(2, 7), tie=st.sampled_from(["assign", "draw"]), cap=st.booleans()
    )
    def an_event(self, players: int, tie: str, cap: bool) -> None:
        overrides = {"start_tie": tie, **({"spread_cap": [60, 120]} if cap else {})}
        execute(CreateEvent(event=SLUG, name="Random"), actor=CONSOLE)
        execute(
            CreateDivision(event=SLUG, name="A", planned_rounds=ROUNDS, overrides=overrides),
            actor=CONSOLE,
        )
        execute(CreateDivision(event=SLUG, name="B", planned_rounds=ROUNDS), actor=CONSOLE)
        for number in range(players):
            self.try_to(
                AddEntry(**NAMED, members=(Member(name=f"P{number}"),), rating=number * 100)
            )

    def try_to(self, command: Command) -> bool:
        """Executes, confirming if asked; a refusal must leave everything as it was."""
        before = (self.known(), JournalEntry.objects.count())
        for wanted in (command, self.confirmed(command)):
            try:
                self.last = execute(wanted, actor=CONSOLE, reason="as it happened").seq
            except NeedsConfirmation:
                assert not getattr(wanted, "confirmed", True)
            except (Conflict, Refused):
                break
            else:
                self.state_before = before[0]
                return True
            assert before == (self.now(), JournalEntry.objects.count())
        assert before == (self.now(), JournalEntry.objects.count())
        self.left_by_a_refusal(before[0])
        return False

    def confirmed(self, command: Command) -> Command:
        return replace(command, confirmed=True) if hasattr(command, "confirmed") else command  # type: ignore[call-arg]

    @rule(rating=st.integers(0, 2200))
    def enter_somebody(self, rating: int) -> None:
        self.try_to(AddEntry(**NAMED, members=(Member(name="Late"),), rating=rating))

    @rule(rating=st.integers(0, 2200), names=st.lists(st.just("Mate"), min_size=2, max_size=4))
    def enter_a_team(self, rating: int, names: list[str]) -> None:
        members = tuple(Member(name=f"{name} {n}") for n, name in enumerate(names))
        self.try_to(AddEntry(**NAMED, members=members, rating=rating, team="Blue"))

    @rule(planned=st.none() | st.integers(1, ROUNDS), rules=st.none() | st.sampled_from(RULES))
    def change_the_rules(self, planned: int | None, rules: dict[str, Any] | None) -> None:
        self.try_to(ChangeRules(**NAMED, planned_rounds=planned, overrides=rules))

    @rule(data=st.data(), rating=st.integers(1, 2200))
    def change_somebody(self, data: st.DataObject, rating: int) -> None:
        self.try_to(ChangeEntry(**NAMED, entry=self.anybody(data), rating=rating))

    @rule(data=st.data(), ahead=st.integers(-1, 1), forfeits=st.booleans())
    def withdraw_somebody(self, data: st.DataObject, ahead: int, forfeits: bool) -> None:
        start = self.next_round() + ahead
        self.try_to(
            WithdrawEntry(**NAMED, entry=self.anybody(data), from_round=start, forfeits=forfeits)
        )

    @rule(data=st.data(), ahead=st.integers(-1, 1))
    def reinstate_somebody(self, data: st.DataObject, ahead: int) -> None:
        self.try_to(
            ReinstateEntry(**NAMED, entry=self.anybody(data), from_round=self.next_round() + ahead)
        )

    @rule(data=st.data(), ahead=st.sampled_from([0, 0, 0, 1]))
    def set_up_a_round(self, data: st.DataObject, ahead: int) -> None:
        number = self.next_round() + ahead
        playing = [
            e.number
            for e in self.sheet().entries.values()
            if takes_part(e.away, number)  # who is away is nobody's to pair
        ]
        order = data.draw(st.permutations(playing))
        pairs = tuple(
            HandPairing(one=one, two=two, first=data.draw(st.sampled_from([None, None, one, two])))
            for one, two in zip(order[::2], order[1::2], strict=False)
        )
        byes = (order[-1],) if len(order) % 2 else ()
        self.try_to(SetUpRound(**NAMED, round=number, boards=pairs, byes=byes))

    @rule(two=st.integers(1, 9))
    def set_up_nonsense(self, two: int) -> None:
        self.try_to(
            SetUpRound(
                **NAMED, round=self.next_round(), boards=(HandPairing(one=1, two=two),), byes=(1,)
            )
        )

    @rule()
    def publish(self) -> None:
        number, counts = self.next_round(), tally(history(self.sheet()))
        if self.try_to(PublishRound(**NAMED, round=number)):
            sheet = self.sheet()
            self.published[self.last] = boards_of(sheet, number)
            for board in sheet.by_round[number]:
                if board.two is not None and sheet.rules.start_mode == "naspa":
                    check_start(board, counts)

    @rule(data=st.data(), own=SCORES, other=SCORES)
    def enter_a_result(self, data: st.DataObject, own: int, other: int) -> None:
        board = self.some_board(data)
        if board is not None:
            entry = data.draw(st.sampled_from([seat.entry for seat in board.seats]))
            self.try_to(
                EnterResult(
                    **NAMED, round=board.round, entry=entry, score=own, opponent_score=other
                )
            )

    @rule(data=st.data(), own=SCORES, other=SCORES)
    def correct_a_result(self, data: st.DataObject, own: int, other: int) -> None:
        board = self.some_board(data)
        if board is not None:
            self.try_to(
                CorrectResult(
                    **NAMED,
                    round=board.round,
                    entry=board.one.entry,
                    score=own,
                    opponent_score=other,
                )
            )

    @rule(data=st.data(), both=st.booleans())
    def nobody_comes(self, data: st.DataObject, both: bool) -> None:
        board = self.some_board(data)
        if board is not None and board.two is not None:
            absent = (board.one.entry, board.two.entry) if both else (board.two.entry,)
            self.try_to(EnterForfeit(**NAMED, round=board.round, absent=absent))

    @rule(data=st.data(), outcome=st.sampled_from(["bye", "forfeit", "absent"]))
    def record_a_sit_out(self, data: st.DataObject, outcome: Any) -> None:
        entry, number = self.anybody(data), max(1, self.next_round() - 1)
        self.try_to(RecordSitOut(**NAMED, round=number, entry=entry, outcome=outcome))

    @rule(data=st.data(), points=st.integers(-100, 10))
    def penalise(self, data: st.DataObject, points: int) -> None:
        number = max(1, self.next_round() - 1)
        self.try_to(SetPenalty(**NAMED, round=number, entry=self.anybody(data), points=points))

    @rule(data=st.data())
    def record_who_started(self, data: st.DataObject) -> None:
        board = self.some_board(data)
        if board is not None:
            self.try_to(RecordStart(**NAMED, round=board.round, entry=board.one.entry))

    @rule(day=st.dates())
    def date_the_event(self, day: date) -> None:
        self.try_to(DateEvent(event=SLUG, starts_on=day))

    @rule(by_undoing=st.booleans())
    def close_the_event_and_open_it_again(self, by_undoing: bool) -> None:
        if self.try_to(CloseEvent(event=SLUG)):
            assert not self.try_to(AddEntry(**NAMED, members=(Member(name="Too late"),)))
            undo = UndoEntry(journal=STREAM, seq=self.last)
            assert self.try_to(undo if by_undoing else ReopenEvent(event=SLUG))
            assert not self.try_to(ReopenEvent(event=SLUG))

    @precondition(lambda self: self.last > 0)
    @rule()
    def undo_the_last_and_redo_it(self) -> None:
        before, after, entry = self.state_before, self.now(), self.last
        if entry != JournalEntry.objects.count() or not self.try_to(
            UndoEntry(journal=STREAM, seq=entry)
        ):
            return
        assert self.now().unmarked == before.unmarked
        assert self.try_to(UndoEntry(journal=STREAM, seq=self.last))
        assert self.now().unmarked == after.unmarked

    @rule(data=st.data())
    def undo_something(self, data: st.DataObject) -> None:
        seq = data.draw(st.integers(3, max(3, JournalEntry.objects.count())))
        self.try_to(UndoEntry(journal=STREAM, seq=seq))

    @precondition(lambda self: self.undoings())
    @rule(data=st.data())
    def undo_an_undo(self, data: st.DataObject) -> None:
        seq = data.draw(st.sampled_from(self.undoings()))
        self.try_to(UndoEntry(journal=STREAM, seq=seq))

    @precondition(lambda self: self.restored < RESTORES)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        last = JournalEntry.objects.count()
        seq = data.draw(st.integers(max(2, last - 8), last))
        self.restored += self.try_to(RestoreTo(journal=STREAM, seq=seq))

    @precondition(lambda self: self.restored < RESTORES)
    @rule(data=st.data())
    def restore_and_take_that_back(self, data: st.DataObject) -> None:
        before = self.now()
        last = JournalEntry.objects.count()
        seq = data.draw(st.integers(max(2, last - self.far_back), last))
        if self.try_to(RestoreTo(journal=STREAM, seq=seq)):
            self.restored += 1
            assert self.try_to(UndoEntry(journal=STREAM, seq=self.last))
            assert self.now().unmarked == before.unmarked

    @invariant()
    def nobody_sits_twice_and_boards_are_of_two(self) -> None:
        sheet = load_sheet(self.division(), drafts=True)
        for number, boards in sheet.by_round.items():
            seated = Counter(seat.entry for board in boards for seat in board.seats)
            assert all(times == 1 for times in seated.values())
            for board in boards:
                sides = Counter(seat.side for seat in board.seats if seat.side != "draw")
                undecided = sheet.stages[number] == "draft" or board.two is None
                assert (
                    sides == Counter()
                    or sides["first"] == sides["second"] == 1
                    or (undecided and sides == Counter({"": len(board.seats)}))
                )

    @invariant()
    def numbers_are_the_seeding_or_fixed(self) -> None:
        division, entries = self.division(), self.sheet().entries
        if not division.numbers_used:
            ratings = [entry.rating for entry in entries.values()]
            assert list(entries) == list(range(1, len(entries) + 1))
            assert ratings == sorted(ratings, reverse=True)

    @invariant()
    def no_round_is_beyond_those_planned(self) -> None:
        sheet = load_sheet(self.division(), drafts=True)
        assert sheet.last_round <= sheet.division.planned_rounds

    def replay_gives_the_same_event(self) -> None:
        held, lines = self.projection(), list(stream_file.written(STREAM))
        with transaction.atomic():
            with writing():
                for model in ROWS:
                    model._default_manager.all()._raw_delete("default")
            stream_file.replay(lines)
            assert differences(held, self.projection()) == []

    def next_round(self) -> int:
        return self.sheet().last_round + 1

    def anybody(self, data: st.DataObject) -> int:
        return data.draw(st.sampled_from([*self.sheet().entries, 99]))

    def entries(self, *commands: str) -> Any:
        return JournalEntry.objects.filter(command__in=commands, undone_by=None).order_by("seq")

    def undoings(self) -> list[int]:
        undoing = self.entries("journal.undone", "journal.restored")
        return list(undoing.values_list("seq", flat=True))

    def some_board(self, data: st.DataObject) -> BoardLine | None:
        boards = self.sheet().boards
        return data.draw(st.sampled_from(boards)) if boards else None


@pytest.mark.django_db
@pytest.mark.timeout(600)
def test_whatever_a_director_does_the_invariants_hold() -> None:
    explore(Event)
