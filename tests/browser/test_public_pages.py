"""Everybody may read the public pages: on a phone, by keyboard, without JavaScript, on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import visit
from tests.browser.finding import a_name_is_found
from tests.browser.looks import axe_finds_nothing, look_in_both_languages, stays_within
from tests.browser.printed import PDFTOTEXT, in_other_fonts, printed
from tests.builders.events import a_played_event, give, hidden_players
from tests.builders.grounds import built_once
from tournaments.event_ratings.jobs.rating import rate_event
from tournaments.models import Board
from tournaments.public.jobs.mirror import mirror_event
from tournaments.results.commands.results import EnterResult

ADDRESSES = (
    "/",
    "/events/spring/",
    "/events/spring/A/standings/",
    "/events/spring/A/standings/3/",
    "/events/spring/A/pairings/",
    "/events/spring/A/pairings/names/",
    "/events/spring/A/results/",
    "/events/spring/A/wallchart/",
    "/events/spring/A/ratings/",
    "/events/spring/A/player/1/",
    "/events/spring/A/player/1/rating/",
    "/events/spring/A/player/5/rating/",
    "/nowhere/",
)
PRINTED = (
    "/events/spring/A/standings/3/",
    "/events/spring/A/pairings/",
    "/events/spring/A/wallchart/",
    "/events/spring/A/player/1/",
)


@pytest.fixture
@built_once
def event(transactional_db: None) -> str:
    """An event of two divisions in the middle of its third round."""
    slug = a_played_event(
        divisions=("A", "Division of many words"),
        players=7,
        rounds=3,
        planned=31,
        open_games=1,
        registered=hidden_players(),
    )
    rate_event(Mock(), {"event": slug, "divisions": ["A"], "system": ""})
    return slug


def test_axe_finds_nothing_no_page_is_wider_than_the_screen_and_asks_another_host(
    site: Page, live_server: LiveServer, event: str
) -> None:
    for address in ADDRESSES:
        look_in_both_languages(site, live_server.url + address)
        stays_within(site, (320,))
        if address in PRINTED:
            site.emulate_media(media="print")
            axe_finds_nothing(site, f"{address} on paper")
            site.emulate_media(media="screen")
        site.wait_for_load_state("networkidle")


def test_the_followed_are_in_the_chart_of_places(
    site: Page, live_server: LiveServer, event: str
) -> None:
    address = live_server.url
    site.goto(address + "/events/spring/")
    told = Client().get("/api/v1/events/spring/divisions/A/statistics").json()["places"][-1]
    card = f"/events/spring/A/player/{told['entry']}/"
    site.evaluate("card => { localStorage['follow spring'] = JSON.stringify([card]) }", card)
    asked: list[str] = []
    site.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    site.goto(address + "/events/spring/A/statistics/", wait_until="networkidle")
    shown = site.locator("#places-followed")
    expect(shown.locator("tbody tr")).to_have_count(6)
    row = shown.locator(f"tr:has(a[href='{card}'])")
    expect(row.locator("td")).to_have_text(", ".join(map(str, told["places"])))
    for drawn in (".line", ".dots", ".label"):
        expect(shown.locator(f"svg.wide {drawn}")).to_have_count(6)
    lowest = shown.locator("svg.wide .dots").evaluate_all(
        "all => all.map(one => Math.max(...one.getAttribute('d').match(/ [\\d.]+/g).map(Number)))"
    )
    floor = shown.locator("svg.wide .tick").first.get_attribute("d")
    assert max(lowest) <= float(re.findall(r"[\d.]+", floor or "")[1])
    assert not [one for one in asked if "?" in one], "what everybody asks for is stored"
    site.goto(address + "/events/spring/A/standings/")
    site.locator("#find").click()
    for typed, found in (("bbot", "No such name here."), ("abb ev", "1")):
        site.locator(".find-row input").fill(typed)
        expect(site.locator(".find-count")).to_have_text(found)


BY_KEY = ":is(a, button, summary, [tabindex='0'])"


def test_the_keyboard_reaches_every_link_and_shows_where_it_is(
    page: Page, live_server: LiveServer, event: str
) -> None:
    page.goto(live_server.url + "/events/spring/A/standings/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    expect(page.locator(".skip")).to_be_in_viewport(ratio=1)
    reached = set()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    for _ in range(page.locator(f"{BY_KEY}:visible").count()):
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
        reached.add(page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))
        page.keyboard.press("Tab")
    links = page.locator(f"{BY_KEY}:visible").evaluate_all(
        "all => all.map(one => one.outerHTML.slice(0, 200))"
    )
    assert reached == set(links)


def test_the_first_link_skips_to_the_content(
    page: Page, live_server: LiveServer, event: str
) -> None:
    visit(page, live_server.url + "/events/spring/A/standings/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    # A busy machine moves the focus with the next picture that it draws.
    expect(page.locator("#main:focus")).to_have_count(1)


def test_a_table_too_wide_for_the_phone_scrolls_in_its_own_box_by_key(
    page: Page, live_server: LiveServer, event: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(live_server.url + "/events/spring/A/wallchart/")
    box, name = page.locator(".scroll"), page.locator("tbody th").first
    before = name.bounding_box()
    box.focus()
    # A box scrolls with the pictures that the browser draws, which a busy machine draws late.
    for _ in range(100):
        page.keyboard.press("ArrowRight")
        if box.evaluate("e => e.scrollLeft") > 50:
            break
        page.wait_for_timeout(50)
    assert box.evaluate("e => e.scrollLeft") > 50
    assert before is not None
    assert name.bounding_box()["x"] == before["x"]  # type: ignore[index]
    square = page.locator("tbody td.win:has(a)").first
    square.locator("a").focus()
    expect(page.locator(".wall .meet")).to_have_count(2)
    expect(page.locator(".wall td.loss.meet")).to_have_count(1)
    page.get_by_label("Places").check()
    expect(square.locator("em")).to_be_visible()
    expect(square.locator("span")).to_be_hidden()


def test_pages_read_the_same_without_javascript(
    browser: Browser, live_server: LiveServer, event: str
) -> None:
    contexts = browser.new_context(java_script_enabled=False), browser.new_context()
    pages = [context.new_page() for context in contexts]
    for address in ADDRESSES:
        texts = []
        for page in pages:
            page.goto(live_server.url + address)
            texts.append(page.locator("main").inner_text())
        # Only a page that follows the event says so.
        assert texts[0].rstrip() == texts[1].removesuffix("\nLive").rstrip(), address
    for context in contexts:
        context.close()


def test_targets_are_big_enough_for_a_finger(
    page: Page, live_server: LiveServer, event: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(live_server.url + "/events/spring/A/results/")
    for link in page.locator("nav a:visible").all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, link.inner_text()


def test_paper_has_no_navigation_and_says_what_it_is_on_every_sheet(
    page: Page, live_server: LiveServer, event: str
) -> None:
    page.goto(live_server.url + "/events/spring/A/standings/")
    page.locator(".follow").first.click()
    expect(page.locator(".pinned tr")).to_have_count(1)
    page.emulate_media(media="print")
    for hidden in ("nav", ".site-head", ".site-foot", ".skip", ".pinned", "tbody button"):
        assert not page.locator(hidden).first.is_visible(), hidden
    footer = page.locator("tfoot")
    assert footer.evaluate("e => getComputedStyle(e).display") == "table-footer-group"
    assert page.locator("thead").evaluate("e => getComputedStyle(e).display") == (
        "table-header-group"
    )
    assert re.search(r"Spring Open · Division A · .* · as at \d\d:\d\d", footer.inner_text())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_pages_print_on_a4_and_the_wall_chart_on_a3_across(
    page: Page, live_server: LiveServer, event: str
) -> None:
    for name, sheet in (("standings", b"594"), ("wallchart", b"1191")):
        page.goto(f"{live_server.url}/events/spring/A/{name}/")
        pdf = page.pdf(prefer_css_page_size=True)
        assert set(re.findall(rb"/MediaBox \[0 0 (\d+)", pdf)) == {sheet}, name


@pytest.mark.skipif(not PDFTOTEXT, reason="poppler's pdftotext reads what was printed")
def test_nothing_is_printed_over_anything_else_and_no_bar_without_its_ground(
    page: Page, live_server: LiveServer, event: str, tmp_path: Path
) -> None:
    for name in ("pairings/names", "standings", "results", "player/1", "wallchart", "ratings"):
        margin = 10 if name == "wallchart" else 12
        sheets = printed(page, f"{live_server.url}/events/spring/A/{name}/", tmp_path, margin)
        for font, found in (("its own", sheets), *in_other_fonts(page, tmp_path)):
            for sheet in found:
                assert not sheet.overlapping(), (name, font)
                assert not sheet.outside(), (name, font)
    page.goto(live_server.url + "/events/spring/")
    page.emulate_media(media="print")
    assert not page.locator("progress").first.is_visible()
    # What is wider than the sheet is printed smaller, and all of the page with it.
    page.set_viewport_size({"width": 718, "height": 800})
    page.goto(live_server.url + "/events/spring/statistics/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 718


# Links in the middle of sentences are as high as the sentence.
SMALL = """[...document.querySelectorAll(
    ":is(.site-head, .stepper) :is(a, summary), .sheet :is(a, button)")]
    .filter(e => e.checkVisibility({visibilityProperty: true}))
    .filter(e => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 43.5)
    .map(e => e.outerHTML)"""
# As wide as the cells of the first line can be, from the place to the spread: where each text is.
LARGEST = """() => {
    const row = document.querySelector(".standings tbody tr");
    const [record, spread] = row.querySelectorAll(".key");
    const cells = [row.querySelector(".place"), row.querySelector(".move"), record, spread];
    ["=273", "▲123", "16½–14½", "+1961"].forEach((text, at) => { cells[at].textContent = text });
    return [cells[0], cells[1], row.querySelector("th a"), ...cells.slice(2)].map(cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const { left, right, height } = range.getBoundingClientRect();
        return [left, right, height];
    });
}"""
OVER = "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).length"


def _no_number_is_cut(page: Page, standings: str) -> None:
    page.goto(standings)
    boxes = page.evaluate(LARGEST)
    assert all(one[1] <= other[0] for one, other in pairwise(boxes)), boxes
    assert boxes[-1][1] <= 360, boxes
    assert boxes[-1][2] == boxes[0][2], "+1961 is on two lines"


def test_on_a_phone_the_first_row_is_at_the_top_nothing_scrolls_sideways_and_a_name_is_found(
    page: Page, live_server: LiveServer, event: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    at = live_server.url + "/events/spring/A/"
    for name in (
        "standings/",
        "standings/3/",
        "pairings/",
        "pairings/names/",
        "results/",
        "player/1/",
        "ratings/",
    ):
        page.goto(at + name)
        # A card begins with the next game, the last one, and its figures.
        row = page.locator(".message-next, .figures, tbody tr").first.bounding_box()
        assert row is not None
        assert row["y"] < 200, name
    for name in ("standings/3/", "pairings/names/", "results/", "player/1/", "ratings/"):
        page.goto(at + name)
        assert page.evaluate(OVER) == 0, name
        assert page.evaluate(SMALL) == [], name
    _no_number_is_cut(page, at + "standings/3/")
    visit(page, at + "results/")
    page.locator(".stepper a[rel=prev]").click()
    expect(page.locator("#rounds summary")).to_have_text("R2 of 31")
    a_name_is_found(page, live_server.url + "/events/spring/")
    page.set_viewport_size({"width": 1440, "height": 400})
    page.goto(at + "standings/3/")
    page.evaluate("scrollTo(0, 9999)")
    head = page.locator("thead th").first.bounding_box()
    assert head is not None
    assert 80 < head["y"] < 120


# No browser loads a module from a disk: there a page stays as it was made.
@pytest.mark.console("from origin 'null' has been blocked", "net::ERR_FAILED")
def test_a_mirror_opens_from_the_disk_and_on_a_host_tells_its_age_and_becomes_the_next_one(
    page: Page, event: str, tmp_path: Path
) -> None:
    folder = tmp_path / "mirror"
    mirror_event(event, folder, progress=Mock())
    page.goto((folder / "index.html").as_uri())
    page.get_by_role("link", name="Standings of division A").click()
    expect(page.locator("h1")).to_have_text("Standings in round 3, so far")
    page.get_by_role("link", name="Lady P").first.click()
    expect(page.locator("h1")).to_have_text("Lady P")
    page.get_by_role("link", name="Wall chart").click()
    expect(page.locator("h1")).to_have_text("Wall chart")
    page.wait_for_load_state("load")
    background = page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor")
    assert background == "rgb(20, 52, 43)"

    page.clock.install()
    with served(folder) as address:
        page.goto(f"{address}/A/standings/")
        light = page.locator(".live-light")
        expect(light).to_have_text(re.compile(r"^As of \d\d:\d\d, 0 min ago$"))
        page.clock.fast_forward("04:00")
        expect(light).to_have_text(re.compile(r"^As of \d\d:\d\d, 4 min ago$"))
        (board,) = Board.objects.filter(round__division__name="A", result=None)
        one, two = (seat.entry.number for seat in board.seats.order_by("position"))
        game: dict[str, Any] = {
            "event": event,
            "division": "A",
            "round": 3,
            "entry": one,
            "opponent": two,
        }
        give(EnterResult(**game, score=412, opponent_score=377))
        mirror_event(event, folder, progress=Mock())
        page.clock.fast_forward("00:30")
        expect(page.locator("h1")).to_have_text("Standings after round 3")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Has a folder served by a host that knows nothing but files; yield its address."""
    handler = partial(QuietFiles, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        thread = Thread(target=host.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{host.server_port}"
        finally:
            host.shutdown()
            thread.join()


class QuietFiles(SimpleHTTPRequestHandler):
    """Files of a folder, of which nothing is written to the terminal."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""
