"""The public pages of the book: everybody reads them, and nothing that is private is on them."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client

from clubs.club.commands.describing import DescribeClub
from clubs.records.jobs.keeping import MEDALS
from clubs.records.jobs.kept_book import forget_book
from clubs.records.pages.medals import medals_by_board
from clubs.records.pages.news import news_lines
from clubs.records.queries.news import news_of
from core import jobs
from core.journal.guard import writing
from core.models import Job, StoredPage
from core.web.site import WEB
from people.commands import AddPlayer, ChangePlayer
from people.models import Player
from tests.apps.clubs.records.book_events import CUP, correct, fold, played
from tests.apps.tournaments.desk_events import SLUG, give
from tests.builders.clubs import found
from tests.pages import main_words, source_at
from tournaments.models import DivisionMedals, EntryMember

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_book_in_memory() -> None:
    forget_book()


def register(entry: str, key: str, **more: str) -> Player:
    """Put a player into the register, who is the entry of this name in every event."""
    given, family = key.split("-")
    give(AddPlayer(key=key, given_name=given.title(), family_name=family.title(), **more))
    with writing():
        EntryMember.objects.filter(name=entry).update(player=key)
    return Player.objects.get(key=key)


def test_everybody_reads_the_book_and_it_is_stored(client: Client) -> None:
    assert "No game is in the book yet." in client.get("/records/").text
    played(SLUG, (450, 300), (410, 410), on=date(2026, 1, 5))
    fold()
    page = client.get("/records/").text
    assert "High game" in page
    assert "450–300" in page
    assert f'href="/events/{SLUG}/A/results/1/"' in page
    assert StoredPage.objects.filter(path="/records/").exists()
    assert "High combined score" in client.get("/records/tournaments/any/").text
    assert 'href="/records/all/any/table.csv"' in page
    table = client.get("/records/all/any/table.csv")
    assert table["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.reader(table.content.decode("utf-8-sig").splitlines()))
    assert rows[0][:3] == ["category", "place", "value"]
    high = next(row for row in rows if row[0] == "High game")
    assert (high[1], high[2], high[3], high[5]) == ("1", "450", "Ada", "450–300")


def test_a_result_without_a_record_is_among_the_highest_games_of_all(client: Client) -> None:
    played(SLUG, (518, 300), (410, 405), on=date(2026, 1, 5))
    fold()
    page = main_words(source_at(client, "/games/best/"))
    high = "High game Points Player Game Played Checked"
    assert f"{high} 518 Ada against Bea Spring 5 Jan 2026 by its result 410 Cem" in page
    assert "518–300" in client.get(f"/records/event/{SLUG}/").text
    assert "405 Dov against Cem" in page
    assert "815 Cem, Dov results" in page
    for line in client.get("/api/v1/best_games").json()["categories"]:
        if line["name"] == "High game":
            assert [one["value"] for one in line["claims"]] == [518, 410]
            assert line["claims"][0]["results"] == f"/events/{SLUG}/A/results/1/"
    correct(SLUG, 1, 418, 300)
    fold()
    assert "518" not in main_words(source_at(client, "/games/best/"))


def test_a_list_that_there_is_not_is_not_found(client: Client) -> None:
    played(SLUG, (450, 300))
    fold()
    assert client.get("/records/club/nowhere/any/table.csv").status_code == 404
    for path in ("all/CSW", "moon/any", "club/nowhere", "club/nowhere/any", "all/any/dirty"):
        assert client.get(f"/records/{path}/").status_code == 404, path
    assert client.get("/records/all/any/clean/").status_code == 200
    assert client.get("/players/9/records/").status_code == 404


def test_the_records_of_a_club_are_those_of_its_nights_with_who_comes_most(client: Client) -> None:
    found("oak")
    played("night", (450, 300), (410, 400), on=date(2026, 1, 5), club="oak")
    fold("night")
    page = client.get("/records/club/oak/").text
    assert "Oak Club" in page
    assert "Most nights attended" in page
    assert "Highest attendance" in page
    assert "No game is in the book yet." in client.get("/records/tournaments/any/").text


def test_the_lists_of_a_club_without_a_public_page_are_nowhere(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    found("oak")
    played("night", (450, 300), (410, 400), on=date(2026, 1, 5), club="oak")
    ada = register("Ada", "ada-abbot")
    fold("night")
    own = f"/players/{ada.pk}/records/"
    pages = ("/records/club/oak/", "/records/club/oak/any/", "/api/v1/records/club/oak")
    assert [client.get(path).status_code for path in pages] == [200, 200, 200]
    assert "Oak Club" in client.get("/records/").text
    for path in ("/records/event/night/", own):
        assert "records/club/oak" in client.get(path).text
    mark = DivisionMedals.objects.get().mark
    with django_capture_on_commit_callbacks(execute=True):
        give(DescribeClub(club="oak", is_public=False))
    jobs.run(Job.objects.get(kind=MEDALS, state="queued").pk)
    assert DivisionMedals.objects.get().mark != mark, "pages of results have medals"
    assert [client.get(path).status_code for path in pages] == [404, 404, 404]
    assert "Oak Club" not in client.get("/records/").text
    for path in ("/records/event/night/", own):
        assert "records/club/oak" not in client.get(path).text
    assert all("Oak Club" not in str(one.lists) for one in medals_by_board("night", "A")[1, 1])


def test_no_losing_streak_is_shown_and_names_are_those_that_players_chose(client: Client) -> None:
    played(SLUG, (450, 300), (410, 400))
    ada = register("Ada", "ada-lovelace", public_name_style="initial")
    fold()
    page = client.get("/records/").text
    assert "Ada L." in page
    assert "Lovelace" not in page
    assert "losing streak" not in page.casefold()
    own = client.get(f"/players/{ada.pk}/records/").text
    assert "Ada L." in own
    assert "losing streak" not in own.casefold()
    give(ChangePlayer(key="ada-lovelace", public_name_style="alias", alias="Quill"))
    assert "Quill" in client.get("/records/").text


def test_a_player_sees_medals_and_personal_bests(client: Client) -> None:
    for number, slug in enumerate((SLUG, CUP, "night"), 1):
        played(slug, (400 + number, 300), on=date(2026, 1, number), club="oak" * (slug == "night"))
    ada = register("Ada", "ada-abbot")
    for slug in (SLUG, CUP, "night"):
        fold(slug)
    path = f"/players/{ada.pk}/"
    page = client.get(f"{path}records/").text
    assert "3 games in the book" in page
    assert '<span class="badge badge-win">1st</span>' in page
    assert "Personal bests: Tournaments and clubs" in page
    assert "403" in page
    assert f'href="{path}"' in page
    assert client.get(path).status_code == 200


def test_a_player_sees_averages_and_streaks_month_by_month_from_the_second_month_on(
    client: Client,
) -> None:
    played(SLUG, (450, 300), on=date(2026, 1, 5))
    ada = register("Ada", "ada-abbot")
    fold()
    path = f"/players/{ada.pk}/records/"
    assert "Average score by month" not in client.get(path).text
    played(CUP, (350, 300), on=date(2026, 3, 5))
    with writing():
        EntryMember.objects.filter(name="Ada").update(player="ada-abbot")
    fold(CUP)
    page = client.get(path).text
    for words in ("Average score by month", "Most games won in a row by month"):
        assert page.count(f">{words}</h2>") == 1
    assert "450 on average in 2026-01" in page
    assert "2 won in a row by 2026-03" in page


def test_a_record_given_back_is_news_with_the_reason_of_the_correction(client: Client) -> None:
    played(SLUG, (450, 300), on=date(2026, 1, 5))
    fold()
    played(CUP, (600, 300), on=date(2026, 1, 6))
    fold(CUP)
    assert "New record" in client.get("/records/news/").text
    (high,) = (one for one in news_of(CUP) if one.slot.category.value == "high_game")
    (line,) = news_lines([replace(high, before=high.before * 5)], WEB)
    assert (len(line.before), line.others) == (3, 2)
    broken = {one.slot.category.value for one in news_of(CUP)}
    assert {"high_game", "largest_spread", "high_combined"} <= broken
    correct(CUP, 1, 400, 300)
    fold(CUP)
    page = client.get("/records/news/").text
    assert "Given back by a correction" in page
    assert "because: misread" in page
    told = {(one.slot.category.value, one.kind.value) for one in news_of(CUP)}
    assert ("high_game", "given back") in told
    assert ("high_game", "new record") not in told
    assert ("low_win", "new record") in told
    assert news_of(SLUG) == ()
