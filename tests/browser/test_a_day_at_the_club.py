"""A day at the club, directed by keyboard alone against the whole program as it is started.

Thirteen players: one is missing at check-in and comes in round 2, somebody does not come after the
pairings were posted, a game is tied, a wrong score is found two rounds later, a result is undone;
then ratings, paper and the public pages. That is with everything running; for rounds 3 and 4 of
another day, which began with everything, the broker and the worker are dead. Seven rounds are
played where a run is deep: the fourth is the first of those in which nothing happens.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import press_on, settle, visit
from tests.browser.tabbing import HAS_ID, IS_READ_OUT, is_in_focus, tab_until
from tests.databases import with_tables
from tests.depth import size
from tests.installations import (
    Installation,
    direct_an_event,
    environment_of,
    installed,
    with_static_files,
)
from tests.processes import PATIENCE_S, wait_until
from tournaments.printing.pages.documents import DOCUMENTS

pytestmark = pytest.mark.timeout(900)

PLAYERS = (
    *("Ada Abbot, 1810", "Ben Birch, 1755", "Cleo Colby, 1702", "Dan Dorsey, 1655"),
    *("Eve Ersby, 1600", "Finn Farrow, 1580", "Gus Gresham, 1490", "Hope Harlow, 1433"),
    *("Ivy Isham, 1390", "Jon Jessop, 1310", "Kit Kendall, 1250", "Lia Lorne, 1100"),
    "Moe Marsh",
)
ROUNDS = size(4, deep=7)
LAST_WITHOUT = ROUNDS
"""The last round that is played without broker and worker."""
SLUG = "club-day"
NAMELESS = {
    *("missing", "table-numbers", "blank-slips", "board-slips", "blank-pairings"),
    *("challenge-slips", "score-sheets", "tracking-sheets", "timetable"),
}
"""The documents on which no player's name stands; every slip is in by the time they are printed."""
CHANGED = re.compile(r"[Cc]hanged( at)? \d\d:\d\d")


@pytest.fixture
def house(tmp_path: Path, free_port: int) -> Iterator[Installation]:
    """The whole program, new and empty."""
    var = with_tables(tmp_path / "var")
    with_static_files(var)
    with installed(var, free_port) as installation:
        yield installation


class Director:
    """A director without a mouse: what is not typed or pressed does not happen."""

    def __init__(
        self, page: Page, house: Installation, *, event: str = SLUG, players: int = len(PLAYERS)
    ) -> None:
        self.page = page
        self.house = house
        self.event, self.players = event, players

    def sign_in(self) -> None:
        """Sign in with what was printed at the start."""
        found = re.search(r"shown only this once: (\S+)  (\S+)", self.house.said())
        assert found is not None
        visit(self.page, f"{self.house.address}desk/")
        self.fill(found[1], "<Tab>", found[2])

    def keys(self, *keys: str) -> None:
        """Type words, and press the keys named in <>."""
        for key in keys:
            if key.startswith("<"):
                self.page.keyboard.press(key.strip("<>"))
            else:
                self.page.keyboard.type(key)

    def fill(self, *keys: str) -> None:
        """Type into the form whose field has the focus, and send it."""
        expect(self.page.locator("form :focus")).to_have_count(1)
        self.keys(*keys)
        press_on(self.page, "Enter")

    def find(self, text: str) -> None:
        """Press Tab until the thing in focus says this."""
        if not is_in_focus(self.page, IS_READ_OUT, text):
            tab_until(self.page, IS_READ_OUT, text, most=120)

    def go(self, text: str) -> None:
        """Follow the link, or press the button, that says this."""
        self.find(text)
        press_on(self.page, "Enter")

    def tab(self, digit: int) -> None:
        """Go to a tab of the event by its key, which works while a line is typed, too."""
        press_on(self.page, f"Alt+{digit}")

    def sees(self, text: str) -> None:
        """Check that the page says this."""
        expect(self.page.locator("main")).to_contain_text(text)

    def find_field(self, name: str) -> None:
        """Press Tab until this field has the focus."""
        if not is_in_focus(self.page, HAS_ID, name):
            tab_until(self.page, HAS_ID, name, most=80)

    def makes_the_event(self) -> None:
        """Make the event and its division, enter everybody, and tick who is here: not Moe."""
        self.go("New event")
        self.go("make an event without divisions")
        self.fill("Club Day", "<Tab>", "<Control+A>", SLUG)
        self.go("Make a division")
        self.fill("A", "<Tab>", str(ROUNDS))
        self.tab(2)
        self.find_field("door-quick")
        for line in PLAYERS:
            self.fill(line)
        self.go("Moe Marsh is not here")
        self.go("Everybody else is here")
        self.sees("12 here")
        self.sees("1 not here")

    def lets_moe_in(self) -> None:
        """Take in who was missing at check-in."""
        self.tab(2)
        self.go("arrive")
        self.fill()
        self.sees("13 here")

    def publishes(self, number: int) -> None:
        """Pair a round by the method offered, and publish the draft."""
        self.tab(3)
        self.go(f"Pair round {number}")
        if self.page.locator("[data-draft]").count() == 0:
            # The link of the round before leads to the round; its button pairs.
            self.go(f"Pair round {number}:")
        press_on(self.page, "p")
        self.go(f"Publish round {number}")
        self.sees("published")

    def mends_a_no_show(self) -> None:
        """Let who has the bye play instead of somebody who did not come; no other board changes."""
        before = self.boards()
        self.go("Somebody did not come")
        self.go("(board 6")
        self.sees("All other boards stay as they are")
        self.go("play: a forfeit")
        after = self.boards()
        assert {board for board in before if before[board] != after[board]} == {"6"}
        expect(self.page.locator("main")).to_contain_text(CHANGED)

    def boards(self) -> dict[str, str]:
        """Return who sits at each board of the round on the page."""
        rows = self.page.locator(".slips > li").all_inner_texts()
        found = (re.match(r"\s*Board\s+(\d+)(.*)", row, re.DOTALL) for row in rows)
        return {one[1]: " ".join(one[2].split()) for one in found if one}

    def enters(self, line: str, shown: str = "") -> None:
        """Type one line on the page of results, and wait for its echo."""
        field = self.page.locator("#line")
        settle(self.page)
        expect(field).to_be_focused()
        expect(field).to_have_value("")
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
        expect(field).to_have_value("")
        expect(self.page.locator("#echo")).to_contain_text(shown)

    def missing(self) -> list[int]:
        """Return the boards that wait for a result."""
        rows = self.page.locator("#missing li").all_inner_texts()
        return [int(found[0]) for row in rows if (found := re.findall(r"\d+", row))]

    def plays(self, number: int) -> None:
        """Enter every result that is missing, board by board, with its echo."""
        self.tab(4)
        for board in self.missing():
            score = 380 + 11 * board + number
            self.enters(f"b{board} {score} {371 - 3 * board + 5 * number}", f"{score}")
        self.sees("Every result of the round is in.")

    def has_a_bad_third_round(self) -> None:
        """Enter a tie, undo and enter again a result, and correct one of two rounds before."""
        self.tab(4)
        tied, other = self.missing()[:2]
        self.enters(f"b{tied} tie 401", "401")
        self.enters(f"b{other} 420 399", "420")
        settle(self.page)
        self.keys("u", "<Enter>")
        expect(self.page.locator("#echo")).to_contain_text("undone")
        expect(self.page.locator(f"#missing li[value='{other}']")).to_have_count(1)
        settle(self.page)
        self.keys("r 1", "<Enter>")
        self.sees("division A, round 1")
        self.keys("1 373 392 ! read from the wrong side", "<Enter>")
        expect(self.page.locator(".entry-said")).to_contain_text("keep their pairings")
        expect(self.page.locator("#line[data-answers]")).to_have_count(1)
        self.keys("<Enter>")
        expect(self.page.locator("#echo")).to_contain_text("373")
        self.plays(3)

    def rates(self) -> None:
        """Ask for the ratings, and wait for them."""
        self.tab(1)
        self.go("Rate now")
        wait_until(self.has_ratings, what="the ratings", log=self.house.log)
        self.reads_the_ratings()

    def has_ratings(self) -> bool:
        """Return whether the public page has the ratings of everybody; nothing is drawn for it."""
        answer = self.page.request.get(f"{self.house.address}events/{self.event}/A/ratings/")
        return answer.text().count("<tr") > self.players

    def reads_the_ratings(self) -> None:
        """Look at the public page of the ratings, which has those of everybody entered."""
        self.page.goto(f"{self.house.address}events/{self.event}/A/ratings/")
        assert self.page.locator("main tbody tr").count() == self.players

    def prints(self) -> None:
        """Print the scorecards through the browser's own printer, and ask for every document.

        How each of them comes out of the printer is seen in tests/browser/test_paper_as_pdf.py.
        """
        paper = f"{self.house.address}desk/{SLUG}/paper"
        for document in DOCUMENTS:
            address = f"{paper}/{document.key}/?division=A&round={ROUNDS}"
            if document.key == "scorecards":
                self.page.goto(address)
                printed = self.page.pdf(prefer_css_page_size=True)
                assert printed.startswith(b"%PDF-")
                assert printed.count(b"/MediaBox") == 7
            answer = self.page.request.get(address)
            assert answer.status == 200, document.key
            is_named = re.search("Ada Abbot|Abbot, Ada", answer.text().partition("<main")[2])
            assert is_named or document.key in NAMELESS, document.key


def the_public_sees(page: Page, house: Installation) -> None:
    """Check the public pages, signed out: the standings, a changed board, a corrected score."""
    page.context.clear_cookies()
    page.goto(f"{house.address}events/{SLUG}/A/standings/")
    assert page.locator("main tbody tr").count() == 13
    page.goto(f"{house.address}events/{SLUG}/A/pairings/2/")
    expect(page.locator("main")).to_contain_text(CHANGED)
    page.goto(f"{house.address}events/{SLUG}/A/results/1/")
    expect(page.locator("main")).to_contain_text("392")


def test_a_club_day_is_directed_from_the_door_to_the_ratings_by_keyboard_alone(
    page: Page, house: Installation
) -> None:
    director = Director(page, house)
    director.sign_in()
    director.makes_the_event()
    director.publishes(1)
    director.plays(1)
    director.lets_moe_in()
    director.publishes(2)
    director.mends_a_no_show()
    director.plays(2)
    director.publishes(3)
    director.has_a_bad_third_round()
    for number in range(4, ROUNDS + 1):
        director.publishes(number)
        director.plays(number)
    director.rates()
    director.prints()
    the_public_sees(page, house)


def test_with_broker_and_worker_dead_from_round_three_the_day_goes_on_and_they_catch_up(
    page: Page, house: Installation
) -> None:
    director = Director(page, house, event="spring", players=12)
    environment = environment_of(house.var, house.port)
    direct_an_event(environment, players=12, rounds=2, planned=LAST_WITHOUT)
    director.sign_in()
    visit(page, f"{house.address}desk/spring/")
    with dead(house, "config.worker", "config.clock", "valkey"):
        for number in range(3, LAST_WITHOUT + 1):
            director.publishes(number)
            director.plays(number)
        director.tab(1)
        director.go("Rate now")
        director.sees("waiting for a worker")
        page.goto(f"{house.address}events/spring/A/standings/")
        assert page.locator("main tbody tr").count() == 12
    # They are tried again only every half minute once they were killed this often.
    wait_until(director.has_ratings, what="the ratings", seconds=2 * PATIENCE_S, log=house.log)
    director.reads_the_ratings()


@contextmanager
def dead(house: Installation, *words: str) -> Iterator[None]:
    """Kill the processes with these words in their command, and every one that follows them."""
    over = Event()

    def kill() -> None:
        while not over.is_set():
            for process, command in house.processes().items():
                if any(word in command for word in words):
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
            over.wait(0.2)

    killer = Thread(target=kill)
    killer.start()
    try:
        yield
    finally:
        over.set()
        killer.join()
