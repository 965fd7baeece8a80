"""What programs that share or list pages are told: everybody may ask, of what is public alone."""

from __future__ import annotations

from html.parser import HTMLParser
from io import BytesIO
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries, Settings

from core.models import StoredPage
from tests.builders.events import (
    HIDDEN,
    a_division,
    a_played_event,
    a_published_round,
    give,
    hidden_players,
    some_results,
)
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.event.commands.event import CreateEvent

pytestmark = pytest.mark.django_db

PICTURES = (
    "/events/spring/share.png",
    "/events/spring/A/share.png",
    "/events/spring/A/player/1/share.png",
)
PAGES = (
    "/",
    "/events/spring/",
    "/events/spring/A/standings/",
    "/events/spring/A/standings/1/",
    "/events/spring/A/pairings/1/names/",
    "/events/spring/A/results/",
    "/events/spring/A/wallchart/",
    "/events/spring/A/reports/1/",
    "/events/spring/A/why/1/",
    "/events/spring/A/player/1/",
)


class Head(HTMLParser):
    """What stands in the head of a page for programs."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self.meta[given.get("property") or given.get("name", "")] = given.get("content", "")
        if tag == "link":
            self.links[given["rel"]] = given["href"]


def head_of(client: Client, page: str) -> Head:
    """Returns the head of a page."""
    return Head(client.get(page).content.decode())


@pytest.mark.parametrize("address", [*PICTURES, "/sitemap.xml", "/robots.txt", "/site.webmanifest"])
def test_everybody_may_ask_and_nobody_may_write(client: Client, address: str) -> None:
    a_played_event(players=4, rounds=1)
    response = client.get(address)
    assert response.status_code == 200
    assert not response.cookies
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_what_it_is_and_where_it_is(
    client: Client, settings: Settings, page: str
) -> None:
    settings.HTTPS_ONLY, settings.ALLOWED_HOSTS = True, ["localhost", "*", "play.example.org"]
    settings.SECURE_SSL_REDIRECT = False
    a_played_event(players=4, rounds=1)
    head = head_of(client, page)
    assert head.links["canonical"] == head.meta["og:url"] == f"https://play.example.org{page}"
    assert head.meta["description"] == head.meta["og:description"] != ""
    assert head.meta["og:title"]
    if page != "/":
        picture = urlsplit(head.meta["og:image"])
        assert (picture.scheme, picture.netloc) == ("https", "play.example.org")
        assert client.get(picture.path)["Content-Type"] == "image/png"
    for kind in ("icon", "apple-touch-icon", "manifest"):
        assert head.links[kind].startswith("/")


@pytest.mark.parametrize("address", PICTURES)
def test_a_picture_is_stored_until_something_changes(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_played_event(players=4, rounds=1, planned=3)
    first = client.get(address)
    assert first["Content-Type"] == "image/png"
    image = Image.open(BytesIO(first.content))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(first.content) < 60_000
    stored_at = StoredPage.objects.get(path=address).stored_at
    with django_assert_max_num_queries(3):
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert StoredPage.objects.get(path=address).stored_at == stored_at
    some_results("spring", "A", 2, a_published_round("spring", "A", 2, players=4))
    assert client.get(address)["ETag"] != first["ETag"]


@pytest.mark.parametrize(
    "name", ["<script>&'\"", "名前" * 20, "W" * 60, "Z\u0301\u0302\u0303" * 15]
)
def test_a_name_of_any_kind_is_fitted(client: Client, name: str) -> None:
    a_played_event(players=4, rounds=1)
    give(ChangeEntry(event="spring", division="A", entry=1, name=name))
    for address in PICTURES:
        assert Image.open(BytesIO(client.get(address).content)).size == (1200, 630)
    head = head_of(client, "/events/spring/A/player/1/")
    assert head.meta["og:title"].startswith(name)


@pytest.mark.parametrize("address", ["/events/no/share.png", "/events/spring/B/share.png"])
def test_nothing_has_no_picture(client: Client, address: str) -> None:
    a_played_event(players=4, rounds=1)
    assert client.get(address).status_code == 404
    assert client.get("/events/spring/A/player/9/share.png").status_code == 404
    assert not StoredPage.objects.filter(path=address).exists()


def test_a_rehearsal_is_shared_by_nothing(client: Client) -> None:
    a_played_event(players=4, rounds=1)
    give(CreateEvent(event="practice", name="Practice", rehearsal=True))
    a_division("practice", "A", players=4)
    for address in PICTURES:
        assert client.get(address.replace("spring", "practice")).status_code == 404
    assert "og:title" not in head_of(client, "/events/practice/A/standings/").meta
    assert "/practice/" not in client.get("/sitemap.xml").content.decode()


def test_every_page_of_the_sitemap_is_there_and_robots_may_read_it(client: Client) -> None:
    a_played_event(divisions=("A", "Div 1.5"), players=4, rounds=1, registered=hidden_players())
    found = ET.fromstring(client.get("/sitemap.xml").content)
    form = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    assert found.tag == f"{form}urlset"
    places = [one.findtext(f"{form}loc") or "" for one in found]
    assert "http://testserver/events/spring/Div%201.5/standings/" in places
    assert len(places) == len(set(places))
    robots = client.get("/robots.txt").content.decode().splitlines()
    assert "Sitemap: http://testserver/sitemap.xml" in robots
    barred = [line.removeprefix("Disallow: ") for line in robots if line.startswith("Disallow: ")]
    for place in places:
        path = place.removeprefix("http://testserver")
        assert client.get(path).status_code == 200, path
        assert not path.startswith(tuple(barred))
        assert not any(fact in client.get(path).content.decode() for fact in HIDDEN)


def test_the_sitemap_asks_no_more_for_more_events(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for slug in ("one", "two", "three"):
        a_played_event(slug, divisions=("A", "B"), players=4, rounds=1)
    with django_assert_max_num_queries(9):
        client.get("/sitemap.xml")


def test_the_manifest_names_icons_of_the_size_it_says(client: Client) -> None:
    manifest = client.get("/site.webmanifest").json()
    assert manifest["start_url"] == manifest["scope"] == "/"
    for icon in manifest["icons"]:
        name = icon["src"].rpartition("/")[2].partition(".")[0]
        with Image.open(f"static/{name}.png") as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]


def test_a_page_of_a_division_names_its_tables_for_programs(client: Client) -> None:
    a_played_event(players=4, rounds=1)
    page = client.get("/events/spring/A/standings/").content.decode()
    for kind, place in (("application/json", "standings"), ("text/csv", "reports/table")):
        address = f"/api/v1/events/spring/divisions/A/{place}"
        assert f'<link rel="alternate" type="{kind}" href="{address}"' in page
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith(kind)
