"""A round paired as the plan says, under the conditions and rules of the division."""

from __future__ import annotations

from typing import Any

import pytest

from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import says
from core.models import JournalEntry
from tests.apps.tournaments.rounds.test_pair_round import A, byes, enter, pairs
from tests.builders.events import a_division, give
from tests.builders.grounds import built_once
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import ChangeEntry, WithdrawEntry
from tournaments.event.commands.event import ChangeRules, CreateEvent
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.kernel.desk.context import EventContext
from tournaments.models import Board, Division, Round, Seat, Tournament
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.pairing import OptionGiven, PairRound
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.commands.planning import PlannedRounds, PlanPairing
from tournaments.rounds.commands.rounds import PublishRound
from tournaments.rounds.forms.pairing import PairRoundForm

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@built_once
def eight_players() -> None:
    """An event of eight players and seven rounds, everybody here."""
    give(CreateEvent(event="open", name="Open"))
    a_division("open", players=8, planned=7)
    give(CheckIn(**A, here=tuple(range(1, 9))))


def plan(*rows: PlannedRounds) -> None:
    give(PlanPairing(**A, rows=rows))


def pair(number: int, **options: Any) -> None:
    give(PairRound(**A, round=number, **options))


def play(number: int, **options: Any) -> None:
    pair(number, **options)
    give(PublishRound(**A, round=number))
    enter(number)


def kept(number: int) -> dict[str, Any]:
    pairing: dict[str, Any] = Round.objects.get(number=number).pairing
    return pairing


def test_nobody_but_the_director_pairs_as_planned() -> None:
    plan(PlannedRounds(first=1, last=7, method="swiss"))
    with pytest.raises(NotAllowed):
        execute(PairRound(**A, round=1), actor=Actor(name="somebody"))


def test_a_round_follows_the_row_of_the_plan_that_it_belongs_to() -> None:
    plan(
        PlannedRounds(first=1, last=1, method="swiss"),
        PlannedRounds(first=2, last=7, method="koth", repeats=0),
    )
    play(1)
    pair(2)
    assert (kept(1)["method"], kept(2)["method"]) == ("swiss", "koth")
    assert kept(2)["allowed"] == 0
    said = says(JournalEntry.objects.order_by("pk").last())  # type: ignore[arg-type]
    assert said.startswith(
        "Round 2 of A paired by King of the hill on the results through round 1, as planned: 4"
    )


def test_a_round_of_which_the_plan_says_nothing_needs_a_method() -> None:
    plan(PlannedRounds(first=2, last=7, method="koth"))
    with pytest.raises(Refused, match="The plan of division A does not cover round 1"):
        pair(1)


def test_a_planned_lag_leaves_results_out_without_asking() -> None:
    plan(
        PlannedRounds(first=1, last=2, method="swiss"),
        PlannedRounds(first=3, last=7, method="swiss", lag=1),
    )
    play(1)
    play(2)
    pair(3)
    assert kept(3)["based_on"] == 1
    give(PublishRound(**A, round=3))
    pair(4)
    assert (kept(4)["based_on"], kept(4)["incomplete"]) == (2, None)
    with pytest.raises(NeedsConfirmation):
        pair(4, method="swiss", based_on=2)


def test_the_rounds_of_a_block_are_read_from_the_first_before_any_is_played() -> None:
    plan(PlannedRounds(first=1, last=7, method="roundrobin"))
    met: set[frozenset[int]] = set()
    for number in range(1, 8):
        pair(number)
        give(PublishRound(**A, round=number))
        met |= {frozenset(two) for two in pairs(number)}
    assert len(met) == 28
    assert kept(7)["based_on"] == 0


def test_a_block_is_kept_once_and_is_no_longer_than_the_event() -> None:
    give(ChangeRules(**A, planned_rounds=3, confirmed=True))
    play(1, method="roundrobin")
    play(2, method="roundrobin")
    pair(3, method="roundrobin")
    assert len(kept(1)["schedule"]["rounds"]) == 3
    assert (kept(2)["schedule"], kept(3)["schedule"]) == (None, None)
    assert len({frozenset(two) for number in (1, 2, 3) for two in pairs(number)}) == 12


def test_who_leaves_a_block_leaves_byes_and_changes_no_other_board() -> None:
    plan(PlannedRounds(first=1, last=3, method="fontes"))
    play(1)
    pair(2)
    as_planned = pairs(2)
    gone = as_planned[0]
    give(WithdrawEntry(**A, entry=gone[0], from_round=2))
    pair(2)
    assert pairs(2) == as_planned[1:]
    assert byes(2) == [gone[1]]


def test_what_a_block_drew_up_is_replayed_and_not_drawn_again() -> None:
    plan(PlannedRounds(first=1, last=3, method="fontes", variant="snaked"))
    play(1)
    play(2)
    assert compare_with_replay(Tournament.objects.get()).equal


def test_a_king_of_the_hill_may_begin_before_the_round_is_over() -> None:
    play(1, method="swiss")
    play(2, method="swiss")
    pair(3, method="swiss")
    give(PublishRound(**A, round=3))
    open_board, *others = pairs(3)
    for one, _ in others:
        give(EnterResult(**A, round=3, entry=one, score=400 + one, opponent_score=350))
    pair(4, method="koth", variant="early")
    seated = {number for two in pairs(4) for number in two}
    assert seated.isdisjoint(open_board)
    assert kept(4)["based_on"] == 2


def test_two_kept_apart_do_not_meet_and_two_who_must_do() -> None:
    give(SetCondition(**A, kind="apart", one=1, two=5))
    give(SetCondition(**A, kind="together", one=2, two=3, first=1, last=1))
    pair(1, method="swiss")
    assert (2, 3) in pairs(1)
    assert (1, 5) not in pairs(1)
    rules = {(row["one"], row["two"]): row["rule"] for row in kept(1)["explanation"]}
    assert rules[2, 3] == "fixed.condition"


def test_who_wishes_a_board_sits_there_in_every_round() -> None:
    give(SetCondition(**A, kind="board", one=8, place=9))
    for number in (1, 2):
        play(number, method="swiss")
        board = Board.objects.get(round__number=number, seats__entry__number=8)
        assert board.number == 9


def test_team_mates_are_kept_apart_while_the_rules_say_so() -> None:
    for number in (1, 5, 2, 6):
        give(ChangeEntry(**A, entry=number, team="North"))
    give(ChangePairingRules(**A, team_mates="apart", team_mates_until=1))
    pair(1, method="swiss")
    north = {1, 5, 2, 6}
    assert not [two for two in pairs(1) if set(two) <= north]


def test_a_condition_that_no_pairing_can_meet_is_refused_with_names() -> None:
    for other in range(2, 9):
        give(SetCondition(**A, kind="apart", one=1, two=other))
    with pytest.raises(Refused) as refused:
        pair(1, method="swiss")
    assert refused.value.code == "pairing.kept_apart"
    assert not Round.objects.exists()


def test_meetings_before_a_round_are_forgiven() -> None:
    for number in (1, 2, 3):
        play(number, method="koth")
    with pytest.raises(Refused):
        pair(4, method="koth", repeats=-1)
    pair(4, method="koth", repeats=0, since=4)
    assert kept(4)["since"] == 4


def test_two_who_must_meet_in_a_later_round_of_a_block_do() -> None:
    give(SetCondition(**A, kind="together", one=1, two=2, first=2, last=2))
    plan(PlannedRounds(first=1, last=7, method="roundrobin"))
    play(1)
    pair(2)
    assert (1, 2) in pairs(2)


def test_two_who_must_meet_after_a_block_do_not_stand_in_its_way() -> None:
    give(SetCondition(**A, kind="together", one=1, two=2, first=3, last=7))
    pair(1, method="groups", options=(OptionGiven(key="rounds", value=2),))
    assert len(kept(1)["schedule"]["rounds"]) == 2


def test_who_is_away_when_a_block_is_drawn_up_meets_nobody_in_it() -> None:
    give(SetCondition(**A, kind="together", one=1, two=2, first=2, last=2))
    pair(1, method="groups", absent=(2,))
    assert (len(pairs(1)), len(byes(1))) == (3, 1)


def test_where_starts_are_drawn_a_block_fixes_none() -> None:
    give(ChangeRules(**A, overrides={"start_mode": "draw"}, confirmed=True))
    pair(1, method="roundrobin")
    assert not Seat.objects.exclude(side="").exists()


def test_a_block_that_was_interrupted_says_so() -> None:
    plan(PlannedRounds(first=1, last=3, method="fontes"))
    play(1)
    play(2, method="koth")
    pair(3)
    assert "block.interrupted" in [code for code, _ in kept(3)["warnings"]]


def test_a_part_of_a_table_keeps_the_limit_of_repeats_or_is_refused() -> None:
    for number in (1, 2):
        play(number, method="koth")
    with pytest.raises(Refused, match="with a limit of 1 there is one"):
        pair(3, method="roundrobin", repeats=0)


def test_the_button_counts_a_house_player_only_where_somebody_would_sit_out() -> None:
    give(SetCondition(**A, kind="house", one=8))
    division = Division.objects.get()
    where = EventContext("", event=division.tournament, division=division, round=1)
    assert PairRoundForm(where=where).counted() == "8 players on 4 boards"
    give(WithdrawEntry(**A, entry=7, from_round=1))
    assert PairRoundForm(where=where).counted() == "6 players on 3 boards"
