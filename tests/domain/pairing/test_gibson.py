"""Gibsons: what is clinched, and the boundary at which it is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.pairing.gibsons.gibson import (
    can_catch,
    gibsonized_ranks,
    position_gibsons,
    without_prospects,
)
from tournaments.pairing.position import PairingPlayer, PairingPosition, placed
from tournaments.pairing.terms.prizes import GibsonRules, Prizes

NASPA = GibsonRules((500,), equality_clinches=True)


def test_a_quarter_of_the_field_is_clinched_for_only_where_it_is_assumed() -> None:
    ranked = placed(
        [PairingPlayer(n, half_wins=24 - 4 * n, half_losses=4 * n) for n in range(1, 9)]
    )
    out = GibsonRules(pairs_out=True)
    clinched = [
        gibsonized_ranks(ranked, rounds_left=1, prizes=prizes, rules=out)
        for prizes in (Prizes(), Prizes(assumed=True), Prizes(1, assumed=True))
    ]
    assert clinched == [(), (1, 2), (1,)]


def row(half_wins: int, spread: int, number: int = 1, prize_class: str = "") -> PairingPlayer:
    """Returns a player after twelve rounds, all of them played."""
    return PairingPlayer(
        number,
        half_wins=half_wins,
        half_losses=24 - half_wins,
        spread=spread,
        prize_class=prize_class,
    )


def field(*rows: tuple[int, int] | tuple[int, int, str]) -> list[PairingPlayer]:
    """Returns players in the order given, numbered from 1."""
    return [
        row(wins, spread, number, *rest) for number, (wins, spread, *rest) in enumerate(rows, 1)
    ]


def clinched(
    ranked: list[PairingPlayer], rounds_left: int, rules: GibsonRules, places: int
) -> tuple[int, ...]:
    return gibsonized_ranks(ranked, rounds_left=rounds_left, prizes=Prizes(places), rules=rules)


@pytest.mark.parametrize(("allowance", "expected"), [(690, True), (689, False)])
def test_a_spread_lead_of_just_the_allowance_can_be_made_up(allowance: int, expected: bool) -> None:
    leader, chaser = row(24, 980), row(18, 290)
    assert can_catch(leader, chaser, rounds_left=3, allowance=allowance) is expected


@pytest.mark.parametrize(("allowance", "expected"), [(691, True), (690, False)])
def test_where_equality_clinches_it_takes_a_point_more(allowance: int, expected: bool) -> None:
    leader, chaser = row(24, 980), row(18, 290)
    found = can_catch(leader, chaser, rounds_left=3, allowance=allowance, equality_clinches=True)
    assert found is expected


@pytest.mark.parametrize(
    ("leader", "chaser", "rounds_left", "expected"),
    [
        ((18, 4, 1500), (16, 6, 500), 1, (1,)),
        ((18, 4, 1499), (16, 6, 500), 1, ()),
        ((18, 2, 2500), (14, 6, 500), 2, (1,)),
        ((18, 2, 2499), (14, 6, 500), 2, ()),
    ],
)
def test_the_naspa_manual_clinches_with_1000_a_round_to_go(
    leader: tuple[int, int, int],
    chaser: tuple[int, int, int],
    rounds_left: int,
    expected: tuple[int, ...],
) -> None:
    ranked = [
        PairingPlayer(number, half_wins=wins, half_losses=losses, spread=spread)
        for number, (wins, losses, spread) in enumerate((leader, chaser), 1)
    ]
    assert clinched(ranked, rounds_left, NASPA, 1) == expected
    assert clinched(ranked, rounds_left, GibsonRules((500,)), 1) == ()


@pytest.mark.parametrize(
    ("chaser", "expected"),
    [(row(19, -9000), True), (row(18, 500), True), (row(18, -9000), False), (row(17, 9000), False)],
)
def test_wins_count_before_spread(chaser: PairingPlayer, expected: bool) -> None:
    assert can_catch(row(24, 400), chaser, rounds_left=3, allowance=1000) is expected


def test_of_as_many_wins_fewer_losses_count_before_spread() -> None:
    leader = PairingPlayer(1, half_wins=10, half_losses=2, spread=0)
    missed_a_round = PairingPlayer(2, half_wins=8, half_losses=2, spread=-9000)
    lost_them_all = PairingPlayer(3, half_wins=8, half_losses=4, spread=0)
    left, allowance = 1, 1000
    assert can_catch(leader, missed_a_round, rounds_left=left, allowance=allowance)
    assert can_catch(leader, lost_them_all, rounds_left=left, allowance=allowance)
    leader_missed = PairingPlayer(1, half_wins=10, half_losses=0, spread=0)
    assert not can_catch(leader_missed, lost_them_all, rounds_left=left, allowance=allowance)


def test_the_allowance_of_a_game_may_depend_on_the_rounds_left() -> None:
    rules = GibsonRules((500, 350, 300))
    assert [rules.allowance(left) for left in (0, 1, 2, 3, 5)] == [0, 1000, 1400, 1800, 3000]
    ranked = field((24, 1450), (20, 0))
    assert clinched(ranked, 2, rules, 1) == (1,)
    assert clinched(ranked, 2, GibsonRules((500,)), 1) == ()


def test_a_rank_is_clinched_when_nobody_crosses_it_either_way() -> None:
    ranked = field((20, 0), (14, 0), (14, -1), (8, 0))
    assert clinched(ranked, 2, GibsonRules((200,)), 4) == (1, 4)


def test_only_ranks_with_a_prize_are_clinched() -> None:
    ranked, rules = field((20, 0), (10, 0), (0, 0)), GibsonRules((1,))
    assert clinched(ranked, 1, rules, 2) == (1, 2)
    assert clinched(ranked, 1, rules, 9) == (1, 2, 3)
    assert clinched([], 1, rules, 9) == ()


def test_a_run_of_equivalent_ranks_is_clinched_together() -> None:
    ranked = field((20, 0), (19, 0), (10, 0), (9, 0))
    finalists = GibsonRules((50,), equivalent=((1, 2),))
    assert clinched(ranked, 2, GibsonRules((50,)), 1) == ()
    assert clinched(ranked, 2, finalists, 0) == (1, 2)
    assert clinched(ranked, 2, finalists, 1) == (1, 2)
    assert clinched(field((20, 0), (19, 0), (17, 0)), 2, finalists, 2) == ()


def test_a_run_lower_down_is_open_while_one_of_it_can_leave_it_upwards() -> None:
    rules = GibsonRules((50,), equivalent=((2, 3),))
    assert clinched(field((20, 0), (19, 0), (19, 0), (9, 0)), 2, rules, 3) == ()
    assert clinched(field((24, 0), (14, 0), (13, 0), (6, 0)), 2, rules, 3) == (1, 2, 3)
    assert clinched(field((24, 0), (14, 0), (13, 0), (6, 0)), 2, rules, 4) == (1, 2, 3, 4)


def test_a_run_that_is_longer_than_the_field_ends_with_it() -> None:
    rules = GibsonRules((50,), equivalent=((1, 8),))
    assert clinched(field((20, 0), (19, 0)), 2, rules, 1) == (1, 2)
    assert clinched(field((20, 0), (19, 0)), 2, GibsonRules(equivalent=((3, 4),)), 0) == ()


def test_results_that_do_not_count_yet_leave_more_rounds_to_catch_up() -> None:
    ranked, rules = field((20, 0), (14, 0)), GibsonRules((50,))
    assert [clinched(ranked, left, rules, 1) for left in (2, 3)] == [(1,), ()]


def test_a_position_that_does_not_know_its_last_round_has_no_gibsons() -> None:
    players = tuple(field((20, 0), (10, 0)))
    known = PairingPosition(13, players, total_rounds=14, prizes=Prizes(1))
    assert position_gibsons(known) == (1,)
    assert position_gibsons(PairingPosition(13, players, prizes=Prizes(1))) == ()


def test_who_can_win_no_prize_of_any_kind_has_no_prospects() -> None:
    ranked = field((22, 0), (20, 0), (12, 0), (10, 0, "B"), (6, 0, "B"), (4, 0))
    rules = GibsonRules((50,))

    def hopeless(prizes: Prizes) -> tuple[int, ...]:
        return without_prospects(ranked, rounds_left=2, prizes=prizes, rules=rules)

    assert hopeless(Prizes(2)) == (3, 4, 5, 6)
    assert hopeless(Prizes(2, (("B", 1),))) == (3, 6)
    assert hopeless(Prizes()) == (1, 2, 3, 4, 5, 6)


def test_a_house_player_is_never_clinched_and_takes_no_rank_of_anybody() -> None:
    house, *others = field((24, 900), (18, 300), (10, 0), (8, -100))
    more = {"total_rounds": 13, "prizes": Prizes(2), "gibson": GibsonRules((50,))}
    players = (replace(house, ranked=False), *others)
    assert [player.number for player in placed(players)] == [2, 3, 4]
    position = PairingPosition(13, players, **more)  # type: ignore[arg-type]
    without = PairingPosition(13, tuple(others), **more)  # type: ignore[arg-type]
    assert position_gibsons(position) == position_gibsons(without) == (1,)
