"""A club goes on for years: after every night the season is what all its nights make it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from clubs.models import Season
from clubs.seasons.queries.computed import computed, from_nights
from clubs.seasons.queries.nights import nights_of_club
from clubs.seasons.queries.season_nights import season_nights
from clubs.seasons.tables.games import SeasonNight
from tests.apps.tournaments.desk_events import give
from tests.builders.club_years import BEGINS, SMALL, as_season_night, as_told, club_years, held
from tests.builders.clubs import found, season_of_2026
from tournaments.models import Result
from tournaments.results.commands.results import CorrectResult

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("aggregates", "json")]


def test_night_after_night_and_in_any_order_the_season_is_what_its_nights_make_it() -> None:
    found("hill")
    half = BEGINS + timedelta(weeks=SMALL.weeks // 2)
    ends_on = half + timedelta(weeks=SMALL.weeks)
    season_of_2026(ranked_by="rating", minimum_games=2, begins_on=half, ends_on=ends_on)
    season = Season.objects.select_related("club").get()
    planned: list[SeasonNight] = []
    for night in club_years(SMALL).nights:
        held("hill", night)
        planned.append(as_season_night(night))
        assert as_told(computed(season).rows) == as_told(from_nights(season, None, planned).rows)
    now = computed(season)
    stored = season_nights(nights_of_club("hill"))
    assert from_nights(season, None, Random(1).sample(stored, len(stored))) == now
    assert len(now.rows) >= SMALL.fewest


def test_a_corrected_game_changes_the_season_as_if_it_had_been_so_from_the_begin() -> None:
    found("hill")
    season_of_2026(begins_on=BEGINS)
    season = Season.objects.select_related("club").get()
    nights = club_years(replace(SMALL, weeks=2)).nights
    for night in nights:
        held("hill", night)
    first = nights[0].waves[0][0]
    slug = nights_of_club("hill")[0].slug
    give(
        CorrectResult(
            event=slug,
            division="Night",
            round=1,
            entry=first.one + 1,
            opponent=first.two + 1,
            score=901,
            opponent_score=100,
        ),
        reason="The slip says so",
    )
    assert Result.objects.filter(score_one=901).exists()
    corrected = replace(first, score_one=901, score_two=100)
    waves = ((corrected, *nights[0].waves[0][1:]), *nights[0].waves[1:])
    planned = [as_season_night(one) for one in (replace(nights[0], waves=waves), nights[1])]
    assert as_told(computed(season).rows) == as_told(from_nights(season, None, planned).rows)
    assert max(row.best.score for row in computed(season).rows if row.best) == 901
