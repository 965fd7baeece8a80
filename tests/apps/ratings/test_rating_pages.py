"""Everybody may read the public rating lists; a list that is not public is nobody's business."""

from __future__ import annotations

import csv
import gzip
import io
import re
from dataclasses import replace
from datetime import date, timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.journal.guard import writing
from core.models import StoredPage
from people.models import Club, Player
from ratings.models import EventRating, RatedEvent, RatingList, Standing
from ratings.pages.standings import PAGE
from tests.builders.rated_events import invented_history
from tests.builders.rating_lists import (
    a_list,
    imported_list,
    publish,
    rate_all,
    rated_list,
    registered,
)
from tests.markup import Markup
from tests.pages import sound, source_at
from tests.weighing import MOST, weight

pytestmark = [pytest.mark.both_databases("aggregates", "collation"), pytest.mark.django_db]

ADDRESSES = (
    "/ratings/",
    "/ratings/open/",
    "/ratings/open/?q=a&show=all&sort=-games&page=1",
    "/ratings/open.csv",
    "/ratings/open/moves/",
    "/ratings/open/moves/month/",
    "/ratings/open/moves/year/",
    "/ratings/open/moves/ever/",
)
MISSING = (
    "/ratings/nothing/",
    "/ratings/nothing.csv",
    "/ratings/nothing/moves/",
    "/ratings/open/moves/week/",
    "/ratings/inside/",
    "/ratings/inside.csv",
    "/ratings/inside/moves/",
    "/ratings/federation/moves/",
)


@pytest.fixture
def rated() -> RatingList:
    """A list of nearly 30 players in 6 events, the last of them last week."""
    begins_on = timezone.localdate() - timedelta(42 * 5 + 7)
    return rated_list(events=6, begins_on=begins_on, provisional_games=60)


def markup(client: Client, path: str) -> Markup:
    """Returns a page taken apart."""
    return sound(source_at(client, path))


def names(client: Client, path: str) -> list[str]:
    """Returns the names in the table of a page, in their order."""
    text = source_at(client, path)
    cells = re.findall(r'<th scope="row">(.*?)</th>', text, re.DOTALL)
    return [re.sub(r"<span.*?</span>|<[^>]+>", "", cell).strip() for cell in cells]


def table(client: Client, path: str) -> list[dict[str, str]]:
    """Returns the lines of a CSV file."""
    content = client.get(path).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content)))


@pytest.mark.parametrize("address", ADDRESSES)
def test_everybody_may_see_it_without_a_session(
    client: Client, rated: RatingList, address: str
) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert not response.cookies
    assert "Cookie" not in response["Vary"]
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("address", MISSING)
def test_what_is_not_there_or_not_public_is_a_404(
    client: Client, rated: RatingList, address: str
) -> None:
    a_list("inside", is_public=False)
    imported_list()
    assert client.get(address).status_code == 404
    assert not StoredPage.objects.filter(path=address).exists()


@pytest.mark.parametrize("address", [a for a in ADDRESSES if ".csv" not in a])
def test_the_markup_is_whole_and_asks_nothing_of_others(
    client: Client, rated: RatingList, address: str
) -> None:
    assert markup(client, address).faults == []


def test_the_lists_are_shown_with_their_systems_and_what_they_are_worth(
    client: Client, rated: RatingList
) -> None:
    a_list("elo", name="Elo list", system="elo")
    imported_list(lines=[("Ann Other", 1500, ""), ("Bo Other", 1400, "")])
    a_list("inside", name="Inside", is_public=False)
    page = markup(client, "/ratings/")
    assert f"NASPA since 2009 Open list {Standing.objects.count()} players" in page.text
    assert "Elo estimate Elo list 0 players" in page.text
    assert "published elsewhere Federation list 2 players" in page.text
    assert "Inside" not in page.text
    assert "estimate" in markup(client, "/ratings/elo/").text
    assert "estimate" not in markup(client, "/ratings/open/").text
    assert {line["estimate"] for line in table(client, "/ratings/open.csv")} == {""}


def test_a_list_is_in_order_of_rating_and_equal_places_are_marked(
    client: Client, rated: RatingList
) -> None:
    two = Standing.objects.filter(rating_list=rated)[:2]
    Standing.objects.filter(pk__in=[row.pk for row in two]).update(rating=2100)
    lines = table(client, "/ratings/open.csv")
    ratings = [int(line["rating"]) for line in lines]
    assert ratings == sorted(ratings, reverse=True)
    assert [line["rank"] for line in lines[:3]] == ["1", "1", "3"]
    assert markup(client, "/ratings/open/").text.count("=1 ") == 2


def test_expired_ratings_are_shown_when_asked_for_and_have_no_place(
    client: Client, rated: RatingList
) -> None:
    first = Standing.objects.filter(rating_list=rated).first()
    assert first is not None
    Standing.objects.filter(pk=first.pk).update(is_expired=True)
    gone = Player.objects.get(key=first.player).public_name
    assert len(names(client, "/ratings/open/")) == Standing.objects.count() - 1
    everybody = table(client, "/ratings/open.csv?show=all")
    assert (everybody[0]["name"], everybody[0]["rank"], everybody[0]["expired"]) == (
        gone,
        "",
        "yes",
    )
    assert everybody[1]["rank"] == "1"
    whole = markup(client, "/ratings/open/?show=all").text
    assert "expired" in whole
    assert "not shown" not in whole
    plain = markup(client, "/ratings/open/?sort=name")
    assert "1 expired is not shown; Show: All has it" in plain.text
    assert "/ratings/open/?show=all&sort=name" in plain.links


def test_the_provisional_are_marked_and_can_be_shown_alone(
    client: Client, rated: RatingList
) -> None:
    few = Standing.objects.filter(rating_list=rated, is_provisional=True).count()
    assert 0 < few < Standing.objects.count()
    assert len(names(client, "/ratings/open/?show=provisional")) == few
    assert {
        line["provisional"] for line in table(client, "/ratings/open.csv?show=provisional")
    } == {"yes"}


def test_a_club_can_be_chosen(client: Client) -> None:
    with writing():
        Club.objects.create(slug="ersby", name="Ersby")
    history = list(invented_history(2, players=12, field=12))
    keys = sorted(card.player for card in history[0].event.cards)
    registered(keys[:5], club="ersby")
    registered(keys)
    rate_all(a_list(), history)
    assert len(names(client, "/ratings/open/?club=ersby")) == 5
    assert names(client, "/ratings/open/?club=nowhere") == []
    assert "Nobody in the list is meant by that." in markup(client, "/ratings/open/?club=no").text


@pytest.mark.parametrize("words", ["bea Öb", "OBERG", "öberg beä", "  beä   ö "])
def test_a_search_finds_words_that_begin_so_whatever_case_and_accents(
    client: Client, rated: RatingList, words: str
) -> None:
    key = Standing.objects.filter(rating_list=rated).values_list("player", flat=True)[7]
    with writing():
        Player.objects.filter(key=key).update(
            given_name="Beä", family_name="Öberg", public_name_style="full"
        )
    assert names(client, f"/ratings/open/?q={quote(words)}") == ["Beä Öberg"]


def test_a_name_that_a_player_keeps_back_is_neither_shown_nor_found(
    client: Client, rated: RatingList
) -> None:
    key = Standing.objects.filter(rating_list=rated).values_list("player", flat=True)[3]
    with writing():
        Player.objects.filter(key=key).update(
            key="philomena-undisclosed",
            given_name="Philomena",
            family_name="Undisclosed",
            public_name_style="alias",
            alias="Lady P",
        )
    Standing.objects.filter(player=key).update(player="philomena-undisclosed")
    EventRating.objects.filter(player=key).update(player="philomena-undisclosed")
    for event in RatedEvent.objects.all():
        event.content = event.content.replace(key, "philomena-undisclosed")
        event.save(update_fields=["content"])
    assert "Lady P" in names(client, "/ratings/open/")
    assert names(client, "/ratings/open/?q=undisclosed") == []
    for address in ADDRESSES:
        text = source_at(client, address).lower()
        assert "undisclosed" not in text, address
        assert "philomena" not in text, address


@pytest.mark.parametrize(
    ("sort", "column"),
    [
        ("name", "name"),
        ("-name", "name"),
        ("games", "games"),
        ("-games", "games"),
        ("rating", "rating"),
        ("-played", "last_played"),
        ("-change", "last_change"),
    ],
)
def test_every_column_sorts_both_ways_and_says_so(
    client: Client, rated: RatingList, sort: str, column: str
) -> None:
    Standing.objects.filter(games=None).update(games=0)
    lines = table(client, f"/ratings/open.csv?sort={sort}")
    values = [line[column] for line in lines]
    held = values if column in {"name", "last_played"} else [int(value) for value in values]
    assert held == sorted(held, reverse=sort.startswith("-"))
    order = "descending" if sort.startswith("-") else "ascending"
    text = source_at(client, f"/ratings/open/?sort={sort}")
    assert text.count("aria-sort=") == 1
    assert f'aria-sort="{order}"' in text


def test_a_long_list_has_pages_of_a_hundred(client: Client) -> None:
    lines = [(f"Somebody {number}", 2500 - number, "") for number in range(2 * PAGE + 5)]
    imported_list(lines=lines)
    address = "/ratings/federation/"
    assert names(client, address)[-1] == "Somebody 99"
    assert names(client, f"{address}?page=2")[0] == "Somebody 100"
    assert names(client, f"{address}?page=3") == [f"Somebody {n}" for n in range(200, 205)]
    assert names(client, f"{address}?page=99999") == names(client, f"{address}?page=3")
    assert len(table(client, "/ratings/federation.csv?page=2")) == 2 * PAGE + 5
    assert weight(address, client) < MOST


@pytest.mark.parametrize(
    "query",
    [
        "show=never",
        "sort=key",
        "sort=--name",
        "page=-1",
        "page=x",
        "page=²",
        "page=9999999",
        "q=%00",
    ],
)
def test_what_an_address_cannot_mean_is_taken_as_not_said(
    client: Client, rated: RatingList, query: str
) -> None:
    assert names(client, f"/ratings/open/?{query}") == names(client, "/ratings/open/")


def test_a_search_that_is_markup_stays_text(client: Client, rated: RatingList) -> None:
    page = client.get("/ratings/open/", {"q": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>" not in page
    assert Markup(page).faults == []


def test_an_imported_list_shows_the_last_publication_under_the_names_players_chose(
    client: Client,
) -> None:
    registered([f"p{number}" for number in range(5)])
    hidden = Player.objects.get(public_name_style="alias")
    lines = [("Given As Published", 1700, hidden.key), ("Nobody Here", 1600, "")]
    published = imported_list(lines=[("Of Old", 1500, "")])
    publish(published, lines, effective_on=date(2024, 6, 1))
    assert names(client, "/ratings/federation/") == [hidden.alias, "Nobody Here"]
    page = markup(client, "/ratings/federation/")
    assert "as published on 1 Jun 2024, from list.csv" in page.text
    assert "Given As Published" not in page.text
    assert names(client, "/ratings/federation/?q=published") == []
    assert f"/players/{hidden.pk}/" in page.links


def test_a_file_has_numbers_as_numbers_and_no_name_that_a_spreadsheet_would_compute(
    client: Client,
) -> None:
    imported_list(lines=[("=HYPERLINK(1)", -20, ""), ("Zoë, Jr", 1500, "")])
    response = client.get("/ratings/federation.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="federation.csv"'
    lines = table(client, "/ratings/federation.csv")
    assert [(line["name"], line["rating"]) for line in lines] == [
        ("Zoë, Jr", "1500"),
        ("'=HYPERLINK(1)", "-20"),
    ]


def test_a_list_is_read_with_as_few_queries_however_long_it_is(client: Client) -> None:
    counts = []
    for key, players in (("short", 12), ("long", 90)):
        begins_on = timezone.localdate() - timedelta(80)
        rated_list(key, events=9, players=players, every_days=7, begins_on=begins_on)
        for path in (f"/ratings/{key}/", f"/ratings/{key}/?show=all&q=a", f"/ratings/{key}.csv"):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                client.get(path)
            counts.append(len(asked))
    assert counts[:3] == counts[3:]
    assert max(counts) <= 11


def test_who_holds_the_page_is_told_so_until_the_list_changes(
    client: Client, rated: RatingList
) -> None:
    for path in ("/ratings/", "/ratings/open/", "/ratings/open/?q=a", "/ratings/open.csv"):
        mark = client.get(path)["ETag"]
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path, headers={"If-None-Match": mark}).status_code == 304
        assert len(asked) <= 4, path
        assert client.get("/ratings/open/?q=b")["ETag"] != mark
    held = {path: client.get(path)["ETag"] for path in ADDRESSES[1:]}
    begins_on = timezone.localdate()
    (later,) = invented_history(1, players=30, seed=5, begins_on=begins_on)
    rate_all(rated, [replace(later, key="later/A")])
    for path, mark in held.items():
        response = client.get(path, headers={"If-None-Match": mark})
        assert response.status_code == 200, path


def test_only_the_plain_page_is_stored_and_zipped_bytes_are_the_same_page(
    client: Client, rated: RatingList
) -> None:
    client.get("/ratings/open/?q=a")
    client.get("/ratings/open.csv")
    assert not StoredPage.objects.exists()
    plain = client.get("/ratings/open/?q=a").content
    zipped = client.get("/ratings/open/?q=a", headers={"Accept-Encoding": "gzip"})
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content)[:200] == plain[:200]
    client.get("/ratings/open/")
    assert [page.path for page in StoredPage.objects.all()] == ["/ratings/open/"]


def test_an_event_that_waits_is_told_of_with_what_the_list_has_of_it(
    client: Client, rated: RatingList
) -> None:
    assert f"{Standing.objects.count()} players · 6 events" in markup(client, "/ratings/open/").text
    RatedEvent.objects.filter(key="event-00003/A").update(is_stale=True)
    text = markup(client, "/ratings/open/?show=all").text
    assert "6 events · the last on" in text
    assert "1 event waits to be computed again; until then, its old ratings are shown below" in text
    assert "not in it yet" not in text
    EventRating.objects.filter(event__key="event-00003/A").delete()
    RatedEvent.objects.filter(key__in=["event-00004/A", "event-00005/A"]).update(is_stale=True)
    text = markup(client, "/ratings/open/?show=all").text
    assert "5 events · the last on" in text
    assert (
        "2 events wait to be computed again; until then, their old ratings are shown below" in text
    )
    assert "1 event is not in it yet" in text


def test_the_home_page_and_every_page_lead_to_the_ratings(
    client: Client, rated: RatingList
) -> None:
    for address in ("/", "/ratings/open/"):
        assert "/ratings/" in markup(client, address).links
