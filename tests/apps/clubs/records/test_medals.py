"""Medals where records are: everybody sees them beside the game, as long as the record is there."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import date
from typing import Any, Protocol

import pytest
from django.test import Client

from clubs.models import BookPlace
from clubs.records.commands.claims import ClaimRecord, DisputeClaim, VerifyClaim
from clubs.records.jobs.keeping import ask_to_settle_medals
from clubs.records.jobs.kept_book import forget_book
from clubs.records.parts import pages_of_records
from core import jobs
from core.journal.guard import writing
from people.models import Player
from people.player_pages import PlayerPage
from people.selectors import shown_players
from tests.apps.clubs.records.book_events import CUP, correct, fold, played, recomputed
from tests.apps.clubs.records.test_public_records import register
from tests.apps.tournaments.board_games.game_events import put_on
from tests.apps.tournaments.desk_events import SLUG, enter, give
from tests.builders.clubs import found
from tournaments.models import DivisionMedals, Tournament

pytestmark = pytest.mark.django_db

RESULTS = f"/events/{SLUG}/A/results/1/"
OF_CUP = f"/events/{CUP}/A/results/1/"


class Queries(Protocol):
    """The fixture of pytest-django that counts queries."""

    def __call__(self, num: int) -> AbstractContextManager[Any]: ...


@pytest.fixture(autouse=True)
def _no_book_in_memory() -> None:
    forget_book()


def records_on(client: Client, path: str = RESULTS) -> list[str]:
    """Return the lines of a page that tell of records, without their links."""
    page = client.get(path).text
    _, _, below = page.partition('id="records"')
    return [" ".join(line.split()) for line in below.splitlines() if "<strong>" in line]


def test_everybody_sees_the_records_of_a_round_below_its_results_and_beside_the_boards(
    client: Client,
) -> None:
    played(SLUG, (450, 300), (410, 400), on=date(2026, 1, 5))
    assert 'id="records"' not in client.get(RESULTS).text
    fold()
    page = client.get(RESULTS).text
    assert page.count('href="#records">In the records</a>') == 2
    assert "High game <strong>450</strong>, Ada" in records_on(client)
    assert "High losing score <strong>400</strong>, Dov" in records_on(client)
    assert '<a href="/records/all/any/">Tournaments and clubs, no word list named</a>' in page
    assert '<a href="/records/tournaments/any/">' in page
    assert "High game <strong>410</strong>" not in page


def test_a_record_goes_from_a_page_when_another_event_breaks_it_and_returns_with_a_correction(
    client: Client,
) -> None:
    played(SLUG, (450, 300), (410, 400), on=date(2026, 1, 5))
    fold()
    held = client.get(RESULTS)["ETag"]
    played(CUP, (600, 250), on=date(2026, 1, 6))
    fold(CUP)
    gone = client.get(RESULTS, headers={"If-None-Match": held})
    assert gone.status_code == 200
    assert "High game" not in gone.text
    assert "High game <strong>600</strong>, Ada" in records_on(
        client, f"/events/{CUP}/A/results/1/"
    )
    correct(CUP, 1, 400, 250)
    fold(CUP)
    assert "High game <strong>450</strong>, Ada" in records_on(client)
    assert "High game" not in " ".join(records_on(client, OF_CUP))


def test_a_stored_page_with_medals_costs_as_few_queries_as_one_without(
    client: Client, django_assert_num_queries: Queries
) -> None:
    played(SLUG, (450, 300), (410, 400), on=date(2026, 1, 5))
    for _ in range(2):
        held = client.get(RESULTS)["ETag"]
        with django_assert_num_queries(2):
            again = client.get(RESULTS, headers={"If-None-Match": held})
        assert again.status_code == 304
        fold()


def test_only_the_results_of_the_division_are_made_again_and_only_where_records_changed(
    client: Client,
) -> None:
    played(SLUG, (450, 300), (410, 400), on=date(2026, 1, 5))
    others = [f"/events/{SLUG}/{page}" for page in ("", "A/standings/", "A/pairings/1/")]
    held = {path: client.get(path)["ETag"] for path in others}
    fold()
    for path, tag in held.items():
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304, path
    mark = DivisionMedals.objects.get().mark
    played(CUP, (420, 350), on=date(2026, 1, 6))
    fold(CUP)
    assert DivisionMedals.objects.get(division__tournament__slug=SLUG).mark != mark
    marks = dict(DivisionMedals.objects.values_list("division__tournament__slug", "mark"))
    assert recomputed()["changed"] == 0
    assert dict(DivisionMedals.objects.values_list("division__tournament__slug", "mark")) == marks
    with writing():
        Tournament.objects.filter(slug=CUP).update(rehearsal=True)
    fold(CUP)
    assert [row.mark for row in DivisionMedals.objects.all()] == [mark]


def test_a_verified_claim_takes_a_medal_and_gives_it_back_when_it_is_disputed() -> None:
    played(SLUG, (450, 300), on=date(2026, 1, 5))
    fold()

    def medal() -> int:
        job = ask_to_settle_medals()
        jobs.run(job.pk)
        job.refresh_from_db()
        assert job.state == "done"
        rows = BookPlace.objects.filter(category="high_game", scope="all", is_clean=False)
        return rows.get().medal

    where: dict[str, Any] = {"claim": "old", "family": "any", "source": "a book"}
    give(ClaimRecord(**where, category="high_game", value="700", venue="tournament"))
    assert medal() == 1
    give(VerifyClaim(claim="old"), reason="seen")
    assert medal() == 2
    assert recomputed()["changed"] == 0
    give(DisputeClaim(claim="old"), reason="misprint")
    assert medal() == 1


@pytest.mark.usefixtures("games_taken")
def test_a_recorded_game_shows_the_medals_of_its_board_as_long_as_it_has_them(
    client: Client, django_assert_num_queries: Queries
) -> None:
    enter(1, 1, 48, 0)
    enter(1, 3, 410, 400)
    key = put_on(1)
    path = f"/games/{key}/"
    assert "In the book of records" not in client.get(path).text
    fold()
    page = client.get(path)
    assert "In the book of records" in page.text
    assert "Low winning score <strong>48</strong>, Ada" in page.text
    assert '<span class="badge badge-note">2nd</span>' in page.text
    held = {"If-None-Match": page["ETag"]}
    with django_assert_num_queries(8):
        assert client.get(path, headers=held).status_code == 304
    played(CUP, (40, 10), on=date(2026, 1, 6))
    fold(CUP)
    again = client.get(path, headers=held)
    assert again.status_code == 200
    assert "Low winning score <strong>48</strong>" in again.text
    assert '<a href="/records/all/any/">' in again.text


def test_a_player_page_says_how_many_medals_there_are_in_two_queries(
    django_assert_num_queries: Queries,
) -> None:
    def told(player: Player, *, queries: int = 2) -> PlayerPage | None:
        (shown,) = shown_players([player.key]).values()
        with django_assert_num_queries(queries):
            return pages_of_records([shown]).get(player.key)

    played(SLUG, (450, 300), (410, 400), on=date(2026, 1, 5))
    ada, dov = register("Ada", "ada-abbot"), register("Dov", "dov-drew")
    assert told(ada, queries=1) is None
    fold()
    page = told(ada)
    assert page is not None
    medals = BookPlace.objects.filter(holders__holder="ada-abbot", medal__gt=0)
    records = medals.filter(medal=1).count()
    others = medals.count() - records
    assert page.told == f"{records} records, {others} second or third places"
    played(CUP, (460, 290), (411, 410), on=date(2026, 1, 6))
    fold(CUP)
    page = told(dov)
    assert page is not None
    assert "record" in page.told


def test_the_records_of_an_event_are_a_page_of_their_own_that_its_page_leads_to(
    client: Client,
) -> None:
    path = f"/records/event/{SLUG}/"
    assert client.get(path).status_code == 404
    played(SLUG, (450, 300), (410, 400), on=date(2026, 1, 5))
    fold()
    played(CUP, (600, 250), on=date(2026, 1, 6))
    fold(CUP)
    assert f'href="{path}"' in client.get(f"/events/{SLUG}/").text
    page = client.get(path).text
    # A phone folds what is above the name: no link is in it, and the day stands below the name.
    assert '<p class="over">Book of records</p>' in page
    facts = page.split('<p class="status book-facts">')[1].split("</p>")[0]
    assert "5 January 2026" in facts
    assert f'<a href="/events/{SLUG}/">Results and standings</a>' in facts
    assert "Division A, no word list named: Games" in page
    assert "round 1\n" in page
    assert page.index(">450<") < page.index(">410<")
    assert f'href="{RESULTS}"' in page
    assert '<span class="badge badge-win">Record</span>' in page
    held = client.get(path)["ETag"]
    correct(SLUG, 1, 460, 300)
    assert client.get(path, headers={"If-None-Match": held}).status_code == 200
    assert ">460<" in client.get(path).text
    assert client.get(f"{path}clean/").status_code == 200
    with writing():
        Tournament.objects.filter(slug=SLUG).update(rehearsal=True)
    assert client.get(path).status_code == 404


def test_a_night_has_its_records_too_by_the_lists_of_its_club(client: Client) -> None:
    found("oak")
    played("night", (450, 300), (410, 400), on=date(2026, 1, 5), club="oak")
    fold("night")
    page = client.get("/events/night/A/results/1/").text
    assert '<a href="/records/club/oak/any/">Oak Club, no word list named</a>' in page
    assert "newcomer" in page
