"""Ratings over the API: public lists are everybody's, the others nobody's business."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from people.commands import ChangePlayer
from people.models import Player
from ratings.models import EventRating, RatingList
from tests.apps.api.asking import Program, error
from tests.builders.events import give
from tests.builders.rating_lists import imported_list, rated_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated() -> RatingList:
    return rated_list(events=6, provisional_games=60)


@pytest.fixture
def last() -> EventRating:
    """The last rating of somebody of the list."""
    return EventRating.objects.exclude(player__startswith="~").order_by("-held_on", "player")[0]


def _number(key: str) -> int:
    return Player.objects.get(key=key).pk


def test_everybody_reads_a_public_list_and_nobody_another(rated: RatingList) -> None:
    inside = imported_list("inside", lines=(("Zoe", 1500, ""),), is_public=False)
    program = Program()
    paths = ("standings", "moves/event", "moves/ever")
    for path in paths:
        assert program.get(f"rating_lists/{rated.key}/{path}").status_code == 200
        assert program.get(f"rating_lists/{inside.key}/{path}").status_code == 404
        assert program.get(f"rating_lists/nothing/{path}").status_code == 404
    assert program.get(f"rating_lists/{rated.key}/moves/week").status_code == 404
    rows = program.get("rating_lists").json()["rows"]
    assert [row["rating_list"] for row in rows] == [rated.key]


def test_a_list_is_told_as_its_page_tells_it(rated: RatingList) -> None:
    def lines(query: str = "") -> list[dict[str, Any]]:
        answer = Program().get(f"rating_lists/{rated.key}/standings?show=all&limit=200{query}")
        found: list[dict[str, Any]] = answer.json()["items"]
        return found

    every = lines()
    ratings = [line["rating"] for line in every]
    assert ratings == sorted(ratings, reverse=True)
    assert {line["name"] for line in every} <= {one.public_name for one in Player.objects.all()}
    hidden = [one for one in Player.objects.all() if one.public_name != one.full_name]
    assert {line["name"] for line in every} & {one.public_name for one in hidden}
    assert not {line["name"] for line in every} & {one.full_name for one in hidden}
    assert [line["rating"] for line in lines("&rising=true")] == ratings[::-1]
    word = every[0]["name"].split()[0]
    assert {line["name"] for line in lines(f"&q={word}")} == {
        line["name"] for line in every if word in line["name"].split()
    }
    for query in ("&sort=luck", "&rising=maybe", "&secret=1"):
        answer = Program().get(f"rating_lists/{rated.key}/standings?{query[1:]}")
        assert (answer.status_code, error(answer)["code"].partition(".")[0]) == (400, "query")


def test_who_walks_through_a_list_has_it_made_once_and_again_after_a_change(
    rated: RatingList,
) -> None:
    def page(start: int) -> tuple[list[str], bool]:
        """Returns the names of a page, and whether the ratings were read for it."""
        path = f"rating_lists/{rated.key}/standings?show=all&limit=2&cursor={start}"
        with CaptureQueriesContext(connection) as asked:
            items = Program().get(path).json()["items"]
        read = any('FROM "ratings_standing"' in one["sql"] for one in asked)
        return [line["name"] for line in items], read

    first, was_read = page(0)
    assert was_read
    assert not page(2)[1]
    player = next(one for one in Player.objects.all() if one.public_name == first[0])
    give(ChangePlayer(key=player.key, public_name_style="alias", alias="Lady P"))
    (renamed, *_), was_read = page(0)
    assert (renamed, was_read) == ("Lady P", True)


def test_a_player_is_told_with_every_event_and_its_steps(
    rated: RatingList, last: EventRating
) -> None:
    number = _number(last.player)
    told = Program().get(f"players/{number}/ratings").json()
    row = told["events"][-1]
    assert (row["event"], row["old"], row["new"]) == (last.event_id, last.old, last.new)
    steps = Program().get(f"rating_lists/{rated.key}/steps/{number}/{last.event_id}").json()
    assert (steps["stored"], steps["steps"]["new"], steps["outdated"]) == (last.new,) * 2 + (False,)
    assert {one["number"] for one in steps["field"]} >= {steps["steps"]["number"]}
    other = told["opponents"][0]
    heads = Program().get(f"players/{number}/against/{other['who']['player']}").json()
    assert heads["tally"] == other["tally"]
    assert len(heads["meetings"]) == other["tally"]["games"]


def test_a_player_without_a_public_list_is_not_found(rated: RatingList, last: EventRating) -> None:
    number = _number(last.player)
    for path in (
        *("players/99999/ratings", f"players/{number}/against/{number}"),
        *(f"players/{number}/against/99999", f"rating_lists/{rated.key}/steps/{number}/99999"),
    ):
        answer = Program().get(path)
        assert (answer.status_code, error(answer)["code"]) == (404, "address.unknown"), path


def test_what_is_known_already_is_not_sent_again(rated: RatingList) -> None:
    for path in ("rating_lists", f"rating_lists/{rated.key}/standings"):
        tag = Program().get(path)["ETag"]
        assert Program().get(path, **{"If-None-Match": tag}).status_code == 304
