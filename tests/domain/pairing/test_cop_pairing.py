"""COP: what it pairs, what it refuses, and that nothing cheaper could be had."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.builders.positions import a_field, all_pairings, shuffled
from tests.depth import examples
from tournaments.pairing.cop.costs import OF_NO_USE
from tournaments.pairing.cop.prospects import Prospects, prospects
from tournaments.pairing.cop.settings import Settings
from tournaments.pairing.cop.simulation import simulate
from tournaments.pairing.cop.situation import Situation, house_last
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.weighing import round_seed
from tournaments.pairing.methods import METHODS, Pairing, Request, pair
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order
from tournaments.pairing.terms.prizes import GibsonRules, Prizes
from tournaments.pairing.wording import in_words, rule_in_words

FEW = (("control_simulations", 60), ("simulations", 200))


def cop(seed: str = "s", **options: int) -> Request:
    """Returns a request with few simulations."""
    return Request("cop", seed=seed, options=tuple((dict(FEW) | options).items()))


def games(pairing: Pairing) -> set[frozenset[int]]:
    """Returns who meets whom, with the bye as a player alone."""
    return {frozenset((b.one, b.two)) for b in pairing.boards} | {
        frozenset((number,)) for number in pairing.byes
    }


def standing(*records: tuple[int, int], **more: Any) -> PairingPosition:
    """Returns a position of players 1, 2, ... with these half wins and spreads."""
    total = more.pop("total_rounds", 10)
    round_number = more.pop("round_number", total)
    players = tuple(
        PairingPlayer(number, wins, 2 * (round_number - 1) - wins, spread)
        for number, (wins, spread) in enumerate(records, start=1)
    )
    return PairingPosition(round_number, players, total_rounds=total, **more)


@examples(40)
@given(
    players=st.integers(1, 24),
    rounds=st.integers(0, 8),
    left=st.integers(1, 6),
    places=st.integers(0, 8),
    spread=st.sampled_from([40, 250]),
    data=st.data(),
)
def test_everybody_plays_once_or_sits_out_and_the_terms_add_up(
    players: int, rounds: int, left: int, places: int, spread: int, data: st.DataObject
) -> None:
    numbers = data.draw(st.permutations(range(1, players + 1)))
    position = a_field(
        players,
        rounds,
        data.draw(st.integers(0, 99)),
        total_rounds=rounds + left,
        prizes=Prizes(places),
        gibson=GibsonRules((spread,)),
        fixed=((numbers[0], numbers[1]),) if players > 5 else (),
        apart=((numbers[2], numbers[3]),) if players > 7 else (),
    )
    # Loss of control is left to a test of its own: a fixed board may contradict it.
    pairing = pair(position, cop(control_from=500))
    seen = [number for game in games(pairing) for number in game]
    assert sorted(seen) == list(range(1, players + 1))
    assert {frozenset(two) for two in position.fixed} <= games(pairing)
    assert not {frozenset(two) for two in position.apart} & games(pairing)
    for name, total in pairing.objective.items():
        assert total == sum(row.terms.get(name, 0) for row in pairing.explanation)
    for row in pairing.explanation:
        if not row.terms.get("rules"):
            assert row.terms.get("total", 0) == sum(
                cost for name, cost in row.terms.items() if name != "total"
            )
        assert row.rule == "" or rule_in_words(row.rule)
    assert all(in_words(warning) for warning in pairing.warnings)


@examples(25)
@given(players=st.integers(2, 20), rounds=st.integers(0, 7), seed=st.integers(0, 99))
def test_the_order_of_rows_makes_no_difference(players: int, rounds: int, seed: int) -> None:
    position = a_field(players, rounds, seed)
    more: dict[str, Any] = {
        "total_rounds": rounds + 3,
        "prizes": Prizes(2),
        "gibson": GibsonRules((100,)),
    }
    straight = pair(replace(position, **more), cop(control_from=1))
    assert pair(replace(shuffled(position, seed), **more), cop(control_from=1)) == straight


def cost_of_pair(
    position: PairingPosition, outlook: Prospects, one: int, two: int | None, prizes: int
) -> int:
    """Returns the cost of a pair, by places in rank order, written down once more."""
    ranked = rank_order(position.players)
    size = len(ranked)
    low = size if two is None else two
    left = position.total_rounds - position.round_number + 1
    is_late = 4 * left <= position.total_rounds
    hopes = one <= outlook.hopeful_casher
    target = int(outlook.lowest_hope[one])
    cost: int = 0
    if hopes and low > target and not (target == one and low == one + 1):
        cost += OF_NO_USE
    elif hopes and is_late:
        cost += 2 * abs(target - low) ** 3
    if not (hopes and is_late):
        cost += (low - one) ** (2 if one >= prizes else 3)
    if two is None:
        return cost + OF_NO_USE * ranked[one].byes
    names = {ranked[one].number, ranked[two].number}
    met = [m.round for m in position.meetings if {m.one, m.two} == names]
    cost += (2 ** len(met) - 1) * 4 * (size**3 // 27)
    if not hopes and position.round_number - 1 in met:
        cost += 1_000_000
    return int(cost)


@examples(40)
@given(
    players=st.integers(4, 8),
    rounds=st.integers(1, 8),
    left=st.integers(2, 4),
    prizes=st.integers(1, 3),
    seed=st.integers(0, 999),
)
def test_no_other_pairing_of_a_small_field_is_cheaper(
    players: int, rounds: int, left: int, prizes: int, seed: int
) -> None:
    position = a_field(
        players,
        rounds,
        seed,
        total_rounds=rounds + left,
        prizes=Prizes(prizes),
        gibson=GibsonRules((5_000,)),
    )
    request = cop(control_from=500)
    pairing = pair(position, request)
    assume(not pairing.gibsonized)
    pool = Pool.of(position)
    of = Settings.of(position, request)
    outlook = prospects(
        Situation.of(pool, of).start,
        simulations=of.simulations,
        hopefulness=of.hopefulness,
        prizes=of.prizes,
        seed=round_seed(pool, request.seed),
    )
    nodes = tuple(range(players + players % 2))
    costs = [
        sum(
            cost_of_pair(position, outlook, one, two if two < players else None, prizes)
            for one, two in pairs
        )
        for pairs in all_pairings(nodes)
    ]
    # With a pair of no use everything is solved once more, with other costs.
    assume(min(costs) < OF_NO_USE)
    assert pairing.objective["total"] == min(costs)


def test_in_the_last_round_those_who_can_still_win_a_prize_meet_their_neighbours() -> None:
    records = [(14, 300), (14, 200), (13, 100), (12, 50), (6, -50), (6, -100), (5, -200), (4, -300)]
    met = tuple(Meeting(n, 1, 2) for n in range(1, 5))
    pairing = pair(standing(*records, meetings=met, prizes=Prizes(2)), cop())
    assert {frozenset((1, 2)), frozenset((3, 4))} <= games(pairing)
    rules = {frozenset((row.one, row.two)): row.rule for row in pairing.explanation}
    assert rules[frozenset((1, 2))] == rules[frozenset((3, 4))] == "cop.hill"
    assert rules[frozenset((5, 6))] == ""
    assert [warning.code for warning in pairing.warnings] == ["cop.repeats"]


def test_a_clinched_first_sits_out_and_those_below_play_for_what_is_left() -> None:
    records = [(18, 900), (12, 300), (12, 200), (11, 0), (10, 0), (9, -500), (0, -900)]
    position = standing(*records, round_number=9, prizes=Prizes(3), gibson=GibsonRules((100,)))
    pairing = pair(position, cop())
    assert pairing.gibsonized == (1,)
    assert pairing.byes == (1,)
    assert {row.one: row.rule for row in pairing.explanation}[1] == "cop.gibson_bye"


def test_a_clinched_third_leaves_the_first_two_to_each_other() -> None:
    records = [(18, 900), (18, 800), (14, 300), (8, 0), (8, 0), (8, -100), (6, -400), (4, -900)]
    position = standing(*records, round_number=9, prizes=Prizes(3), gibson=GibsonRules((100,)))
    pairing = pair(position, cop())
    assert pairing.gibsonized == (3,)
    assert frozenset((1, 2)) in games(pairing)


def test_who_loses_control_without_meeting_the_leader_meets_him() -> None:
    records = [(16, 900), (12, 500), (12, 300), (12, 100), (8, 0), (8, 0), (4, -600), (2, -900)]
    position = standing(*records, round_number=10, total_rounds=12, prizes=Prizes(3))
    pairing = pair(position, cop(control_from=1, control_simulations=500))
    assert frozenset((1, 2)) in games(pairing)
    assert next(r for r in pairing.explanation if r.one == 1).rule == "cop.leader"
    warning = next(w for w in pairing.warnings if w.code == "cop.control")
    assert warning.params == {"leader": 1, "numbers": (2,)}


def test_in_the_last_round_the_hill_stands_also_while_results_of_the_one_before_are_missing() -> (
    None
):
    records = [(16, 900), (12, 500), (12, 300), (12, 100), (8, 0), (8, 0), (4, -600), (2, -900)]
    position = standing(*records, round_number=12, total_rounds=12, based_on=10, prizes=Prizes(3))
    assert position.rounds_left == 2
    pairing = pair(position, cop(control_from=1))
    assert {row.rule for row in pairing.explanation} <= {"", "cop.hill"}
    assert {frozenset((1, 2)), frozenset((3, 4))} <= games(pairing)


def test_factor_three_is_played_in_the_last_round_but_one_where_it_gives_everybody_hope() -> None:
    records = [(9, 60), (9, 50), (9, 40), (9, 30), (9, 20), (9, 10), (6, -90), (4, -120)]
    position = standing(*records, round_number=9, total_rounds=10, prizes=Prizes(3))
    pairing = pair(position, cop(control_from=1, simulations=400, control_simulations=400))
    assert {frozenset((1, 4)), frozenset((2, 5)), frozenset((3, 6))} <= games(pairing)
    assert {row.rule for row in pairing.explanation if row.one <= 3} == {"cop.factor_three"}


def test_a_fixed_board_against_loss_of_control_is_refused() -> None:
    records = [(16, 900), (12, 500), (12, 300), (12, 100), (8, 0), (8, 0), (4, -600), (2, -900)]
    position = standing(
        *records, round_number=10, total_rounds=12, prizes=Prizes(3), fixed=((2, 5),)
    )
    request = cop(control_from=1, control_simulations=500)
    with pytest.raises(PairingError) as refused:
        pair(position, request)
    assert (refused.value.code, refused.value.params) == (
        "cop.overconstrained",
        {"leader": 1, "numbers": (2,)},
    )
    apart = replace(position, fixed=(), apart=((1, 2),))
    assert frozenset((1, 2)) not in games(pair(apart, request))


def test_rules_are_given_up_where_players_kept_apart_leave_no_other_pairing() -> None:
    records = [(18, 300), (18, 250), (17, 200), (17, 150), (2, -300), (2, -600)]
    position = standing(*records, prizes=Prizes(4), apart=((5, 6),))
    pairing = pair(position, cop())
    assert frozenset((5, 6)) not in games(pairing)
    assert pairing.warnings[0].code == "cop.rules_given_up"
    assert pairing.warnings[0].params == {"boards": 2}


def test_no_rule_is_broken_to_spare_hundreds_of_boards_of_players_to_be_avoided() -> None:
    """Everybody may meet two others alone, so that there are two pairings of the field."""
    size = 430
    ring = {frozenset((n, n % size + 1)) for n in range(1, size + 1)}
    position = standing(
        *((20 - number // 40, -number) for number in range(size)),
        prizes=Prizes(2),
        apart=tuple(
            two for two in combinations(range(1, size + 1), 2) if frozenset(two) not in ring
        ),
        avoid=tuple((n, n + 1) for n in range(1, size, 2)),
    )
    pairing = pair(position, cop())
    assert frozenset((1, 2)) in games(pairing)
    assert (pairing.objective["rules"], pairing.objective["avoid"]) == (0, size // 2)


def test_any_cost_is_paid_for_a_board_less_of_two_who_should_not_meet() -> None:
    records = [(14, 300), (13, 200), (2, -200), (1, -300)]
    met = tuple(Meeting(number, *two) for number in range(1, 17) for two in ((1, 3), (2, 4)))
    position = standing(*records, round_number=17, total_rounds=40, meetings=met, prizes=Prizes(1))
    pairing = pair(replace(position, avoid=((1, 2), (1, 4), (2, 3))), cop(control_from=99))
    assert games(pairing) == {frozenset((1, 3)), frozenset((2, 4))}
    assert pairing.objective["avoid"] == 0
    cheaper = pair(position, cop(control_from=99))
    assert pairing.objective["total"] > cheaper.objective["total"]


@pytest.mark.parametrize(("policy", "bye"), [("top_down", 1), ("always_bottom", 5)])
def test_a_strict_bye_policy_decides_who_sits_out(policy: Any, bye: int) -> None:
    records = [(8, 90), (7, 50), (6, 10), (5, -20), (4, -130)]
    position = standing(*records, round_number=7, total_rounds=10, bye_policy=policy)
    pairing = pair(replace(position, prizes=Prizes(1)), cop())
    assert pairing.byes == (bye,)
    assert next(r for r in pairing.explanation if r.one == r.two).rule == "cop.bye_policy"


def test_a_second_bye_is_given_only_where_that_is_allowed() -> None:
    records = [(20, 900), (20, 700), (8, 0), (8, 0), (2, -900)]
    position = standing(*records, round_number=11, total_rounds=14, prizes=Prizes(1))
    players = tuple(replace(p, byes=int(p.number != 4)) for p in position.players)
    position = replace(position, players=players, meetings=(Meeting(1, 3, 5),))
    assert pair(position, cop()).byes == (4,)
    again = pair(position, cop(repeat_byes=1))
    assert again.byes == (5,)
    assert again.objective["bye_cost"] > 0
    # A second bye is no board that repeats.
    assert (again.repeats, again.objective["repeat_cost"]) == (0, 0)
    assert "cop.repeats" not in [warning.code for warning in again.warnings]


def test_place_prizes_are_assumed_with_a_warning() -> None:
    pairing = pair(a_field(8, 3, total_rounds=6), cop())
    warning = next(w for w in pairing.warnings if w.code == "cop.prizes_assumed")
    assert warning.params == {"places": 2}


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (a_field(8, 3), "cop.total_rounds"),
        (a_field(8, 3, total_rounds=3), "cop.no_rounds_left"),
        (
            replace(
                standing((2, 10), (1, 0), (0, -10), round_number=2),
                players=tuple(PairingPlayer(n, takes_bye=False) for n in (1, 2, 3)),
            ),
            "bye.nobody_takes_it",
        ),
        (standing((2, 1), (0, -1), round_number=2, apart=((1, 2),)), "pairing.kept_apart"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(position: PairingPosition, code: str) -> None:
    with pytest.raises(PairingError) as refused:
        pair(position, cop())
    assert refused.value.code == code
    assert in_words(refused.value)


def test_a_limit_of_repeats_is_kept() -> None:
    position = a_field(8, 4, 3, total_rounds=6, prizes=Prizes(2))
    assert pair(position, replace(cop(), repeats=0)).repeats == 0


def test_options_have_a_usual_number_or_are_worked_out_by_the_rounds_left() -> None:
    def of(round_number: int, **options: int) -> Settings:
        position = PairingPosition(round_number, (PairingPlayer(1),), total_rounds=16)
        return Settings.of(position, Request("cop", options=tuple(options.items())))

    assert [of(r).hopefulness for r in (1, 12, 13, 16)] == [10, 10, 100, 100]
    assert of(1).control_from == 13
    assert of(1, hopefulness=7).hopefulness == 7
    assert {option.key for option in METHODS["cop"].options} >= {"simulations", "repeat_byes"}


def test_a_house_player_comes_last_whatever_he_has_won() -> None:
    at = standing((18, 900), (12, 300), (11, 0), (10, 0), (9, 0), (8, 0), prizes=Prizes(2))
    players = tuple(replace(p, ranked=p.number != 1) for p in at.players)
    last = tuple(p if p.ranked else replace(p, half_wins=0, spread=-900) for p in players)
    found = pair(replace(at, players=players), cop())
    assert games(found) == games(pair(replace(at, players=last), cop()))
    assert games(found) != games(pair(at, cop()))
    assert found.gibsonized == ()
    assert pair(at, cop()).gibsonized == (1,)


def test_a_house_player_takes_no_place_in_any_simulated_case() -> None:
    at = standing((18, 900), (12, 300), (11, 0), (10, 0), round_number=8, prizes=Prizes(2))
    players = tuple(replace(p, ranked=p.number != 1) for p in at.players)
    pool = house_last(Pool.of(replace(at, players=players)))
    assert [player.number for player in pool.players] == [2, 3, 4, 1]
    start = Situation.of(pool, Settings.of(pool.position, cop())).start
    counts = simulate(start, simulations=200, seed="s")
    assert counts[3].tolist() == [0, 0, 0, 200]
