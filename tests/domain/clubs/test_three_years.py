"""Three years of a club of sixty come to the same, in whatever order nights are folded in."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import reduce
from random import Random

import pytest

from clubs.seasons.tables.games import SeasonNight
from clubs.seasons.tables.rating import by_moves, by_system
from clubs.seasons.tables.rules import RankedBy, SeasonRules
from clubs.seasons.tables.table import season_table
from clubs.seasons.tables.totals import SeasonTotals
from ratings.systems.registry import SYSTEMS
from tests.builders.club_years import WHOLE, as_season_night, club_years

RULES = SeasonRules(date(2023, 1, 1), date(2026, 12, 31), minimum_games=20)


@pytest.fixture(scope="module")
def nights() -> list[SeasonNight]:
    return [as_season_night(night) for night in club_years(WHOLE).nights]


def folded(nights: list[SeasonNight], rules: SeasonRules) -> SeasonTotals:
    return reduce(SeasonTotals.with_night, nights, SeasonTotals(rules))


@pytest.mark.parametrize("ranked_by", ["win_share", "best_nights", "ladder", "rating"])
def test_a_table_is_the_same_in_any_order_with_corrections_and_nights_taken_out_meanwhile(
    nights: list[SeasonNight], ranked_by: RankedBy
) -> None:
    rules = replace(RULES, ranked_by=ranked_by)
    dice = Random(ranked_by)
    totals = SeasonTotals(rules)
    for night in dice.sample(nights, len(nights)):
        if dice.random() < 0.1:
            totals = totals.with_night(replace(night, games=night.games[1:]))
        if dice.random() < 0.1:
            totals = totals.with_night(night).without_night(night.key)
        totals = totals.with_night(night)
    assert len(totals.lines) > WHOLE.members, "guests have lines too"
    rate = by_moves() if ranked_by != "rating" else by_system(SYSTEMS["naspa"], newcomer=1200)
    table = season_table(totals, rate_night=rate)
    assert table == season_table(folded(nights, rules), rate_night=rate)
    assert len(table.ranked) == WHOLE.members
