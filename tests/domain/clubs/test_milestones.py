"""Milestones and awards of a season: what is reached when, and who has earned what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.seasons.milestones.awards import AWARDS, Award, AwardGround, awards
from clubs.seasons.milestones.reached import (
    CareerSoFar,
    Milestone,
    MilestoneSteps,
    Reached,
    milestones,
)
from clubs.seasons.tables.games import SeasonGame, SeasonNight, SeasonSide
from clubs.seasons.tables.rules import SeasonRules
from clubs.seasons.tables.table import season_table
from clubs.seasons.tables.totals import SeasonTotals
from core.errors import UserError
from tests.builders.seasons import a_game, a_season, night
from tests.depth import examples

RULES = SeasonRules(date(2026, 1, 5), date(2026, 12, 31))
WON = a_game("ann", 400, "bob", 300)


def folded(nights: Sequence[SeasonNight], rules: SeasonRules = RULES) -> SeasonTotals:
    """Returns the totals of these nights."""
    return reduce(SeasonTotals.with_night, nights, SeasonTotals(rules))


def told(reached: Sequence[Milestone]) -> list[tuple[str, str, str, int]]:
    """Returns night, player, kind and number of milestones."""
    return [(one.night, one.player, one.kind, one.number) for one in reached]


def test_the_hundredth_win_is_told_on_its_night() -> None:
    before = {"ann": CareerSoFar(wins=98), "bob": CareerSoFar(wins=99)}
    nights = [night(1, WON), night(2, WON), night(3, WON)]
    assert told(milestones(folded(nights), before)) == [("night-2", "ann", "wins", 100)]


def test_a_correction_takes_a_milestone_back() -> None:
    totals = folded([night(1, WON), night(2, WON)])
    before = {"ann": CareerSoFar(wins=98)}
    lost = replace(totals.nights["night-1"], games=())
    assert len(milestones(totals, before)) == 1
    assert milestones(totals.with_night(lost), before) == ()


def test_games_of_three_count_as_games_and_nights_without_a_game_as_nights() -> None:
    sides = tuple(SeasonSide(player, 200) for player in ("ann", "bob", "cy"))
    three = night(1, SeasonGame("three", 1, sides), here=("dee",))
    before = {"cy": CareerSoFar(games=99), "dee": CareerSoFar(nights=9)}
    assert told(milestones(folded([three]), before)) == [
        ("night-1", "cy", "games", 100),
        ("night-1", "dee", "nights", 10),
    ]


def test_nights_in_a_row_end_with_a_night_missed_and_can_be_reached_again() -> None:
    steps: dict[Reached, MilestoneSteps] = {"nights_in_a_row": MilestoneSteps((2,), 100)}
    held = [
        night(number, here=("bob", *(("ann",) if number != 3 else ()))) for number in range(1, 6)
    ]
    reached = milestones(folded(held), {"bob": CareerSoFar(nights_in_a_row=5)}, steps)
    assert told(reached) == [
        ("night-2", "ann", "nights_in_a_row", 2),
        ("night-5", "ann", "nights_in_a_row", 2),
    ]
    gone = milestones(folded(held), {"cy": CareerSoFar(nights_in_a_row=1)}, steps)
    assert "cy" not in {one.player for one in gone}


@given(st.integers(0, 700), st.integers(0, 700))
@examples(60)
def test_steps_between_two_numbers_are_those_of_the_whole_list(before: int, gained: int) -> None:
    steps = MilestoneSteps((25, 100), 100)
    after = before + gained
    every = [25, *range(100, 1500, 100)]
    assert list(steps.between(before, after)) == [n for n in every if before < n <= after]
    bare = MilestoneSteps((), 50)
    assert list(bare.between(before, after)) == [
        n for n in range(50, 1500, 50) if before < n <= after
    ]


@given(st.integers(0, 10**6))
@examples(15)
def test_milestones_do_not_depend_on_the_order_of_folding_in(seed: int) -> None:
    dice = Random(seed)
    nights = a_season(dice, RULES.begins_on, weeks=8, members=6)
    steps: dict[Reached, MilestoneSteps] = {
        kind: MilestoneSteps((2, 5), 3) for kind in ("wins", "games", "nights", "nights_in_a_row")
    }
    expected = milestones(folded(nights), {}, steps)
    assert milestones(folded(dice.sample(nights, len(nights))), {}, steps) == expected
    wins = [one for one in expected if one.kind == "wins"]
    totals = folded(nights)
    for row in (*season_table(totals).ranked, *season_table(totals).below):
        numbers = [one.number for one in wins if one.player == row.player]
        assert numbers == list(steps["wins"].between(0, row.wins))


@pytest.mark.parametrize(("first", "then"), [((25, 10), 5), ((0,), 5), ((5, 5), 5), ((5,), 0)])
def test_steps_that_do_not_rise_are_refused(first: tuple[int, ...], then: int) -> None:
    with pytest.raises(UserError, match="rise"):
        MilestoneSteps(first, then)


def given_awards(
    totals: SeasonTotals, earlier: SeasonTotals | None = None, **first_nights: date
) -> dict[str, Award]:
    """Returns the awards of a season by key."""
    before = None if earlier is None else season_table(earlier)
    ground = AwardGround(totals, season_table(totals), before, first_nights)
    return {award.key: award for award in awards(ground)}


def test_the_most_improved_is_whose_average_rose_most_with_enough_games_in_both_seasons() -> None:
    rules = replace(RULES, minimum_games=2)
    last = replace(rules, begins_on=date(2025, 1, 1))
    earlier = [
        replace(
            night(1, a_game("ann", 300, "bob", 330), a_game("ann", 320, "bob", 350)),
            held_on=date(2025, 1, 6),
        )
    ]
    now = [
        night(1, a_game("ann", 360, "bob", 350), a_game("ann", 360, "bob", 350)),
        night(2, a_game("cy", 500, "dee", 100), a_game("cy", 500, "dee", 100)),
    ]
    found = given_awards(folded(now, rules), folded(earlier, last))["most_improved"]
    assert (found.holders, found.figure) == (("ann",), Fraction(50))
    assert "most_improved" not in given_awards(folded(now, rules))
    worse = given_awards(folded(earlier, last), folded(now, rules))
    assert "most_improved" not in worse, "nobody improved"


def test_the_rookie_is_the_best_placed_of_those_who_came_for_the_first_time() -> None:
    games = (a_game("ann", 400, "bob", 300), a_game("bob", 400, "cy", 300))
    totals = folded([night(1, *games)])
    new, old = date(2026, 1, 5), date(2020, 1, 1)
    assert given_awards(totals, ann=old, bob=new, cy=new)["rookie"].holders == ("bob",)
    assert "rookie" not in given_awards(totals, ann=old)


def test_phoneys_and_bingos_are_counted_a_recorded_game_with_enough_of_them() -> None:
    def recorded(key: str, phoneys: int, bingos: int) -> SeasonGame:
        sides = (SeasonSide("ann", 400, bingos, phoneys), SeasonSide("bob", 300, 1, 2))
        return SeasonGame(key, 1, sides)

    rules = replace(RULES, minimum_games=2)
    games = (recorded("a", 1, 3), recorded("b", 2, 2), a_game("cy", 400, "dee", 300))
    more = (*games, replace(games[2], key="c"))
    found = given_awards(folded([night(1, *more)], rules))
    assert (found["fewest_phoneys"].holders, found["fewest_phoneys"].figure) == (
        ("ann",),
        Fraction(3, 2),
    )
    assert (found["most_bingos"].holders, found["most_bingos"].figure) == (("ann",), Fraction(5, 2))


def test_those_who_are_equal_hold_an_award_together() -> None:
    games = (a_game("ann", 400, "bob", 300), a_game("cy", 400, "dee", 300))
    found = given_awards(folded([night(1, *games)]))
    assert found["best_game"].holders == ("ann", "cy")
    assert found["best_average"].holders == ("ann", "cy")
    assert found["longest_streak"].holders == ("ann", "cy")
    assert found["longest_streak"].figure == 1
    assert found["most_nights"].holders == ("ann", "bob", "cy", "dee")


def test_a_season_without_nights_has_no_awards_and_every_award_has_a_key_of_its_own() -> None:
    assert given_awards(folded([])) == {}
    assert len({rule.key for rule in AWARDS}) == len(AWARDS)
