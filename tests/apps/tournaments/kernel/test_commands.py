"""The commands of an event: who may give them, and what making, entering and pairing refuse."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from people.commands import AddPlayer
from tests.builders.open_event import A, division, do, result
from tests.builders.refusals import refused
from tournaments.entries.commands.entries import AddEntry, ChangeEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent
from tournaments.importing.commands import ImportEvent
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import starts_of_rounds
from tournaments.models import Entry, Result, Round, Seat, Tournament
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, RecordStart, SetUpRound

pytestmark = [pytest.mark.both_databases("constraints"), pytest.mark.django_db]


def person(name: str, **flags: Any) -> Actor:
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
    assert refused(CreateEvent(event=slug, name="X")).field == "event"


def test_an_event_whose_making_was_taken_back_is_made_again() -> None:
    made = do(CreateEvent(event="fall", name="Fall", director="ann"))
    undone = do(UndoEntry(journal="event:fall", seq=made.seq))
    assert not Tournament.objects.exists()
    do(UndoEntry(journal="event:fall", seq=undone.seq))
    assert (event := Tournament.objects.get()).name == "Fall"
    assert event.director == "ann"


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
            boards=(
                HandPairing(one=1, two=2),
                HandPairing(one=3, two=4),
                HandPairing(one=5, two=6),
            ),
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
    stranger = AddEntry(**A, members=(Member(name="Cleo", player="cleo"),))
    assert refused(stranger).code == "player.unknown"
    again = AddEntry(**A, members=(Member(name="Ada B", player="ada"),))
    assert refused(again).code == "player.entered"


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "a\x1bb"])
def test_a_name_that_cannot_be_printed_is_refused(event: None, name: str) -> None:
    assert refused(AddEntry(**A, members=(Member(name=name),))).field == "name"


@pytest.mark.parametrize("rating", [-1, 10_000])
def test_a_rating_out_of_range_is_refused(event: None, rating: int) -> None:
    assert refused(AddEntry(**A, members=(Member(name="X"),), rating=rating)).field == "rating"
    assert refused(ChangeEntry(**A, entry=1, rating=rating)).field == "rating"


@pytest.mark.parametrize(
    "setup",
    [
        {"boards": (HandPairing(one=1, two=1),)},
        {"boards": (HandPairing(one=1, two=2), HandPairing(one=2, two=3))},
        {"boards": (HandPairing(one=1, two=2),), "byes": (1,)},
        {"boards": (HandPairing(one=1, two=9),)},
        {"boards": (HandPairing(one=1, two=2, board=3), HandPairing(one=3, two=4, board=3))},
        {"boards": (HandPairing(one=1, two=2, first=3),)},
        {"boards": (), "byes": (5, 5)},
    ],
)
def test_a_pairing_that_cannot_be_is_refused(event: None, setup: dict[str, Any]) -> None:
    refused(SetUpRound(**A, round=1, **setup))
    assert not Round.objects.exists()


def test_boards_take_the_free_numbers_around_those_chosen(event: None) -> None:
    pairs = (HandPairing(one=1, two=2), HandPairing(one=3, two=4, board=1))
    do(SetUpRound(**A, round=1, boards=pairs, byes=(5,)))
    numbers = load_sheet(division(), drafts=True).boards
    assert [(board.one.entry, board.number) for board in numbers] == [(1, 2), (3, 1), (5, None)]


def test_a_draft_can_be_set_up_again_and_again(event: None) -> None:
    do(SetUpRound(**A, round=1, boards=(HandPairing(one=1, two=2),), byes=(3,)))
    do(SetUpRound(**A, round=1, boards=(HandPairing(one=2, two=3),), absent=(4,)))
    assert Seat.objects.count() == 3
    assert Result.objects.count() == 1


def test_nobody_may_be_forgotten_when_a_round_is_published(event: None) -> None:
    do(SetUpRound(**A, round=1, boards=(HandPairing(one=1, two=2),), byes=(4,)))
    assert "3, 5" in str(refused(PublishRound(**A, round=1)))


def test_who_withdrew_after_the_draft_may_not_be_published(event: None) -> None:
    boards = (HandPairing(one=1, two=2), HandPairing(one=3, two=4))
    do(SetUpRound(**A, round=1, boards=boards, byes=(5,)))
    do(WithdrawEntry(**A, entry=4, from_round=1))
    assert refused(PublishRound(**A, round=1)).code == "round.seated_away"


def test_rounds_are_published_in_order_and_none_beyond_the_last(played: None) -> None:
    pairs = (HandPairing(one=1, two=3), HandPairing(one=2, two=5))
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
    pairs = (HandPairing(one=1, two=2), HandPairing(one=3, two=4))
    do(SetUpRound(**A, round=1, boards=pairs, byes=(5,)))
    do(PublishRound(**A, round=1))
    assert {seat.side for seat in Seat.objects.exclude(entry__number=5)} == {"draw"}
    do(EnterResult(**A, round=1, entry=1, score=400, opponent_score=300))
    do(EnterForfeit(**A, round=1, absent=(4,)))
    do(
        SetUpRound(
            **A, round=2, boards=(HandPairing(one=1, two=3), HandPairing(one=2, two=4)), byes=(5,)
        )
    )
    named = refused(PublishRound(**A, round=2))
    assert named.code == "round.open_draws"
    assert "round 1 board 1" in str(named)
    assert "board 2" not in str(named)
    do(RecordStart(**A, round=1, entry=2))
    do(PublishRound(**A, round=2))
    start = starts_of_rounds(load_sheet(division()))[0]["boards"][0]
    assert (start["first"], start["second"], start["decided_by"]) == (2, 1, "draw")


def test_the_number_of_rounds_never_falls_below_what_was_set_up(played: None) -> None:
    assert refused(ChangeRules(**A, planned_rounds=0, confirmed=True)).field == "planned_rounds"
    do(ChangeRules(**A, planned_rounds=1, confirmed=True))
    assert division().planned_rounds == 1


def test_the_rating_system_can_be_changed_and_taken_away(event: None) -> None:
    assert division().rating_system == "naspa2024"
    do(ChangeRules(**A, rating_system="naspa-csw"))
    assert division().rating_system == "naspa-csw"
    do(ChangeRules(**A, rating_system=""))
    assert division().rating_system == ""
    assert refused(ChangeRules(**A, rating_system="wespa")).field == "rating_system"
