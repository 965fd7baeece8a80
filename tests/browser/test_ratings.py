"""Ratings are for everybody: on a phone, by keyboard, without JavaScript, on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Player
from ratings.models import EventRating
from tests.browser.conftest import settle, visit
from tests.browser.looks import look_in_both_languages, stays_within
from tests.builders.grounds import built_once
from tests.builders.rated_events import invented_history
from tests.builders.rating_lists import a_list, imported_list, rate_all, registered


@pytest.fixture
@built_once
def player(transactional_db: None) -> Player:
    """A player of three lists: two are computed, one is imported."""
    history = list(invented_history(9, players=14, field=12, every_days=60))
    keys = {card.player for one in history for card in one.event.cards}
    registered(keys)
    rate_all(a_list(name="Open list", provisional_games=60), history)
    rate_all(a_list("elo", name="A list of many words", system="elo"), history[4:])
    names = [(f"Name on paper {key}", 1500, key) for key in sorted(keys)]
    imported_list(lines=names)
    most = max(sorted(keys), key=lambda key: sum(key in str(one.event.cards) for one in history))
    return Player.objects.get(key=most)


@pytest.fixture
def addresses(player: Player) -> list[str]:
    """One address of each kind of page."""
    other = Player.objects.exclude(pk=player.pk)[0]
    rated = EventRating.objects.filter(rating_list__key="open", player=player.key, games__gt=0)[0]
    return [
        "/",
        "/ratings/",
        "/ratings/open/",
        "/ratings/federation/?show=all&q=e",
        "/ratings/open/moves/ever/",
        f"/players/{player.pk}/",
        f"/players/{player.pk}/vs/{other.pk}/",
        f"/players/{player.pk}/vs/?q=e",
        f"/ratings/open/{player.pk}/{rated.event_id}/",
    ]


def test_axe_finds_nothing_no_page_is_wider_than_the_screen_and_asks_another_host(
    site: Page, live_server: LiveServer, addresses: list[str]
) -> None:
    for address in addresses:
        look_in_both_languages(site, live_server.url + address)
        stays_within(site, (320, 800))
        site.wait_for_load_state("networkidle")


@pytest.mark.parametrize(("width", "shown"), [(1440, "wide"), (360, "narrow")])
def test_a_point_of_the_graph_says_what_it_is_by_key_and_by_mouse_without_a_script(
    plain: Page, live_server: LiveServer, player: Player, width: int, shown: str
) -> None:
    plain.set_viewport_size({"width": width, "height": 900})
    plain.goto(f"{live_server.url}/players/{player.pk}/")
    graph = plain.locator(".chart:visible")
    expect(graph).to_have_count(1)
    expect(graph).to_have_class(f"chart {shown}")
    points = graph.locator("a.point")
    assert points.locator(".said:visible").count() == 0
    points.nth(1).focus()
    said = points.nth(1).locator(".said")
    expect(said).to_be_visible()
    title = points.nth(1).locator("title").text_content() or ""
    assert (said.text_content() or "").replace(" ", "") == title.replace(" ", "")
    # What is in focus speaks alone.
    points.last.hover()
    expect(graph.locator(".said:visible")).to_have_count(1)
    expect(said).to_be_visible()
    plain.keyboard.press("Enter")
    row = plain.url.partition("#")[2]
    expect(plain.locator(f"tr#{row}")).to_be_in_viewport()
    assert points.nth(1).get_attribute("href") == f"#{row}"
    plain.locator("h1").click()
    points.last.hover()
    expect(points.last.locator(".said")).to_be_visible()


def test_the_keyboard_gets_past_the_graph_in_one_step(
    page: Page, live_server: LiveServer, player: Player
) -> None:
    visit(page, f"{live_server.url}/players/{player.pk}/")
    past = page.locator(".past")
    past.focus()
    expect(past).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "events"


def test_what_is_said_of_a_point_stays_inside_the_graph(
    page: Page, live_server: LiveServer, player: Player
) -> None:
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{live_server.url}/players/{player.pk}/")
        box = page.locator(".chart:visible").bounding_box()
        assert box is not None
        for point in page.locator(".chart:visible a.point").all():
            point.focus()
            said = point.locator(".said").bounding_box()
            assert said is not None
            assert box["x"] <= said["x"]
            assert said["x"] + said["width"] <= box["x"] + box["width"] + 1


def test_a_list_is_searched_sorted_and_left_for_a_head_to_head_without_a_script(
    plain: Page, live_server: LiveServer, player: Player
) -> None:
    plain.goto(f"{live_server.url}/ratings/")
    plain.get_by_role("article").get_by_role("link", name="Open list").click()
    plain.get_by_role("columnheader").get_by_role("link", name="Games").click()
    expect(plain.locator("th[aria-sort=descending]")).to_contain_text("Games")
    plain.get_by_label("Name").fill(player.public_name)
    plain.get_by_role("button", name="Show").click()
    expect(plain.get_by_label("Name")).to_have_value(player.public_name)
    expect(plain.locator("th[aria-sort=descending]")).to_contain_text("Games")
    plain.get_by_role("link", name=player.public_name, exact=True).click()
    expect(plain.locator("h1")).to_have_text(player.public_name)
    plain.get_by_role("link", name="Head to head with").first.click()
    expect(plain.locator("h1")).to_contain_text(f"{player.public_name} v ")


def test_the_graph_is_printed_with_the_table_and_no_form(
    page: Page, live_server: LiveServer, player: Player
) -> None:
    page.set_viewport_size({"width": 360, "height": 900})
    visit(page, f"{live_server.url}/players/{player.pk}/")
    page.emulate_media(media="print")
    expect(page.locator(".chart:visible")).to_have_class("chart wide")
    assert not page.locator("form").first.is_visible()
    assert not page.locator("nav").first.is_visible()
    expect(page.locator("table.events")).to_be_visible()
    assert page.pdf(prefer_css_page_size=True)
    settle(page)
