"""A season that is played, and the championship that follows it."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.test import Client
from django.urls import reverse

from clubs.models import Season
from clubs.seasons.commands.championships import HoldChampionship
from clubs.seasons.queries.championships import HeldChampionship, held_championship
from tests.builders.clubs import found, season_of_2026
from tests.builders.grounds import built_once
from tests.builders.nights import an_open_night, played
from tests.pages import source_at

MARCH, DECEMBER = date(2026, 3, 5), date(2026, 12, 3)
SEASON: dict[str, Any] = {"club": "hill", "season": "2026"}
HERE = ("ann-abel", "ben-birch", "cy-colt", "dee-dorn")


@built_once
def a_season_played() -> None:
    """Makes a season in which Ann is first, Ben and Cy are equal behind her, and Dee is last."""
    found("hill", owner="dora")
    season_of_2026()
    night = an_open_night("hill", MARCH, here=HERE, guests=("Zoe",))
    for one, two, score in ((1, 4, 500), (1, 2, 400), (1, 3, 400), (2, 4, 400), (3, 4, 400)):
        played(night, one, two, score, 300)


def held(**fields: Any) -> HoldChampionship:
    """Returns the command that holds a round robin of four from December on."""
    return HoldChampionship(**{**SEASON, "begins_on": DECEMBER, **fields})


def a_final_night(*games: tuple[int, int, int, int], **terms: Any) -> str:
    """Plays these games in December: no. 1 is Ann, no. 2 Ben, 3 Cy, 4 Dee."""
    night = an_open_night("hill", DECEMBER, here=HERE)
    for one, two, score, other in games:
        played(night, one, two, score, other, **terms)
    return night


def now() -> HeldChampionship:
    """Returns the championship as it is now."""
    there = held_championship(Season.objects.select_related("club").get())
    assert there is not None
    return there


def public(name: str = "season") -> str:
    """Returns a public page of the season."""
    return source_at(Client(), reverse(name, kwargs=SEASON))


def desk(name: str) -> str:
    """Returns the address of a page of the season at the desk."""
    return reverse(f"desk-{name}", kwargs=SEASON)
