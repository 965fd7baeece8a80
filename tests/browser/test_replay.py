"""The replay of a game in a browser: by keyboard, without JavaScript, on a phone, on one sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from lexicon.casual import casual_list
from tests.apps.games.recorded import key_of, recorded
from tests.browser.conftest import visit
from tests.browser.looks import look_in_both_languages, stays_within
from tests.builders import games
from tests.builders.grounds import built_once

GAME, PHONEY, FOUR, LARGE, LONG, STAYED = (f"/games/{key_of(number)}/" for number in range(1, 7))
LAST = len(games.MOVES)
SHOWN = """async address => {
    const page = address === null ? document
        : new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const all = selector => [...page.querySelectorAll(selector)];
    // Between two elements the server writes a space, which nobody sees.
    const text = one => one.nodeType === 3 ? one.data.trim().split(/\\s+/).join(" ")
        : [...one.childNodes].map(text).filter(Boolean).join(" ");
    return {
        cells: all(".game-board td, .game-board th").map(
            cell => [cell.className, cell.textContent]),
        told: page.querySelector(".told").textContent,
        scores: all(".scores li").map(one => [one.className, text(one)]),
        racks: all(".racks dd, .pool, .pool-words").map(text),
        steps: all("[data-step]").map(
            one => [one.getAttribute("href"), one.getAttribute("aria-disabled")]),
        counts: all("[data-number]").map(one => one.textContent),
        views: all("[data-seat]").map(
            one => [one.getAttribute("href"), one.getAttribute("aria-current")]),
        here: all(".moves [aria-current]").map(one => one.getAttribute("href")),
    };
}"""
"""All that a position has to show, on the page that is open or as the server writes an address."""


@pytest.fixture(autouse=True)
@built_once
def _on_record(transactional_db: None) -> None:
    recorded(1)
    recorded(2, games.phoney_game())
    recorded(3, games.four_player_game())
    head = "#board-layout SuperCrosswordGame\n#tile-distribution english_super\n"
    play = games.Move("ABCDEIN", "11K CAB", 16)
    recorded(4, games.game(("Ada", "Ben"), [(0, play)], head=head))
    recorded(5, _long_game())
    # BROWUST is in no list and stayed: the casual list says so, and no more.
    stayed = [(0, games.MOVES[0]), (1, games.PHONEY)]
    recorded(6, games.game(("Ada", "Ben"), stayed), lexicon=casual_list().code)


def _long_game() -> str:
    """A whole game with a hundred turns passed before it, and notes."""
    passes = [(turn % 2, games.Move("", "-", 0)) for turn in range(100)]
    played = [(turn % 2, move) for turn, move in enumerate(games.MOVES[:-1])]
    text = games.game(("Ada", "Ben"), [*passes, *played, (0, games.MOVES[-1])])
    return text.replace("404\n", "404\n#note " + "A long thought about the end. " * 25 + "\n")


def _shown(page: Page, address: str | None = None) -> Any:
    return page.evaluate(SHOWN, address)


def _ready(page: Page, address: str) -> None:
    visit(page, address)
    expect(page.locator("gcg-board[data-ready=on]")).to_have_count(1)


@pytest.mark.parametrize("game", [GAME, PHONEY, FOUR, LARGE, STAYED])
def test_the_script_shows_every_turn_as_the_server_does(
    site: Page, live_server: LiveServer, game: str
) -> None:
    last = {GAME: LAST, PHONEY: 4, FOUR: 8, LARGE: 1, STAYED: 2}[game]
    address = f"{live_server.url}{game}"
    _ready(site, f"{address}?m=0")
    site.evaluate("window.stayed = true")
    stepped = [_shown(site)]
    for turn in range(1, last + 1):
        site.keyboard.press("ArrowRight")
        expect(site).to_have_url(f"{address}?m={turn}")
        stepped.append(_shown(site))
    assert site.evaluate("window.stayed") is True
    for turn, by_script in enumerate(stepped):
        assert by_script == _shown(site, f"{address}?m={turn}"), turn
    site.reload()
    assert stepped[-1] == _shown(site), "as the script finds it"


def test_a_game_is_replayed_by_keyboard(site: Page, live_server: LiveServer) -> None:
    address = f"{live_server.url}{GAME}"
    _ready(site, address)
    says = site.locator(".says")
    expect(says).to_have_attribute("aria-live", "polite")
    for key, turn in (("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("End", LAST)):
        site.keyboard.press(key)
        expect(site).to_have_url(f"{address}?m={turn}")
    site.keyboard.press("ArrowRight")
    site.keyboard.press("ArrowLeft")
    expect(says).to_have_text(re.compile(f"^Turn {LAST - 1}, Ada, 4K TACE, 8, trails 396 to 415$"))
    expect(site.locator(".moves [aria-current]")).to_have_text(re.compile(r"T\(ACE\)"))
    site.reload()
    expect(says).to_have_text(re.compile(f"^Turn {LAST - 1}, "))


def test_f_looks_from_another_seat_and_n_hides_the_notes(
    site: Page, live_server: LiveServer
) -> None:
    _ready(site, f"{live_server.url}{LONG}?m=110")
    view = site.locator("[data-seat][aria-current]")
    expect(view).to_have_text("Ada")
    site.keyboard.press("f")
    expect(view).to_have_text("Ben")
    expect(site).to_have_url(re.compile(r"\?m=110&of=2$"))
    site.keyboard.press("ArrowRight")
    expect(view).to_have_text("Ben")
    note = site.locator(".moves .note")
    expect(note).to_be_visible()
    site.keyboard.press("n")
    expect(note).to_be_hidden()


def test_keys_do_nothing_in_a_field_or_once_they_are_switched_off(
    site: Page, live_server: LiveServer
) -> None:
    _ready(site, f"{live_server.url}{GAME}?m=3")
    site.locator("summary").click()
    site.locator("#embed-code").focus()
    site.keyboard.press("ArrowRight")
    site.keyboard.press("f")
    assert site.url.endswith("?m=3")
    box = site.get_by_role("checkbox", name="Keys")
    box.uncheck()
    site.locator("main").focus()
    for key in ("ArrowRight", "f", "n", "End"):
        site.keyboard.press(key)
    assert site.url.endswith("?m=3")
    box.check()
    site.locator("main").focus()
    site.keyboard.press("ArrowRight")
    expect(site).to_have_url(re.compile(r"\?m=4$"))


def test_buttons_moves_and_dots_of_the_graph_lead_to_turns_without_a_new_page(
    site: Page, live_server: LiveServer
) -> None:
    site.set_viewport_size({"width": 1440, "height": 900})
    _ready(site, f"{live_server.url}{GAME}?m=3")
    site.evaluate("window.stayed = true")
    site.get_by_role("link", name="Next turn").click()
    expect(site).to_have_url(re.compile(r"\?m=4$"))
    site.locator(".moves").get_by_role("link", name="YUMP").click()
    expect(site).to_have_url(re.compile(r"\?m=9$"))
    site.locator(".chart.wide a.point[href='?m=11']").click()
    expect(site).to_have_url(re.compile(r"\?m=11$"))
    expect(site.locator(".says")).to_have_text(re.compile("^Turn 11, Ada, 7H TRUEING"))
    site.locator(".unseen").get_by_role("link", name="Ada").click()
    expect(site.locator("[data-seat][aria-current]")).to_have_text("Ada")
    last = site.get_by_role("link", name="Last turn")
    last.focus()
    site.keyboard.press("Enter")
    expect(last).to_have_attribute("aria-disabled", "true")
    expect(last).to_be_focused()
    assert site.evaluate("window.stayed") is True


def test_a_game_is_replayed_without_a_script(plain: Page, live_server: LiveServer) -> None:
    plain.goto(f"{live_server.url}{GAME}?m=1")
    plain.get_by_role("link", name="Next turn").click()
    expect(plain).to_have_url(re.compile(r"\?m=2$"))
    expect(plain.locator(".says")).to_have_text("Turn 2, Ben, E8 BROWST, 22, leads 22 to 14")
    plain.locator(".unseen").get_by_role("link", name="Ben").click()
    expect(plain.locator("[data-seat][aria-current]")).to_have_text("Ben")
    plain.locator(".moves").get_by_role("link", name="YUMP").click()
    expect(plain).to_have_url(re.compile(r"\?m=9$"))
    expect(plain.locator(".key-switch")).to_be_hidden()
    assert plain.get_by_role("link", name="First turn", exact=True).get_attribute("href") == "?m=0"


def test_no_replay_is_wider_than_the_screen(page: Page, live_server: LiveServer) -> None:
    for game in (GAME, PHONEY, FOUR, LARGE, LONG):
        for address in (game, f"{game}embed/"):
            page.goto(live_server.url + address)
            stays_within(page, (320, 360, 899, 900, 1440))


def test_no_word_is_broken_in_the_list_of_moves(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + GAME)
    for width in (320, 360, 900, 1100, 1120, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        heights = page.locator(".moves strong").evaluate_all(
            "all => all.map(one => one.getClientRects().length)"
        )
        assert set(heights) == {1}, width


def test_a_coordinate_stays_whole_within_its_column(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + STAYED)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 800})
        lines, fits = page.locator(".moves .at").first.evaluate(
            """one => {
                one.textContent = "M11";
                const text = document.createRange();
                text.selectNodeContents(one);
                return [text.getClientRects().length, one.scrollWidth <= one.clientWidth];
            }"""
        )
        assert (lines, fits) == (1, True), width


def test_what_stayed_is_dotted_and_what_came_off_struck_out(
    page: Page, live_server: LiveServer
) -> None:
    for game, look in ((STAYED, "underline dotted"), (PHONEY, "line-through")):
        page.goto(live_server.url + game)
        word = page.locator(".moves strong", has_text="ROWUST")
        drawn = word.evaluate("one => getComputedStyle(one).textDecoration")
        assert drawn.startswith(look)


def test_squares_are_square_and_ways_on_stay_in_sight_on_a_phone(
    page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    _ready(page, f"{live_server.url}{GAME}?m=9")
    for cell in ("7, 7", "11, 11"):
        row, column = map(int, cell.split(","))
        box = page.locator(f".game-board tbody tr:nth-child({row}) td:nth-of-type({column})")
        measures = box.bounding_box()
        assert measures is not None
        assert abs(measures["width"] - measures["height"]) < 1
    for line in (0, 10, LAST - 1):
        page.locator(".moves li").nth(line).scroll_into_view_if_needed()
        expect(page.get_by_role("link", name="Next turn")).to_be_in_viewport()


def test_axe_finds_nothing_to_complain_about(page: Page, live_server: LiveServer) -> None:
    looked_at = (GAME, f"{GAME}?m=9", f"{PHONEY}?m=2", f"{PHONEY}?m=3", FOUR, LARGE)
    for address in (*looked_at, f"{GAME}embed/?m=9"):
        look_in_both_languages(page, live_server.url + address)


def test_a_game_is_printed_on_one_sheet(page: Page, live_server: LiveServer) -> None:
    for game in (GAME, PHONEY, FOUR, LARGE, LONG):
        page.goto(live_server.url + game)
        printed = page.pdf(prefer_css_page_size=True)
        sheets = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed)
        assert [(round(float(w)), round(float(h))) for w, h in sheets] == [(595, 842)], game
        page.emulate_media(media="print")
        expect(page.locator(".game-board"), game).to_be_visible()
        expect(page.locator(".moves li").last, game).to_be_visible()
        expect(page.locator(".turn-steps"), game).to_be_hidden()
        page.emulate_media(media="null")


@contextmanager
def _another_site(body: str) -> Iterator[str]:
    """Serve one page from an origin of its own; yields its address."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing: the test's own output is enough."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.console("frame-ancestors 'none'", "net::ERR_BLOCKED_BY_RESPONSE")
def test_another_site_may_show_the_board_and_no_other_page(
    page: Page, live_server: LiveServer
) -> None:
    frames = "".join(
        f'<iframe id="{name}" src="{live_server.url}{path}" width="400" height="700"></iframe>'
        for name, path in (("board", f"{GAME}embed/?m=9"), ("page", f"{GAME}?m=9"))
    )
    with _another_site(frames) as elsewhere:
        page.goto(elsewhere)
        board = page.frame_locator("#board")
        expect(board.locator("gcg-board[data-ready=on]")).to_have_count(1)
        board.get_by_role("link", name="Next turn").click()
        expect(board.locator(".says")).to_have_text(re.compile("^Turn 10, Ben, 14J FIRE"))
        expect(page.frame_locator("#page").locator("gcg-board")).to_have_count(0)
