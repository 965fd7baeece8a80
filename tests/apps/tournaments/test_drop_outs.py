"""Late entries, absences and drop-outs before and after publication (pairing.md, section 13)."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.command import CONSOLE
from core.journal.errors import Refused
from core.journal.execute import Done, execute
from tests.apps.tournaments.desk_events import SLUG, division, enter, new_event, publish, set_up
from tournaments.commands.check_in import CheckIn
from tournaments.commands.entering import Member
from tournaments.commands.entries import AddEntry, ReinstateEntry, WithdrawEntry
from tournaments.commands.event import CreateDivision
from tournaments.commands.moving import MoveEntry
from tournaments.commands.pairing import PairRound
from tournaments.commands.results import EnterForfeit
from tournaments.commands.rounds import PublishRound
from tournaments.selectors.play import RoundState, latest_state
from tournaments.selectors.rating_fields import rating_field
from tournaments.selectors.sheet import load_sheet
from tournaments.selectors.standings import standings_after

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}


@pytest.fixture(autouse=True)
def an_event() -> None:
    """Ada to Dov, no. 1 to 4, in three rounds."""
    new_event()


def give(command: Any) -> Done:
    return execute(command, actor=CONSOLE, reason="as it happened")


def record(number: int) -> tuple[int, int, int]:
    sheet = load_sheet(division())
    row = next(r for r in standings_after(sheet, sheet.last_round) if r.number == number)
    return row.half_wins, row.half_losses, row.spread


def outcomes(number: int) -> dict[int, str]:
    boards = load_sheet(division(), drafts=True).by_round[number]
    return {b.one.entry: str(b.reason) for b in boards if b.two is None}


def round_1(**more: Any) -> None:
    publish(1, (1, 2), (3, 4), **more)
    enter(1, 1, 400, 300)


def late(rating: int) -> None:
    give(AddEntry(**A, members=(Member(name="Late"),), rating=rating, confirmed=True))


def test_a_late_entrant_forfeits_what_he_missed_and_is_ranked_with_that_record() -> None:
    round_1()
    enter(1, 3, 350, 300)
    late(rating=1575)
    assert record(5) == (0, 2, -50)
    assert record(4) == (0, 2, -50)
    rows = standings_after(load_sheet(division()), 1)
    # Of equal records the higher rating stands first: 1575 before Dov's 1570.
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 3), (3, 5), (3, 4), (5, 2)]


def test_who_drops_out_after_publication_forfeits_and_the_printed_pairing_stays() -> None:
    round_1()
    give(EnterForfeit(**A, round=1, absent=(4,)))
    assert (record(3), record(4)) == ((2, 0, 50), (0, 2, -50))
    sheet = load_sheet(division())
    assert [[s.entry for s in b.seats] for b in sheet.boards] == [[1, 2], [3, 4]]
    games = {player.number: len(player.games) for player in rating_field(sheet).players}
    assert games == {1: 1, 2: 1, 3: 0, 4: 0}
    assert latest_state(division()) == RoundState.COMPLETE


def test_two_of_whom_one_did_not_come_count_as_having_met() -> None:
    round_1()
    give(EnterForfeit(**A, round=1, absent=(4,)))
    give(PairRound(**A, round=2, method="swiss", repeats=0))
    boards = load_sheet(division(), drafts=True).by_round[2]
    pairs = [{seat.entry for seat in board.seats} for board in boards]
    assert {3, 4} not in pairs
    assert {1, 2} not in pairs


def test_who_dropped_out_before_the_pairing_is_left_out_of_it_and_of_the_parity() -> None:
    late(rating=900)
    give(WithdrawEntry(**A, entry=4, from_round=1))
    give(CheckIn(**A, here=(1, 2, 3, 5)))
    give(PairRound(**A, round=1, method="swiss"))
    assert outcomes(1) == {}
    give(PublishRound(**A, round=1))
    assert {s.entry for b in load_sheet(division()).boards for s in b.seats} == {1, 2, 3, 5}


def test_who_comes_back_keeps_the_forfeits_of_the_rounds_that_he_missed() -> None:
    round_1()
    give(EnterForfeit(**A, round=1, absent=(4,)))
    give(WithdrawEntry(**A, entry=4, from_round=2))
    publish(2, (1, 3), byes=(2,))
    give(ReinstateEntry(**A, entry=4, from_round=3))
    assert outcomes(2) == {2: "bye", 4: "absent"}
    assert record(4) == (0, 4, -100)


def test_a_round_with_several_byes_is_complete_with_the_last_game() -> None:
    set_up(1, (1, 2), byes=(3, 4))
    give(PublishRound(**A, round=1))
    assert latest_state(division()) == RoundState.PUBLISHED
    enter(1, 1, 400, 300)
    assert latest_state(division()) == RoundState.COMPLETE
    assert (record(3), record(4)) == ((2, 0, 50), (2, 0, 50))


def test_a_round_of_a_division_that_everybody_left_is_not_published() -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    for _ in range(4):
        give(MoveEntry(**A, entry=1, to="B"))
    give(PairRound(**A, round=1, method="swiss"))
    with pytest.raises(Refused, match="Nobody is entered in division A"):
        give(PublishRound(**A, round=1))
