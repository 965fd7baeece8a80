"""A season as everybody sees it, and as programs read it: made from the nights, and stored."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.club.commands.describing import DescribeClub
from clubs.models import Season
from clubs.seasons.commands.awards import GiveAward
from clubs.seasons.queries.computed import computed
from clubs.seasons.queries.versions import versioned_season
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import give
from tests.builders.clubs import found, season_of_2026
from tests.builders.grounds import built_once
from tests.builders.nights import an_open_night, played
from tests.contract_calls import answer, refusal
from tests.pages import sound_words, source_at
from tournaments.models import Tournament
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db
FIRST = date(2026, 3, 5)
PLACE = {"club": "hill", "season": "2026"}


@built_once
def two_nights() -> None:
    """Makes a season of two nights: Ann won twice, the guest of the first beat Ben."""
    found("hill", owner="dora")
    season_of_2026(ranked_by="wins")
    alias = {"public_name_style": "alias", "alias": "Lady P"}
    give(AddPlayer(key="phil", given_name="Philomena", family_name="Undisclosed", **alias))
    first = an_open_night("hill", FIRST, here=("ann-lee", "ben-day", "phil"), guests=("Zoe",))
    played(first, 1, 2, 401, 333)
    played(first, 4, 2, 350, 340)
    second = an_open_night("hill", FIRST + timedelta(days=31), here=("ann-lee", "phil"))
    played(second, 1, 2, 420, 380)


def page(name: str = "season", client: Client | None = None) -> str:
    """Returns a page of the season, as everybody gets it."""
    return source_at(client or Client(), reverse(name, kwargs=PLACE))


def test_everybody_may_see_a_season_and_what_is_not_there_is_not_found() -> None:
    two_nights()
    for name in ("season", "season-poster", "season-csv"):
        assert Client().get(reverse(name, kwargs=PLACE)).status_code == 200
        for missing in ({"season": "1999"}, {"club": "vale"}):
            address = reverse(name, kwargs={**PLACE, **missing})
            assert Client().get(address).status_code == 404
    assert Client().get("/api/v1/club_houses/hill/seasons/2026/table").status_code == 200
    assert Client().get("/api/v1/club_houses/hill/seasons/1999/table").status_code == 404


def test_the_table_has_members_by_their_public_names_and_no_guest() -> None:
    two_nights()
    for text in (page(), page("season-poster"), page("season-csv")):
        assert "Ann Lee" in text
        assert "Lady P" in text
        for hidden in ("Philomena", "Undisclosed", "phil", "Zoe", "hill-2026"):
            assert hidden not in text, hidden
    rows = page("season-csv").splitlines()
    assert rows[1].startswith("1,Ann Lee,2,2,0,0,1.0,108,410.5")
    assert rows[2].startswith("2,Lady P,1,0,1,0,0.0,-40,380.0")
    assert rows[3].startswith("3,Ben Day,2,0,2,0,0.0,-78,336.5")
    assert "2 nights so far" in page()


def test_a_corrected_night_makes_the_stored_page_anew_and_the_same_page_is_known() -> None:
    two_nights()
    before = Client().get(reverse("season", kwargs=PLACE))
    tag = {"If-None-Match": before["ETag"]}
    version = versioned_season("hill", "2026")
    assert version is not None
    assert Client().get(reverse("season", kwargs=PLACE), headers=tag).status_code == 304
    night = Tournament.objects.get(starts_on=FIRST)
    give(
        CorrectResult(
            event=night.slug,
            division="Night",
            round=1,
            entry=1,
            opponent=2,
            score=301,
            opponent_score=633,
            confirmed=True,
        ),
        reason="The slip says so",
    )
    rows = page("season-csv").splitlines()
    assert rows[1].startswith("1,Ben Day,2,1,1,0,0.5,322")
    assert rows[2].startswith("2,Ann Lee,2,1,1,0,0.5,-292")
    now = versioned_season("hill", "2026")
    assert now is not None
    assert now.version != version.version


def test_what_was_given_and_what_follows_stand_among_the_awards() -> None:
    two_nights()
    award = GiveAward(**PLACE, title="Spirit", players=("ben-day",), said="Made the tea")
    give(award)
    text = page()
    assert "<strong>Spirit</strong>: Ben Day" in text
    assert "Made the tea" in text
    assert "<strong>Best game</strong>: Ann Lee, 420" in text
    assert "<strong>Longest streak</strong>: Ann Lee, 2" in text
    assert "4 players on 5 Mar 2026" in text, "who came, in the chart"


def test_the_page_has_a_handicap_table_as_soon_as_somebody_began_with_points() -> None:
    two_nights()
    assert "Handicap table" not in page()
    assert "2, unbroken" in page(), "the run of wins of Ann Lee, in the chart"
    third = an_open_night("hill", FIRST + timedelta(days=38), here=("ann-lee", "ben-day"))
    played(third, 1, 2, 400, 395, start_two=10, rated=False)
    text = sound_words(page()).split("Handicap table")[1]
    assert "1 Ann Lee 2–1 +103 1220" in text
    assert "2 Ben Day 1–2 −73 1180" in text
    assert "Zoe" not in text, "a guest"


def test_a_season_without_a_night_says_what_will_be_there() -> None:
    found("hill")
    season_of_2026()
    assert "The season has no night yet" in page()
    assert "Nobody is ranked yet" in page("season-poster")
    assert len(page("season-csv").splitlines()) == 1


def test_a_season_takes_as_many_questions_with_two_nights_as_with_one() -> None:
    two_nights()
    counts = []
    for ends_on in (FIRST, date(2026, 12, 31)):
        season = Season.objects.select_related("club").get()
        season.ends_on = ends_on
        with CaptureQueriesContext(
            connection,
        ) as asked:
            nights = len(computed(season).nights)
        counts.append((nights, len(asked)))
    (one, first), (two, second) = counts
    assert (one, two) == (1, 2)
    assert first == second <= 6


def test_the_console_prints_the_table_as_the_contract_has_it() -> None:
    two_nights()
    told = answer("season", "hill", "--season", "2026")
    assert {name: told[name] for name in ("club", "season", "nights")} == {**PLACE, "nights": 2}
    assert told["rows"][0] == {
        "rank": 1,
        "player": "ann-lee",
        "name": "Ann Lee",
        "games": 2,
        "wins": 2.0,
        "losses": 0.0,
        "spread": 108,
        "average": 410.5,
        "points": 22.0,
        "nights": 2,
    }


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        (("vale",), "club.unknown", "There is no club vale here."),
        (("hill",), "season.unknown", "The club has no season yet."),
        (("hill", "--season", "x"), "season.unknown", "The club has no season x."),
    ],
)
def test_an_unknown_club_or_season_is_one_sentence(
    asked: tuple[str, ...], code: str, message: str
) -> None:
    found("hill")
    told: Any = refusal("season", *asked)
    assert (told["code"], told["message"]) == (code, message)


def test_a_program_reads_the_table_by_numbers_and_public_names() -> None:
    two_nights()
    told = Client().get("/api/v1/club_houses/hill/seasons/2026/table").json()
    assert (told["nights"], [row["name"] for row in told["rows"]]) == (
        2,
        ["Ann Lee", "Lady P", "Ben Day"],
    )
    assert (told["rows"][0]["wins"], told["rows"][0]["spread"]) == (2.0, 108)
    assert isinstance(told["rows"][0]["player"], int)


def test_a_club_without_a_public_page_shows_no_season_to_everybody() -> None:
    two_nights()
    give(DescribeClub(club="hill", is_public=False))
    for name in ("season", "season-poster", "season-csv"):
        assert Client().get(reverse(name, kwargs=PLACE)).status_code == 404
    for below in ("", "/2026", "/2026/table", "/2026/awards"):
        address = f"/api/v1/club_houses/hill/seasons{below}"
        assert Client().get(address).status_code == 404, below


def test_the_page_of_the_club_leads_to_its_season_and_that_only_to_profiles_that_are_there() -> (
    None
):
    two_nights()
    club = source_at(Client(), reverse("club", kwargs={"club": "hill"}))
    assert f'<a href="{reverse("season", kwargs=PLACE)}">Year 2026</a>' in club
    assert "/players/" not in page(), "nobody of them is in a rating list"
