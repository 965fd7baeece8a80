"""Statistics: everybody may read them, and the figures of a chart are those of its table."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client

from core.models import StoredPage
from tests.apps.tournaments.card_check.typed_slips import two_rounds
from tests.apps.tournaments.contention.contention_events import (
    forecast_now,
    public,
    show_to_all,
    two_rounds_played,
)
from tests.apps.tournaments.desk_events import publish
from tests.builders.events import HIDDEN, a_played_event, give, hidden_players
from tests.markup import Markup
from tests.pages import main_words, source
from tournaments.public.jobs.mirror import mirror_event
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db
OF_A = "/events/spring/A/statistics/"
OF_EVENT = "/events/spring/statistics/"
API = "/api/v1/events/spring/divisions/A/statistics"


def at(path: str) -> str:
    """Returns the words of a page as everybody reads it."""
    page = Client().get(path)
    assert page.status_code == 200, path
    return main_words(page)


def columns(page: str) -> list[int]:
    """Returns the numbers on the columns of the wide chart of scores."""
    [chart] = re.findall(r'<svg class="chart wide"[^>]*Distribution.*?</svg>', page, re.DOTALL)
    return [int(many) for many in re.findall(r'class="label"[^>]*>(\d+)<', chart)]


@pytest.mark.parametrize("path", [OF_A, f"{OF_A}?with=6", OF_EVENT, API, f"{API}/table"])
def test_everybody_may_read_them_and_nobody_writes_or_is_under_a_hidden_name(path: str) -> None:
    a_played_event(
        divisions=("A", "B"), players=6, rounds=2, planned=3, registered=hidden_players()
    )
    page = Client().get(path)
    assert page.status_code == 200
    text = page.getvalue().decode()
    assert not [name for name in HIDDEN if name in text]
    assert Client().post(path).status_code in (401, 405)
    assert Client().get(path.replace("spring", "autumn")).status_code == 404
    assert (
        Client().get(path.replace("/A/", "/Z/").replace("/spring/s", "/autumn/s")).status_code
        == 404
    )


def test_the_tiles_are_the_first_of_the_lists_and_lead_to_them() -> None:
    two_rounds()
    page = Client().get(OF_A)
    told, links = main_words(page), Markup(source(page)).links
    assert "High win 410 Cem #3 410–350 against Ada, round 2" in told
    assert "Games 4" in told
    assert "First players won" in told
    assert any(link.startswith("/events/spring/A/reports/#list-") for link in links)
    assert OF_A in Markup(source(Client().get("/events/spring/A/standings/"))).links


def test_numbers_in_the_charts_are_those_in_the_tables_and_of_programs() -> None:
    a_played_event(players=16, rounds=5)
    page = source(Client().get(OF_A))
    shown = Client().get(API).json()
    many = [one["many"] for one in shown["scores"]]
    assert columns(page) == many
    assert [int(n) for n in re.findall(r'<td class="num">(\d+)</td>', page)] == many
    assert sum(many) == 2 * int(re.findall(r"Games</dt><dd>(\d+)", page)[0])
    leaders = [", ".join(map(str, one["places"])) for one in shown["places"][:5]]
    assert re.findall(r'<td data-is="Place">([\d, ]+)</td>', page) == leaders
    assert shown["rounds"] == 5
    table = list(
        csv.reader(io.StringIO(Client().get(f"{API}/table").getvalue().decode("utf-8-sig")))
    )
    assert [row[2:] for row in table[1:6]] == [one.split(", ") for one in leaders]
    after_3 = source(Client().get("/events/spring/A/standings/3/"))
    first = next(one for one in shown["places"] if one["places"][2] == 1)
    assert after_3.index(f"#{first['entry']}<") == min(
        after_3.index(f"#{one['entry']}<") for one in shown["places"]
    )


def test_players_are_added_to_the_places_by_their_numbers_and_a_wrong_one_is_named() -> None:
    a_played_event(players=16, rounds=3)
    places = Client().get(API).json()["places"]
    last, before = places[-1], places[-2]
    plain = StoredPage.objects.count()
    added = f"{OF_A}?with={last['entry']}-{before['entry']}"
    told = at(added)
    assert f"#{last['entry']} {', '.join(map(str, last['places']))}" in told
    assert f"#{before['entry']} " in told
    assert "No player of this division has the number 99." in at(f"{OF_A}?with=99")
    assert "Type the numbers of players" in at(f"{OF_A}?with=%3Cb%3E")
    assert "Only the first 3 players are added." in at(f"{OF_A}?with=1,2,3,4")
    assert StoredPage.objects.count() == plain
    held = Client().get(added)["ETag"]
    assert Client().get(added, headers={"If-None-Match": held}).status_code == 304
    assert Client().get(OF_A, headers={"If-None-Match": held}).status_code == 200
    card = Markup(source(Client().get("/events/spring/A/player/7/"))).links
    assert f"{OF_A}?with=7#places" in card


def test_an_open_round_and_a_lone_one_give_no_places_and_a_correction_moves_the_figures() -> None:
    two_rounds()
    publish(3, (1, 4), (2, 3))
    assert "Place after rounds 1 to 2" in at(OF_A)
    assert "518" not in at(OF_A)
    give(
        CorrectResult(
            event="spring", division="A", round=2, entry=3, score=518, opponent_score=350
        ),
        reason="read wrong",
    )
    assert "High win 518" in at(OF_A)


def test_the_only_division_of_an_event_has_the_statistics_of_the_event() -> None:
    a_played_event(players=4, rounds=1)
    assert OF_A in Markup(source(Client().get("/events/spring/"))).links
    assert Client().get(OF_EVENT)["Location"] == OF_A


def test_before_the_first_result_the_page_says_so() -> None:
    a_played_event(players=4, rounds=0, planned=3)
    assert "No result is in yet." in at(OF_A)
    assert "Place by round" not in at("/events/spring/A/player/1/")


def test_over_all_divisions_each_stands_beside_the_others() -> None:
    a_played_event(divisions=("A", "B"), players=6, rounds=2)
    assert OF_EVENT in Markup(source(Client().get("/events/spring/"))).links
    page = Client().get(OF_EVENT)
    told = main_words(page)
    assert "A #" in told
    assert "Divisions side by side" in told
    a, b = (
        int(
            re.findall(
                r"Games</dt><dd>(\d+)", source(Client().get(f"/events/spring/{one}/statistics/"))
            )[0]
        )
        for one in "AB"
    )
    assert sum(columns(source(page))) == 2 * (a + b)
    assert OF_A in Markup(source(page)).links


def test_a_large_division_costs_no_more_queries_and_its_pages_stay_small(
    django_assert_max_num_queries: Any,
) -> None:
    a_played_event(players=40, rounds=12, planned=12)
    for path in (OF_A, f"{OF_A}?with=31-32-33", "/events/spring/A/player/40/"):
        with django_assert_max_num_queries(14):
            page = Client().get(path)
        assert len(page.content) < 35_000, (path, len(page.content))


def test_the_mirror_has_the_pages_without_what_needs_a_server(tmp_path: Path) -> None:
    a_played_event(divisions=("A", "B"), players=6, rounds=2)
    mirror_event("spring", tmp_path / "m", progress=Mock())
    for place in ("statistics", "A/statistics", "A/player/1"):
        text = (tmp_path / "m" / place / "index.html").read_text(encoding="utf-8")
        assert "chart wide" in text
        assert "?with" not in text
        assert "<form" not in text
        for link in Markup(text).links:
            if ".html" in link:
                assert (tmp_path / "m" / place / link.partition("#")[0]).is_file(), (place, link)


def test_the_chart_of_places_in_reach_says_the_chances_of_the_table() -> None:
    two_rounds_played()
    show_to_all()
    forecast_now()
    page = public(Client()).text
    chances = re.findall(r'data-is="1st">([^<]+)<', page)
    [chart] = re.findall(r'<svg class="chart wide".*?</svg>', page, re.DOTALL)
    said = re.findall(r'class="label"[^>]*>([^<]+)<', chart)
    assert said
    assert said == chances[: len(said)]
