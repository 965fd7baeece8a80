"""The commands of an event: who may give them, and what each does and refuses."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from core.journal.command import CONSOLE, Actor
from core.journal.errors import Conflict, NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import Done, execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import Job, JournalEntry
from people.commands import AddPlayer
from tournaments.commands.entries import (
    AddEntry,
    ChangeEntry,
    Member,
    ReinstateEntry,
    SetPenalty,
    WithdrawEntry,
)
from tournaments.commands.event import ChangeRules, CloseEvent, CreateDivision, CreateEvent
from tournaments.commands.importing import ImportEvent
from tournaments.commands.results import CorrectResult, EnterForfeit, EnterResult, RecordSitOut
from tournaments.commands.rounds import Pairing, PublishRound, RecordStart, SetUpRound
from tournaments.models import Division, Entry, Result, Round, Seat, Tournament
from tournaments.selectors.sheet import load_sheet
from tournaments.selectors.standings import standings_after
from tournaments.selectors.starts import starts_of_rounds

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": "open", "division": "A"}
NAMES = ("Ada Abbot", "Bea Botham", "Cleo Colby", "Dale Dorsey", "Eve Esk")


def do(command: Any, **more: Any) -> Done:
    return execute(command, actor=CONSOLE, **{"reason": "as it was", **more})


def refused(command: Any, **more: Any) -> Refused:
    count = JournalEntry.objects.count()
    with pytest.raises(Refused) as caught:
        do(command, **more)
    assert JournalEntry.objects.count() == count
    assert str(caught.value).endswith((".", "?"))
    return caught.value


@pytest.fixture
def event() -> None:
    """An event of one division: five entries, seeded by rating, and four rounds."""
    do(CreateEvent(event="open", name="Open", director="ann"))
    do(CreateDivision(event="open", name="A", planned_rounds=4))
    for place, name in enumerate(NAMES):
        do(AddEntry(**A, members=(Member(name=name),), rating=1900 - 100 * place))


@pytest.fixture
def published(event: None) -> None:
    """Round 1 published: 1 meets 2, 3 meets 4, 5 has the bye."""
    do(SetUpRound(**A, round=1, boards=(Pairing(one=1, two=2), Pairing(one=3, two=4)), byes=(5,)))
    do(PublishRound(**A, round=1))


@pytest.fixture
def played(published: None) -> None:
    """Round 1 is complete."""
    do(EnterResult(**A, round=1, entry=1, score=423, opponent_score=389))
    do(EnterResult(**A, round=1, entry=4, score=400, opponent_score=400))


def division() -> Division:
    return Division.objects.select_related("tournament").get(name="A")


def result(number: int, round_number: int = 1) -> Result:
    return Result.objects.get(board__seats__entry__number=number, board__round__number=round_number)


def person(name: str, **flags: bool) -> Actor:
    return Actor(name=name, user=User.objects.create_user(name, password=None, **flags))


def test_only_the_director_and_the_operator_write_into_an_event(event: None) -> None:
    command = ChangeEntry(**A, entry=1, team="North")
    for actor in (person("bob", is_staff=True), person("eve"), Actor(name="nobody")):
        with pytest.raises(NotAllowed):
            execute(command, actor=actor)
        with pytest.raises(NotAllowed):
            execute(UndoEntry(journal="event:open", seq=1), actor=actor)
    execute(command, actor=person("ann"))
    execute(ChangeEntry(**A, entry=1, team="South"), actor=person("root", is_superuser=True))


def test_staff_make_events_in_their_own_name_only() -> None:
    bob = person("bob", is_staff=True)
    execute(CreateEvent(event="mine", name="Mine", director="bob"), actor=bob)
    with pytest.raises(NotAllowed):
        execute(CreateEvent(event="hers", name="Hers", director="ann"), actor=bob)
    with pytest.raises(NotAllowed):
        execute(ImportEvent(event="hers", content={}, director="ann"), actor=bob)
    with pytest.raises(NotAllowed):
        execute(CreateEvent(event="x", name="X", director="eve"), actor=person("eve"))


@pytest.mark.parametrize("slug", ["", "Open", "a b", "-a", "a--b", "a/b", "x" * 61, "é"])
def test_a_slug_that_no_address_can_hold_is_refused(slug: str) -> None:
    assert refused(CreateEvent(event=slug, name="X")).field == "slug"


def test_a_slug_and_a_division_are_taken_once(event: None) -> None:
    assert refused(CreateEvent(event="open", name="Again")).code == "event.taken"
    again = CreateDivision(event="open", name="A", planned_rounds=3)
    assert refused(again).code == "division.taken"


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "/", "planned_rounds": 3},
        {"name": "B", "planned_rounds": 0},
        {"name": "B", "planned_rounds": 201},
        {"name": "B", "planned_rounds": 3, "ruleset": "chess"},
        {"name": "B", "planned_rounds": 3, "overrides": {"bye_spread": "much"}},
        {"name": "B", "planned_rounds": 3, "overrides": {"shoes": 2}},
        {"name": "B", "planned_rounds": 3, "rating_system": "wespa"},
    ],
)
def test_a_division_that_cannot_be_is_refused(event: None, fields: dict[str, Any]) -> None:
    assert refused(CreateDivision(event="open", **fields)).field


def test_numbers_follow_the_seeding_until_round_1_is_published(event: None) -> None:
    do(AddEntry(**A, members=(Member(name="Late Star"),), rating=2000))
    assert Entry.objects.get(name="Late Star").number == 1
    do(ChangeEntry(**A, entry=1, rating=100))
    assert Entry.objects.get(name="Late Star").number == 6
    do(
        SetUpRound(
            **A,
            round=1,
            boards=(Pairing(one=1, two=2), Pairing(one=3, two=4), Pairing(one=5, two=6)),
        )
    )
    do(PublishRound(**A, round=1))
    do(ChangeEntry(**A, entry=6, rating=2100))
    do(AddEntry(**A, members=(Member(name="Later"),), rating=2200, confirmed=True))
    assert Entry.objects.get(name="Late Star").number == 6
    assert Entry.objects.get(name="Later").number == 7


def test_a_number_is_never_used_again(played: None) -> None:
    late = do(AddEntry(**A, members=(Member(name="Late"),), confirmed=True))
    do(UndoEntry(journal="event:open", seq=late.seq))
    do(AddEntry(**A, members=(Member(name="Later"),), confirmed=True))
    assert Entry.objects.get(name="Later").number == 7


def test_a_late_entry_is_told_its_consequence_first_and_gets_its_missed_rounds(
    played: None,
) -> None:
    late = AddEntry(**A, members=(Member(name="Late"),))
    with pytest.raises(NeedsConfirmation):
        do(late)
    assert do(AddEntry(**A, members=late.members, confirmed=True)).answer["missed"] == [1]
    missed = result(6)
    assert (missed.reason, missed.lost_one, missed.spread_one) == ("absent", 2, -50)


def test_an_entry_has_one_to_three_members_each_once() -> None:
    do(CreateEvent(event="open", name="Open"))
    do(CreateDivision(event="open", name="A", planned_rounds=4))
    do(AddPlayer(key="ada", given_name="Ada"))
    team = tuple(Member(name=f"P{place}") for place in range(4))
    do(AddEntry(**A, members=team[:3]))
    assert Entry.objects.get().name == "P0 & P1 & P2"
    assert refused(AddEntry(**A, members=team)).code == "members.count"
    assert refused(AddEntry(**A, members=())).code == "members.count"
    do(AddEntry(**A, members=(Member(name="Ada", player="ada"),)))
    again = AddEntry(**A, members=(Member(name="Ada B", player="ada"),))
    assert refused(again).code == "player.entered"


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "a\x00b"])
def test_a_name_that_cannot_be_printed_is_refused(event: None, name: str) -> None:
    assert refused(AddEntry(**A, members=(Member(name=name),))).field == "name"


@pytest.mark.parametrize("rating", [-1, 10_000])
def test_a_rating_out_of_range_is_refused(event: None, rating: int) -> None:
    assert refused(AddEntry(**A, members=(Member(name="X"),), rating=rating)).field == "rating"
    assert refused(ChangeEntry(**A, entry=1, rating=rating)).field == "rating"


@pytest.mark.parametrize(
    "setup",
    [
        {"boards": (Pairing(one=1, two=1),)},
        {"boards": (Pairing(one=1, two=2), Pairing(one=2, two=3))},
        {"boards": (Pairing(one=1, two=2),), "byes": (1,)},
        {"boards": (Pairing(one=1, two=9),)},
        {"boards": (Pairing(one=1, two=2, board=3), Pairing(one=3, two=4, board=3))},
        {"boards": (Pairing(one=1, two=2, first=3),)},
        {"boards": (), "byes": (5, 5)},
    ],
)
def test_a_pairing_that_cannot_be_is_refused(event: None, setup: dict[str, Any]) -> None:
    refused(SetUpRound(**A, round=1, **setup))
    assert not Round.objects.exists()


def test_boards_take_the_free_numbers_around_those_chosen(event: None) -> None:
    pairs = (Pairing(one=1, two=2), Pairing(one=3, two=4, board=1))
    do(SetUpRound(**A, round=1, boards=pairs, byes=(5,)))
    numbers = load_sheet(division(), drafts=True).boards
    assert [(board.one.entry, board.number) for board in numbers] == [(1, 2), (3, 1), (5, None)]


def test_a_draft_can_be_set_up_again_and_again(event: None) -> None:
    do(SetUpRound(**A, round=1, boards=(Pairing(one=1, two=2),), byes=(3,)))
    do(SetUpRound(**A, round=1, boards=(Pairing(one=2, two=3),), absent=(4,)))
    assert Seat.objects.count() == 3
    assert Result.objects.count() == 1


def test_nobody_may_be_forgotten_when_a_round_is_published(event: None) -> None:
    do(SetUpRound(**A, round=1, boards=(Pairing(one=1, two=2),), byes=(4,)))
    assert "3, 5" in str(refused(PublishRound(**A, round=1)))


def test_who_withdrew_after_the_draft_may_not_be_published(event: None) -> None:
    boards = (Pairing(one=1, two=2), Pairing(one=3, two=4))
    do(SetUpRound(**A, round=1, boards=boards, byes=(5,)))
    do(WithdrawEntry(**A, entry=4, from_round=1))
    assert refused(PublishRound(**A, round=1)).code == "round.seated_away"


def test_rounds_are_published_in_order_and_none_beyond_the_last(played: None) -> None:
    pairs = (Pairing(one=1, two=3), Pairing(one=2, two=5))
    do(SetUpRound(**A, round=3, boards=pairs, byes=(4,)))
    assert refused(PublishRound(**A, round=3)).code == "round.order"
    assert refused(SetUpRound(**A, round=5, boards=pairs)).code == "round.unknown"
    assert refused(SetUpRound(**A, round=0, boards=pairs)).code == "round.unknown"


def test_the_bye_counts_when_the_round_is_published_and_has_the_rules_spread(
    published: None,
) -> None:
    bye = result(5)
    assert (bye.reason, bye.won_one, bye.spread_one, bye.rated) == ("bye", 2, 50, False)
    (rounds,) = starts_of_rounds(load_sheet(division()))
    assert rounds["byes"] == [5]
    assert rounds["forfeits"] == []


def test_a_published_board_never_changes_sides(played: None) -> None:
    before = list(Seat.objects.order_by("pk").values_list("side", "decided_by"))
    do(CorrectResult(**A, round=1, entry=1, score=300, opponent_score=389, confirmed=True))
    assert list(Seat.objects.order_by("pk").values_list("side", "decided_by")) == before


def test_a_draw_waits_for_the_slip_and_is_named_before_the_next_round(event: None) -> None:
    do(ChangeRules(**A, overrides={"start_tie": "draw"}))
    pairs = (Pairing(one=1, two=2), Pairing(one=3, two=4))
    do(SetUpRound(**A, round=1, boards=pairs, byes=(5,)))
    do(PublishRound(**A, round=1))
    assert {seat.side for seat in Seat.objects.exclude(entry__number=5)} == {"draw"}
    do(EnterResult(**A, round=1, entry=1, score=400, opponent_score=300))
    do(EnterForfeit(**A, round=1, absent=(4,)))
    do(SetUpRound(**A, round=2, boards=(Pairing(one=1, two=3), Pairing(one=2, two=4)), byes=(5,)))
    named = refused(PublishRound(**A, round=2))
    assert named.code == "round.open_draws"
    assert "round 1 board 1" in str(named)
    assert "board 2" not in str(named)
    do(RecordStart(**A, round=1, entry=2))
    do(PublishRound(**A, round=2))
    start = starts_of_rounds(load_sheet(division()))[0]["boards"][0]
    assert (start["first"], start["second"], start["decided_by"]) == (2, 1, "draw")


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
    assert str(refused(wrong)) == ("No. 1 and no. 3 are not paired in round 1; no. 1 meets no. 2.")
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
    do(EnterResult(**A, round=1, entry=1, score=400, opponent_score=300, seen=0))
    late = CorrectResult(**A, round=1, entry=1, score=401, opponent_score=300, seen=0)
    with pytest.raises(Conflict):
        do(late)
    do(EnterResult(**A, round=1, entry=3, score=400, opponent_score=300, seen=0))


def test_a_correction_that_turns_a_game_after_the_next_round_is_out_asks_first(
    played: None,
) -> None:
    pairs = (Pairing(one=1, two=3), Pairing(one=2, two=5))
    do(SetUpRound(**A, round=2, boards=pairs, byes=(4,)))
    do(PublishRound(**A, round=2))
    turned = CorrectResult(**A, round=1, entry=1, score=300, opponent_score=389)
    with pytest.raises(NeedsConfirmation, match="round 2 is published"):
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
    do(SetUpRound(**A, round=2, boards=(Pairing(one=2, two=3), Pairing(one=1, two=5)), byes=(4,)))
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
    do(SetUpRound(**A, round=2, boards=(Pairing(one=2, two=3), Pairing(one=4, two=5))))
    do(PublishRound(**A, round=2))
    sheet = load_sheet(division())
    assert {row.number: row.rank for row in standings_after(sheet, 1)}[1] is not None
    assert {row.number: row.rank for row in standings_after(sheet, 2)}[1] is None
    assert refused(ReinstateEntry(**A, entry=1, from_round=2)).code == "round.published"
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
    with pytest.raises(NeedsConfirmation, match="A has played 1 of 4 rounds"):
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


def test_the_number_of_rounds_never_falls_below_what_was_set_up(played: None) -> None:
    assert refused(ChangeRules(**A, planned_rounds=0, confirmed=True)).field == "planned_rounds"
    do(ChangeRules(**A, planned_rounds=1, confirmed=True))
    assert division().planned_rounds == 1


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
