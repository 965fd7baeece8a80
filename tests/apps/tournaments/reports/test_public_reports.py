"""The public pages of reports: everybody may read them, under public names only."""

from __future__ import annotations

import csv
import gc
import io
import weakref
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.test import Client

from core.web.site import WEB
from tests.apps.tournaments.card_check.typed_slips import two_rounds
from tests.apps.tournaments.desk_events import enter, publish
from tests.builders.events import HIDDEN, a_played_event, give, hidden_players
from tests.markup import Markup
from tests.pages import main_words, source
from tournaments.closing.commands import CloseEvent
from tournaments.public.jobs.mirror import mirror_event
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.serving import need_division
from tournaments.reports import pages
from tournaments.reports.pages import report_list_page, report_made, reports_page
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db
OF_EVENT = "/events/spring/reports/"
OF_A = "/events/spring/A/reports/"


def at(path: str) -> str:
    """Returns the words of a page as everybody reads it."""
    page = Client().get(path)
    assert page.status_code == 200, path
    return main_words(page)


@pytest.mark.parametrize(
    "path",
    [OF_A, f"{OF_A}1/", f"{OF_A}high-win/", OF_EVENT, f"{OF_EVENT}high-win/", f"{OF_A}classes/"],
)
def test_everybody_may_read_the_lists_and_nobody_is_on_them_under_a_hidden_name(path: str) -> None:
    a_played_event(
        divisions=("A", "B"), players=6, rounds=2, planned=3, registered=hidden_players()
    )
    page = Client().get(path)
    # No player of this event has a class.
    assert page.status_code == (404 if "classes" in path else 200)
    assert not [name for name in HIDDEN if name in page.content.decode()]
    assert Client().post(path).status_code == 405


@pytest.mark.parametrize("place", ["0/", "3/", "99/", "best/", "high_win/", "classes/"])
def test_an_address_of_no_round_and_no_list_is_no_page(place: str) -> None:
    two_rounds()
    assert Client().get(f"/events/spring/A/reports/{place}").status_code == 404


def test_the_tab_leads_to_the_best_so_far_and_a_round_has_its_own() -> None:
    two_rounds()
    statistics = Markup(source(Client().get("/events/spring/A/statistics/"))).links
    assert OF_A in statistics
    told = at(OF_A)
    assert "The best of all rounds so far." in told
    assert "Games 4" in told
    assert "1 410 Cem #3 410–350 against Ada, round 2" in told
    assert "Longest winning streaks" in told
    first = at(f"{OF_A}1/")
    assert "Only round 1." in first
    assert "1 400 Ada #1 400–300 against Bea, round 1" in first
    assert "410" not in first


def test_a_correction_is_on_the_page_that_follows_it() -> None:
    two_rounds()
    assert "518" not in at(OF_A)
    give(
        CorrectResult(
            event="spring", division="A", round=2, entry=3, score=518, opponent_score=350
        ),
        reason="read wrong",
    )
    assert "1 518 " in at(OF_A)


def test_a_long_list_is_cut_and_the_whole_of_it_is_a_page() -> None:
    a_played_event(players=16, rounds=4)
    markup = Markup(source(Client().get(OF_A)))
    assert f"{OF_A}high-win/" in markup.links
    whole = source(Client().get(f"{OF_A}high-win/"))
    assert whole.count("report-detail") == 32
    assert source(Client().get(OF_A)).count("report-detail") <= 3 * 26
    assert OF_A in Markup(whole).links


def test_the_beginning_of_a_list_and_the_whole_of_it_are_both_put_into_words_once() -> None:
    a_played_event(players=16, rounds=4)
    read_model = DivisionReadModel(need_division("spring", "A"))
    both = [
        partial(reports_page, read_model),
        partial(report_list_page, read_model, name="high-win"),
    ]
    made = [page(site=WEB) for page in both]
    with patch.object(pages._Bodies, "_joined", side_effect=AssertionError):
        assert [page(site=WEB) for page in both] == made


def test_no_list_holds_the_read_model_that_it_was_made_of() -> None:
    two_rounds()
    read_model = DivisionReadModel(need_division("spring", "A"))
    for number in (1, 2, None):
        assert report_made(read_model, number) is report_made(read_model, number)
    gone = weakref.ref(read_model)
    del read_model
    gc.collect()
    assert gone() is None


def test_before_the_first_result_the_page_says_so() -> None:
    two_rounds()
    publish(3, (1, 4), (2, 3))
    assert "No result is in yet." in at(f"{OF_A}3/")
    enter(3, 1, 390, 370)
    assert "1 390 " in at(f"{OF_A}3/")


def test_the_lists_over_all_divisions_name_the_division_and_are_linked() -> None:
    a_played_event(divisions=("A", "B"), players=6, rounds=2)
    assert OF_EVENT in Markup(source(Client().get("/events/spring/statistics/"))).links
    told = at(OF_EVENT)
    assert "A #" in told
    assert "B #" in told
    assert "Rank against seed" not in told


def test_a_large_division_costs_no_more_queries_and_its_page_stays_small(
    django_assert_max_num_queries: Any,
) -> None:
    a_played_event(players=40, rounds=6)
    with django_assert_max_num_queries(12):
        page = Client().get(OF_A)
    assert len(page.content) < 35_000


def test_the_mirror_has_the_lists_and_no_link_that_leads_nowhere(tmp_path: Path) -> None:
    a_played_event(divisions=("A", "B"), players=8, rounds=2)
    mirror_event("spring", tmp_path / "m", progress=Mock())
    for place in ("reports", "A/reports", "A/reports/1", "A/reports/high-win", "reports/high-win"):
        page = tmp_path / "m" / place / "index.html"
        assert page.is_file(), place
        for link in Markup(page.read_text(encoding="utf-8")).links:
            if link.endswith(".html"):
                assert (page.parent / link.partition("#")[0]).is_file(), (place, link)


def test_everybody_gets_the_lists_as_a_table_and_the_film_once_the_event_is_closed() -> None:
    a_played_event(
        divisions=("A", "B"), players=6, rounds=2, planned=2, registered=hidden_players()
    )
    address = "/api/v1/events/spring/divisions/A/reports/table"
    assert address in Markup(source(Client().get(OF_A))).links
    sent = Client().get(address)
    assert sent["Content-Type"].startswith("text/csv")
    text = sent.getvalue().decode("utf-8-sig")
    table = list(csv.DictReader(io.StringIO(text)))
    [best, *_] = [row for row in table if row["List"] == "High wins"]
    assert best["Place"] == "1"
    assert int(best["Figure"]) > 300
    assert not [name for name in HIDDEN if name in text]
    assert Client().get(address.replace("/A/", "/Z/")).status_code == 404
    film = "/api/v1/events/spring/film"
    assert film not in Markup(source(Client().get("/events/spring/"))).links
    give(CloseEvent(event="spring", confirmed=True))
    assert film in Markup(source(Client().get("/events/spring/"))).links
    assert Client().get(film).status_code == 200
