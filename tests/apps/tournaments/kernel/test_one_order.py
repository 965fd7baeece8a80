"""One order of a division: standings, pairing, gibsons, contention and COP never contradict."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.filing import filed_name
from games.engine.rulesets import RULESETS
from tests.depth import examples
from tournaments.contention.queries import ground_of
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.models import Division
from tournaments.pairing.contention.contest import Contest
from tournaments.pairing.contention.forecast import forecast
from tournaments.pairing.contention.outlook import OutlookState, outlooks
from tournaments.pairing.cop.settings import Settings
from tournaments.pairing.cop.simulation import final_orders
from tournaments.pairing.cop.situation import Situation
from tournaments.pairing.gibsons.gibson import position_gibsons
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import PairingPosition, placed
from tournaments.pairing.terms.conditions_in_round import RoundConditions
from tournaments.rounds.queries.pairing import position_for
from tournaments.standings.records import CarriedRecord, StandingsRow

TIES = {
    "told by rating": ((0, 1500, 1500, 1600), (0,)),
    "told by lot": ((1500,), (0, 1, 2)),
    "told by number": ((1500,), (0,)),
}
"""The ratings and random numbers of an entry, by what tells equal records apart."""
WIDEST = 100
"""The gibson spread of a game here, and the award of every bye at most."""


def line(dice: Random, number: int, ties: str, rounds: int) -> EntryLine:
    rating, random_number = map(dice.choice, TIES[ties])
    left = dice.randrange(1, rounds + 2) if not dice.randrange(8) else None
    name = f"Player {number}"
    return EntryLine(
        pk=number,
        key=number,
        number=number,
        name=name,
        entered_name=name,
        filed=filed_name(name),
        entered_filed=filed_name(name),
        typed_name=name,
        rating=rating,
        life_games=None,
        association_number="",
        prize_class="",
        team="",
        random_number=random_number,
        away=((left, None),) if left else (),
        presence="",
        missed_spread=None,
        carried=None,
        kept={},
        members=1,
        player="",
    )


def alone(number: int, entry: int, got: tuple[int, int, int], reason: str) -> BoardLine:
    seat = SeatLine(entry, "", "", None, *got)
    return BoardLine(number, entry + 100, None, 0, seat, None, reason, False, False, None)


def game(dice: Random, number: int, one: int, two: int) -> BoardLine:
    lead = dice.choice((-WIDEST, -20, 0, 0, 20, WIDEST))
    scores = (total := dice.choice((250, 400, 400, 550))) + lead, total
    won = 1 + (lead > 0) - (lead < 0)
    seats = (
        SeatLine(one, "", "", scores[0], won, 2 - won, lead),
        SeatLine(two, "", "", scores[1], 2 - won, won, -lead),
    )
    return BoardLine(number, one, None, 0, *seats, "played", True, True, None)


def a_round(dice: Random, sheet: Sheet, number: int, *, full: bool) -> list[BoardLine]:
    """Returns the boards of a round by lot, with a bye; where it is not `full` somebody misses it.

    An absence is neither won nor lost, so that fewer losses put it ahead of a loss.
    """
    here = [e.number for e in sheet.entries.values() if not e.away or e.away[0][0] > number]
    dice.shuffle(here)
    boards = []
    if here and not full and not dice.randrange(3):
        boards.append(alone(number, here.pop(), (0, 0, 0), "absent"))
    if len(here) % 2:
        boards.append(alone(number, here.pop(), (2, 0, sheet.rules.bye_spread), "bye"))
    pairs = zip(here[::2], here[1::2], strict=True)
    return [*boards, *(game(dice, number, one, two) for one, two in pairs)]


def with_rounds(dice: Random, sheet: Sheet, numbers: range, *, full: bool) -> Sheet:
    boards = list(sheet.boards)
    for number in numbers:
        boards += a_round(dice, sheet, number, full=full)
    # Not as published ones: the first would be looked up for an old round robin.
    stages = dict.fromkeys(sorted({board.round for board in boards}), "played")
    return replace(sheet, boards=tuple(boards), stages=stages)


def division_in_play(
    dice: Random, preset: str, ties: str, *, totals: bool, **rules: bool
) -> tuple[Sheet, int]:
    """Returns a division on paper after some of its rounds, and how many they are."""
    rounds = dice.randint(1, 5)
    played = dice.randint(0, rounds)
    division = Division(
        name="A",
        planned_rounds=rounds,
        ruleset=preset,
        overrides={"sum_before_spread": totals, "spread_cap": dice.choice(([], [60])), **rules},
        pairing_rules={"gibson_spread": [WIDEST], "places": 3},
    )
    entries = [line(dice, number, ties, rounds) for number in range(1, dice.randint(3, 8))]
    penalties = ((1, 1, -20),) if dice.randrange(2) else ()
    empty = Sheet(division, division.rules, {e.number: e for e in entries}, (), {}, penalties)
    return with_rounds(dice, empty, range(1, played + 1), full=False), played


def shares(ranks: list[int | None]) -> list[bool]:
    """Returns whose rank is that of the next before."""
    return [one == two for one, two in pairwise(ranks)]


def told_by_standings(
    table: tuple[StandingsRow, ...], players: Contest | PairingPosition
) -> list[int]:
    here = {player.number for player in players.players}
    return [row.number for row in table if row.rank is not None and row.number in here]


def check_the_order(sheet: Sheet, played: int) -> None:
    table = standings_after(sheet, played)
    position = position_for(sheet, played + 1, RoundConditions(), based_on=played)
    contest = ground_of(sheet).contest
    order = told_by_standings(table, position)
    assert [player.number for player in placed(position.players)] == order
    assert [player.number for player in contest.ranked] == told_by_standings(table, contest)
    said = outlooks(contest)
    rank = {row.number: row.rank for row in table}
    assert shares([one.rank for one in said]) == shares([rank[p.number] for p in contest.ranked])
    drawn = pair(position, Request("random"))
    ranks = {r.one: r.rank_one for r in drawn.explanation}
    ranks |= {r.two: r.rank_two for r in drawn.explanation if r.one != r.two}
    assert sorted(ranks, key=ranks.__getitem__) == [n for n in order if n in ranks]
    if position.rounds_left and position.players:
        request = Request("cop")
        situation = Situation.of(Pool.of(position), Settings.of(position, request))
        now = replace(situation.start, rounds_left=0)
        (ends,) = final_orders(now, simulations=1, seed="")
        assert ends.tolist() == [list(range(len(order)))]


def check_what_was_certain(dice: Random, sheet: Sheet, played: int) -> None:
    """Play the rest by lot: what was clinched or out of reach before has to come true."""
    contest = ground_of(sheet).contest
    position = position_for(sheet, played + 1, RoundConditions(), based_on=played)
    now, clinched = placed(position.players), position_gibsons(position)
    chances = forecast(contest, simulations=20, seed="")
    rest = range(played + 1, sheet.division.planned_rounds + 1)
    for _ in range(3):
        whole = with_rounds(dice, sheet, rest, full=True)
        end = standings_after(whole, sheet.division.planned_rounds)
        here = [row for row in end if row.number in {p.number for p in contest.players}]
        rank = {row.number: row.rank for row in here if row.rank is not None}
        if len(rank) < len(contest.players):
            return  # Somebody leaves later on, which no forecast knows.
        above = {number: 1 + sum(r < own for r in rank.values()) for number, own in rank.items()}
        for one in outlooks(contest):
            assert one.best <= above[one.player.number] <= one.worst
            assert one.state != OutlookState.CLINCHED or above[one.player.number] == 1
        for at in clinched if len(now) == len(contest.players) else ():
            assert above[now[at - 1].number] == at
    for chance in chances:
        assert chance.outlook.best == 1 or not chance.first


def test_a_record_brought_along_counts_in_what_ranks() -> None:
    dice = Random(1)
    sheet, _ = division_in_play(dice, "naspa", "told by number", totals=True)
    brought = asdict(CarriedRecord(2, 0, 10, 10, total_score=480))
    (number, entry), *_ = sheet.entries.items()
    sheet = replace(sheet, entries={number: replace(entry, carried=brought, away=())})
    (row,) = standings_after(replace(sheet, boards=(), penalties=()), 0)
    assert (row.half_wins, row.spread, row.total_score) == (2, 10, 480)


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("totals", [False, True], ids=["spread ranks", "total score ranks"])
@pytest.mark.parametrize("preset", RULESETS)
@examples(25)
@given(seed=st.integers(0, 2**32))
def test_standings_pairing_gibsons_contention_and_cop_agree_on_the_order(
    preset: str, totals: bool, ties: str, seed: int
) -> None:
    dice = Random(seed)
    sheet, played = division_in_play(dice, preset, ties, totals=totals)
    check_the_order(sheet, played)
    check_what_was_certain(dice, sheet, played)
