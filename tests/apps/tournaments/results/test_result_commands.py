"""Results, forfeits, withdrawals and closing: only the director's, as test_commands shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from core.journal.errors import Conflict, NeedsConfirmation
from core.journal.guard import writing
from core.journal.undo import RestoreTo, UndoEntry
from core.models import Job, JournalEntry
from tests.builders.open_event import A, division, do, result
from tests.builders.refusals import refused
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry, ReinstateEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateDivision
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import standings_after, starts_of_rounds
from tournaments.models import Entry, Result, Round, Seat, Tournament
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, RecordStart, SetUpRound

pytestmark = [pytest.mark.both_databases("constraints"), pytest.mark.django_db]


def test_who_started_can_be_corrected_without_touching_the_score(played: None) -> None:
    first = Seat.objects.get(side="first", board__number=1).entry.number
    other = 3 - first
    assert refused(RecordStart(**A, round=1, entry=first)).code == "nothing_changed"
    with pytest.raises(NeedsConfirmation):
        do(RecordStart(**A, round=1, entry=other))
    do(RecordStart(**A, round=1, entry=other, confirmed=True))
    assert Seat.objects.get(side="first", board__number=1).entry.number == other
    assert result(1).score_one == 423


def test_a_score_for_players_not_paired_is_refused(published: None) -> None:
    wrong = EnterResult(**A, round=1, entry=1, opponent=3, score=400, opponent_score=300)
    assert str(refused(wrong)) == "No. 1 and no. 3 are not paired in round 1; no. 1 meets no. 2."
    assert refused(EnterResult(**A, round=1, entry=5, score=1, opponent_score=2)).code == (
        "result.no_game"
    )
    assert refused(EnterResult(**A, round=1, entry=9, score=1, opponent_score=2)).code == (
        "entry.unknown"
    )
    assert refused(EnterResult(**A, round=2, entry=1, score=1, opponent_score=2)).code == (
        "round.planned"
    )


@pytest.mark.parametrize(("score", "other"), [(1500, 3), (-150, 3), (None, 3), (3, None)])
def test_a_score_that_cannot_be_is_refused(published: None, score: Any, other: Any) -> None:
    wrong = EnterResult(**A, round=1, entry=1, score=score, opponent_score=other)
    assert refused(wrong).field in ("score", "opponent_score")


def test_a_result_is_entered_once_and_then_corrected_with_a_reason(played: None) -> None:
    again = EnterResult(**A, round=1, entry=2, score=1, opponent_score=2)
    assert refused(again).code in ("result.there", "round.complete")
    correction = CorrectResult(**A, round=1, entry=2, score=389, opponent_score=432)
    assert refused(correction, reason="").code == "reason.missing"
    do(correction, reason="slip misread")
    assert (result(1).score_one, result(1).score_two) == (432, 389)
    assert JournalEntry.objects.order_by("-seq").first().reason == "slip misread"  # type: ignore[union-attr]
    assert refused(correction).code == "nothing_changed"


def test_two_operators_notice_each_other_by_the_board(published: None) -> None:
    seen = {board.number: board.version for board in load_sheet(division()).boards}
    do(EnterResult(**A, round=1, entry=1, score=400, opponent_score=300, seen=seen[1]))
    late = CorrectResult(**A, round=1, entry=1, score=401, opponent_score=300, seen=seen[1])
    with pytest.raises(Conflict):
        do(late)
    do(EnterResult(**A, round=1, entry=3, score=400, opponent_score=300, seen=seen[2]))


def test_an_undo_and_a_recorded_start_are_noticed_too(played: None) -> None:
    def version() -> int:
        return next(b.version for b in load_sheet(division()).boards if b.number == 1)

    before = version()
    done = do(CorrectResult(**A, round=1, entry=1, score=430, opponent_score=389))
    do(UndoEntry(journal="event:open", seq=done.seq))
    first = Seat.objects.get(side="first", board__number=1).entry.number
    do(RecordStart(**A, round=1, entry=3 - first, confirmed=True))
    assert version() == before + 3


def test_a_winner_beside_scores_that_were_played_is_refused(published: None) -> None:
    wrong = EnterResult(**A, round=1, entry=1, score=300, opponent_score=400, winner=1)
    assert refused(wrong).code == "winner.played"


def test_a_correction_that_turns_a_game_after_the_next_round_is_out_asks_first(
    played: None,
) -> None:
    pairs = (HandPairing(one=1, two=3), HandPairing(one=2, two=5))
    do(SetUpRound(**A, round=2, boards=pairs, byes=(4,)))
    do(PublishRound(**A, round=2))
    turned = CorrectResult(**A, round=1, entry=1, score=300, opponent_score=389)
    with pytest.raises(NeedsConfirmation, match="round 2 is already published"):
        do(turned)
    do(CorrectResult(**A, round=1, entry=1, score=424, opponent_score=389))


@pytest.mark.parametrize(
    ("fields", "one", "two"),
    [
        ({"score": 300, "opponent_score": 400, "reason": "time", "winner": 1, "award": 100},
         (2, 100), (0, -100)),
        ({"score": 300, "opponent_score": 400, "reason": "left", "winner": 2}, (0, -150), (2, 150)),
        ({"score": 400, "opponent_score": 300, "reason": "left", "winner": 2}, (0, -50), (2, 50)),
        ({"reason": "void", "winner": "nobody"}, (0, 0), (0, 0)),
        ({"reason": "disqualified", "winner": 2, "award": 50}, (0, -50), (2, 50)),
        ({"reason": "adjudicated", "winner": "tie"}, (1, 0), (1, 0)),
        ({"reason": "adjudicated", "winner": "nobody", "award": 50}, (0, -50), (0, -50)),
    ],
)  # fmt: skip
def test_an_outcome_stands_apart_from_the_scores(
    published: None, fields: dict[str, Any], one: Any, two: Any
) -> None:
    do(EnterResult(**A, round=1, entry=1, **fields))
    seats = {seat.entry: seat for board in load_sheet(division()).boards for seat in board.seats}
    assert (seats[1].won, seats[1].spread) == one
    assert (seats[2].won, seats[2].spread) == two


def test_a_no_show_loses_and_is_charged_alternately_while_the_opponent_is_not(
    published: None,
) -> None:
    do(EnterForfeit(**A, round=1, absent=(2,)))
    do(EnterResult(**A, round=1, entry=3, score=400, opponent_score=300))
    do(
        SetUpRound(
            **A, round=2, boards=(HandPairing(one=2, two=3), HandPairing(one=1, two=5)), byes=(4,)
        )
    )
    do(PublishRound(**A, round=2))
    do(EnterForfeit(**A, round=2, absent=(2,)))
    one, two = starts_of_rounds(load_sheet(division()))
    assert one["forfeits"] == [{"number": 2, "counted_as": "first"}]
    assert two["forfeits"] == [{"number": 2, "counted_as": "second"}]
    assert one["byes"] == [1, 5]
    assert (result(2).spread_one, result(2).rated) in ((-50, False), (50, False))


def test_both_absent_both_lose(published: None) -> None:
    do(EnterForfeit(**A, round=1, absent=(1, 2)))
    both = result(1)
    assert (both.won_one, both.won_two, both.lost_one, both.lost_two) == (0, 0, 2, 2)
    assert refused(EnterForfeit(**A, round=1, absent=(3, 5))).code == "result.not_paired"
    assert refused(EnterForfeit(**A, round=1, absent=())).code == "forfeit.who"


def test_a_withdrawn_entry_is_waited_for_no_longer_and_leaves_the_ranking(played: None) -> None:
    assert refused(WithdrawEntry(**A, entry=1, from_round=1)).code == "entry.seated"
    do(WithdrawEntry(**A, entry=1, from_round=2))
    assert refused(WithdrawEntry(**A, entry=1, from_round=3)).code == "entry.away"
    do(SetUpRound(**A, round=2, boards=(HandPairing(one=2, two=3), HandPairing(one=4, two=5))))
    do(PublishRound(**A, round=2))
    sheet = load_sheet(division())
    assert {row.number: row.rank for row in standings_after(sheet, 1)}[1] is not None
    assert {row.number: row.rank for row in standings_after(sheet, 2)}[1] is None
    assert refused(ReinstateEntry(**A, entry=1, from_round=1)).code == "round.published"
    assert do(ReinstateEntry(**A, entry=1, from_round=3)).answer["missed"] == [2]
    assert result(1, 2).spread_one == -50


def test_sitting_out_can_be_recorded_and_changed_but_not_for_a_pair(published: None) -> None:
    do(RecordSitOut(**A, round=1, entry=5, outcome="forfeit"))
    assert (result(5).reason, result(5).spread_one) == ("forfeit", -50)
    do(RecordSitOut(**A, round=1, entry=5, outcome="absent", spread=0))
    assert (result(5).won_one, result(5).lost_one) == (0, 0)
    assert refused(RecordSitOut(**A, round=1, entry=1, outcome="bye")).code == "sit_out.paired"


def test_a_penalty_comes_off_the_spread_after_the_cap(played: None) -> None:
    do(ChangeRules(**A, overrides={"spread_cap": [20]}, confirmed=True))
    do(SetPenalty(**A, round=1, entry=1, points=-30))
    rows = {row.number: row for row in standings_after(load_sheet(division()), 1)}
    assert (rows[1].spread, rows[1].raw_spread) == (20 - 30, 34 - 30)
    do(SetPenalty(**A, round=1, entry=1, points=0))
    assert refused(SetPenalty(**A, round=1, entry=1, points=0)).code == "nothing_changed"


def test_closing_names_what_is_missing_and_then_nothing_can_be_entered(played: None) -> None:
    with pytest.raises(NeedsConfirmation, match="division A: only 1 of 4 rounds were published"):
        do(CloseEvent(event="open"))
    closed = do(CloseEvent(event="open", confirmed=True))
    assert Job.objects.get().arguments["divisions"] == ["A"]
    for command in (
        EnterResult(**A, round=1, entry=1, score=1, opponent_score=2),
        AddEntry(**A, members=(Member(name="X"),)),
        CreateDivision(event="open", name="B", planned_rounds=3),
        SetUpRound(**A, round=2, boards=()),
        CloseEvent(event="open"),
    ):
        assert "closed" in str(refused(command))
    do(UndoEntry(journal="event:open", seq=closed.seq))
    do(AddEntry(**A, members=(Member(name="X"),), confirmed=True))


def test_a_publication_is_taken_back_only_while_nothing_came_in(published: None) -> None:
    seq = JournalEntry.objects.filter(command="round.published").get().seq
    do(EnterResult(**A, round=1, entry=1, score=400, opponent_score=300))
    assert refused(UndoEntry(journal="event:open", seq=seq)).code == "undo.has_results"
    do(UndoEntry(journal="event:open", seq=seq + 1))
    do(UndoEntry(journal="event:open", seq=seq))
    assert Round.objects.get().stage == "draft"
    assert set(Seat.objects.values_list("side", flat=True)) == {""}


def test_the_database_itself_holds_the_invariants(played: None) -> None:
    seat, game = Seat.objects.get(entry__number=5), result(1)
    other = Seat.objects.get(entry__number=1)
    wrongs: list[Any] = [
        lambda: Seat.objects.create(
            board=other.board, round=other.round, entry=seat.entry, position=1, turn=2
        ),
        lambda: Seat.objects.filter(pk=seat.pk).update(entry=other.entry),
        lambda: Seat.objects.filter(board=other.board).update(side="first"),
        lambda: Result.objects.filter(pk=game.pk).update(score_two=None),
        lambda: Result.objects.filter(pk=game.pk).update(won_one=2, won_two=2),
        lambda: Round.objects.create(division=division(), number=1),
        lambda: Entry.objects.filter(number=2).update(number=1),
        lambda: Tournament.objects.create(slug="open", name="Twice"),
    ]
    for wrong in wrongs:
        with pytest.raises(IntegrityError), transaction.atomic(), writing():
            wrong()


def test_what_an_undo_would_leave_half_done_is_refused(played: None) -> None:
    journal = {"journal": "event:open"}
    rules = do(ChangeRules(**A, planned_rounds=6, confirmed=True)).seq
    pairs = tuple(HandPairing(one=one, two=two, first=one) for one, two in ((1, 3), (2, 5)))
    do(SetUpRound(**A, round=2, boards=pairs, byes=(4,)))
    again = do(SetUpRound(**A, round=2, boards=pairs[::-1], byes=(4,))).seq
    publication = do(PublishRound(**A, round=2)).seq
    assert refused(UndoEntry(**journal, seq=again)).code == "undo.published"
    late = do(AddEntry(**A, members=(Member(name="Late"),), confirmed=True)).seq
    assert refused(UndoEntry(**journal, seq=publication)).code == "undo.has_results"
    undone = do(UndoEntry(**journal, seq=late)).seq
    do(UndoEntry(**journal, seq=publication))
    assert refused(UndoEntry(**journal, seq=undone)).code == "redo.published"
    do(SetUpRound(**A, round=5, boards=pairs, byes=(4,)))
    assert refused(UndoEntry(**journal, seq=rules)).code == "rounds.out_of_range"


def test_a_restore_taken_back_is_checked_like_what_it_does_again(played: None) -> None:
    restored = do(RestoreTo(journal="event:open", seq=9)).seq
    do(CloseEvent(event="open", confirmed=True))
    assert refused(UndoEntry(journal="event:open", seq=restored)).code == "round.closed"


def test_a_restore_stops_before_the_event_itself(played: None) -> None:
    founding = refused(RestoreTo(journal="event:open", seq=0))
    assert founding.code == "restore.founding"
    assert str(founding) == (
        "That would undo everything, including log 1. To undo only log 1, use its own Undo."
    )
