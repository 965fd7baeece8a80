"""`rating_history`: whom it finds, and that it prints what is stored."""

from __future__ import annotations

import io
import json
from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.journal.guard import writing
from people.models import Player
from ratings.models import EventRating, RatingList, Standing
from tests.builders.rating_lists import imported_list, rated_list

pytestmark = pytest.mark.django_db


def answer(*arguments: str) -> tuple[int, Any]:
    """Returns the exit code and the JSON document that the command prints."""
    out, code = io.StringIO(), 0
    try:
        call_command("rating_history", *arguments, "--json", stdout=out)
    except SystemExit as left:
        code = int(left.code or 0)
    return code, json.loads(out.getvalue())


@pytest.fixture
def rating_list() -> RatingList:
    return rated_list(events=6, players=14, provisional_games=1000)


@pytest.fixture
def player(rating_list: RatingList) -> Player:
    """Somebody of the list with a number."""
    key = Standing.objects.order_by("-events", "player")[0].player
    with writing():
        Player.objects.filter(key=key).update(
            association_number="AA000123", given_name="Zoë", family_name="Quill"
        )
    return Player.objects.get(key=key)


def test_a_history_tells_every_event_in_order_as_it_is_stored(player: Player) -> None:
    code, told = answer(player.key)
    assert (code, told["player"], told["name"]) == (0, player.key, "Zoë Quill")
    (one,) = told["lists"]
    standing = Standing.objects.get(player=player.key)
    assert {name: one[name] for name in one if name != "events"} == {
        "list": "open",
        "system": "naspa",
        "estimate": False,
        "rating": standing.rating,
        "deviation": None,
        "games": standing.games,
        "provisional": True,
        "expired": False,
    }
    rows = EventRating.objects.filter(player=player.key).order_by("held_on")
    assert one["events"] == [
        {
            "event": row.event.name,
            "date": row.held_on.isoformat(),
            "old": row.old,
            "new": row.new,
            "old_deviation": None,
            "new_deviation": None,
            "games": row.games,
            "wins": row.half_wins / 2,
            "expected": row.expected,
            "performance": row.performance,
            "career_games": row.career_games,
        }
        for row in rows
    ]
    assert one["events"][-1]["new"] == one["rating"]


@pytest.mark.parametrize(
    "wanted", ["AA000123", "aa000123", "Zoë Quill", "zoe quill", "Quill, Zoë", " Quill Zoe "]
)
def test_a_player_is_found_by_number_and_by_a_name_that_nobody_else_has(
    player: Player, wanted: str
) -> None:
    assert answer(wanted)[1]["player"] == player.key


def test_a_player_is_found_by_the_number_of_the_public_page(player: Player) -> None:
    for wanted in (f"{player.pk}", f"/players/{player.pk}/", f"/players/{player.pk}"):
        assert answer(wanted)[1]["player"] == player.key


def test_an_association_number_goes_before_the_number_of_a_page(player: Player) -> None:
    other = Player.objects.exclude(pk=player.pk)[0]
    with writing():
        Player.objects.filter(pk=player.pk).update(association_number=f"{other.pk}")
    assert answer(f"{other.pk}")[1]["player"] == player.key
    assert answer(f"/players/{other.pk}/")[1]["player"] == other.key


def test_published_ratings_are_told_beside_the_computed_ones(player: Player) -> None:
    imported_list(lines=[("Quill, Zoe", 1712, player.key), ("Somebody Else", 900, "")])
    imported_list("older", lines=[("Somebody Else", 900, "")], effective_on=date(2020, 1, 1))
    told = {one["list"]: one for one in answer(player.key)[1]["lists"]}
    assert set(told) == {"open", "federation"}
    federation = told["federation"]
    assert (federation["rating"], federation["system"], federation["events"]) == (1712, "", [])


def test_one_list_can_be_asked_for(player: Player) -> None:
    imported_list(lines=[("Quill, Zoe", 1712, player.key)])
    lists = answer(player.key, "--list", "federation")[1]["lists"]
    assert [one["list"] for one in lists] == ["federation"]


def test_ratings_of_a_system_that_is_not_proved_are_called_estimates(player: Player) -> None:
    with writing():
        RatingList.objects.update(system="elo")
    assert answer(player.key)[1]["lists"][0]["estimate"] is True


def test_two_players_of_one_name_are_told_apart_in_the_refusal(player: Player) -> None:
    with writing():
        Player.objects.create(key="zoe-2", given_name="Zoë", family_name="Quill")
    code, told = answer("zoe quill")
    assert (code, told["error"]["code"]) == (2, "player.ambiguous")
    assert "number …23" in told["error"]["message"]
    assert "zoe-2" in told["error"]["message"]


@pytest.mark.parametrize(
    "wanted", ["nobody", "", " ", "~event-00000/A/1", "'; --", "0", "/players/0/"]
)
def test_nobody_is_refused_in_a_sentence(player: Player, wanted: str) -> None:
    code, told = answer(wanted)
    assert (code, told["error"]["code"]) == (2, "player.unknown")


def test_a_list_that_does_not_exist_is_refused(player: Player) -> None:
    assert answer(player.key, "--list", "nowhere")[1]["error"]["code"] == "list.unknown"


def test_a_long_history_needs_no_more_queries_than_a_short_one(player: Player) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            answer(player.key)
        counts.append(len(queries))
        first = EventRating.objects.filter(player=player.key).order_by("held_on")[:1]
        EventRating.objects.filter(player=player.key).exclude(pk__in=[r.pk for r in first]).delete()
    assert counts[0] == counts[1] <= 6


def test_people_read_it_in_lines(player: Player) -> None:
    out = io.StringIO()
    call_command("rating_history", player.key, stdout=out)
    first, second, *events = out.getvalue().splitlines()
    assert first == f"Zoë Quill ({player.key})"
    assert second.startswith("open: ")
    assert "provisional" in second
    assert len(events) == EventRating.objects.filter(player=player.key).count()
