"""The judge in a real browser: by keyboard alone, without scripts, and without its server."""

from __future__ import annotations

import signal
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from config.up.ready import web_answers
from core.models import JournalEntry
from lexicon.casual import casual_list
from lexicon.commands.judge import ChangeJudge, CloseJudge
from tests.apps.lexicon.stations import PIN, KnownPlaces, give, spring, station
from tests.browser.conftest import here, tab_to, visit
from tests.processes import running, wait_until

__all__ = ["spring"]

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = "Try again: this judge cannot reach its server."
ONE_LINE = "all => all.every(e => e.offsetHeight < 1.5 * parseFloat(getComputedStyle(e).fontSize))"
STRICT = {"rules": {name: {"enabled": True} for name in ("color-contrast-enhanced", "target-size")}}


def become_judge(page: Page, address: str) -> Page:
    """Makes a browser a judge by keyboard alone."""
    visit(page, f"{address}/judge/")
    tab_to(page, "station")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    return ready(page)


def ready(page: Page) -> Page:
    """Waits until the judge takes keys, and nobody has typed anything."""
    expect(page.locator("html[data-keys=on]")).to_have_count(1)
    expect(page.locator("#words:focus")).to_have_value("")
    return page


@pytest.fixture
def judge(site: Page, live_server: Any) -> Page:
    """A browser that was made a judge of the only station."""
    station()
    return become_judge(site, live_server.url)


def at(page: Page, step: str) -> None:
    """Wait until the judge is at a step."""
    expect(page.locator(f'[data-judge="{step}"]')).to_have_count(1)


def rulings() -> int:
    return JournalEntry.objects.filter(command="judge.ruled").count()


def verdict(page: Page, words: str) -> str:
    """Types a play, has it confirmed and judged by keys, and returns the verdict."""
    page.keyboard.type(words)
    page.keyboard.press("Tab")
    at(page, "confirming")
    judged(page)
    return " ".join(page.locator(".judge-ruling strong").first.inner_text().split())


def judged(page: Page) -> None:
    """Presses Tab until it judges: what is shown for a moment only, nobody has confirmed."""
    while page.locator('[data-judge="confirming"]').count():
        page.keyboard.press("Tab")
        page.wait_for_timeout(100)
    at(page, "verdict")


def clear(page: Page) -> None:
    """Presses a key until the verdict is gone: the first second it stays whatever is pressed."""
    while page.locator('[data-judge="verdict"]').count():
        page.keyboard.press("x")
        page.wait_for_timeout(100)
    expect(page.locator("#words:focus")).to_have_value("")


def test_a_play_is_typed_confirmed_judged_and_cleared_by_keyboard_alone(judge: Page) -> None:
    judge.keyboard.type("cat")
    judge.keyboard.press("Enter")
    judge.keyboard.type("za")
    assert judge.input_value("#words") == "cat\nza"
    judge.keyboard.press("Tab")
    expect(judge.locator("h1:focus")).to_have_text("Opponent: is this what was played?")
    assert judge.locator(".judge-words li").all_inner_texts() == ["CAT", "ZA"]
    judge.keyboard.press("Enter")
    judge.keyboard.press("Escape")
    expect(judge.locator("#words:focus")).to_have_value("CAT\nZA")
    assert rulings() == 0
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    judged(judge)
    expect(judge.locator("h1:focus")).to_contain_text("ACCEPTABLE")
    assert rulings() == 1
    clear(judge)
    assert verdict(judge, "cat\nzza") == "UNACCEPTABLE"
    clear(judge)
    assert judge.url.endswith("/judge/")


def test_a_key_that_is_held_down_neither_judges_nor_clears(judge: Page) -> None:
    judge.keyboard.type("cat")
    for step in ("confirming", "verdict"):
        judge.keyboard.down("Tab")
        at(judge, step)
        for _ in range(20):
            judge.keyboard.down("Tab")
        judge.wait_for_timeout(1100)
        judge.keyboard.down("Tab")
        at(judge, step)
        judge.keyboard.up("Tab")
    assert rulings() == 1


def test_two_quick_presses_neither_judge_what_nobody_saw_nor_clear_a_verdict(judge: Page) -> None:
    # The clock of the page stands still, so that nothing is seen for long.
    judge.add_init_script("performance.now = () => 0")
    judge.reload()
    ready(judge)
    judge.keyboard.type("cat")
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    judge.keyboard.press("Tab")
    judge.wait_for_timeout(300)
    at(judge, "confirming")
    judge.get_by_role("button", name="Yes: judge the play").click()
    at(judge, "verdict")
    judge.keyboard.press("Tab")
    at(judge, "verdict")


def test_enter_never_judges_wherever_the_focus_is(judge: Page) -> None:
    judge.keyboard.type("cat")
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    judge.locator('[value="rule"]').focus()
    judge.keyboard.press("Enter")
    judge.wait_for_timeout(200)
    at(judge, "confirming")
    assert rulings() == 0
    judge.get_by_role("button", name="Yes: judge the play").click()
    at(judge, "verdict")


def test_the_verdict_goes_by_itself_and_a_reload_keeps_the_judge_and_nothing_else(
    judge: Page,
) -> None:
    give(ChangeJudge(station="hall-1", clears_after_s=3))
    assert verdict(judge, "cat") == "ACCEPTABLE"
    expect(judge.locator("#words:focus")).to_have_value("")
    assert verdict(judge, "dog") == "ACCEPTABLE"
    judge.reload()
    ready(judge)
    assert verdict(judge, "tac") == "UNACCEPTABLE"


def test_what_cannot_be_judged_is_typed_again(judge: Page) -> None:
    judge.keyboard.type("c4t")
    judge.keyboard.press("Tab")
    expect(judge.locator("#wrong")).to_have_text("In c4t, no tile has the character 4.")
    expect(judge.locator("#words:focus")).to_have_value("c4t")
    judge.keyboard.press("Control+A")
    assert verdict(judge, "cat") == "ACCEPTABLE"


def test_the_director_frees_the_device_by_keys_and_the_pin_and_nobody_else_does(
    judge: Page, live_server: Any
) -> None:
    judge.goto(f"{live_server.url}/desk/")
    ready(judge)
    assert judge.url.endswith("/judge/")
    judge.keyboard.press("Shift+Tab")
    while "Director" not in here(judge):
        judge.keyboard.press("Shift+Tab")
    judge.keyboard.press("Enter")
    expect(judge.locator("#pin:focus")).to_have_count(1)
    judge.keyboard.type("0000")
    judge.keyboard.press("Enter")
    expect(judge.locator("#wrong")).to_have_text("That is not the PIN.")
    judge.keyboard.type(PIN)
    judge.keyboard.press("Enter")
    expect(judge.locator("h1")).to_have_text("Make this device a judge")
    judge.goto(live_server.url)
    assert judge.url == f"{live_server.url}/"


def test_closing_the_station_frees_a_device_at_its_next_step(judge: Page) -> None:
    give(CloseJudge(station="hall-1"))
    judge.keyboard.type("cat")
    judge.keyboard.press("Tab")
    expect(judge.locator("h1")).to_have_text("Make this device a judge")


def test_a_judge_that_was_stopped_looks_by_itself_whether_it_can_judge_again(
    page: Page, live_server: Any, spring: KnownPlaces
) -> None:
    station(lexicon="", place="spring/A")
    page.clock.install()
    become_judge(page, live_server.url)
    held = spring.known["spring/A"].lexicon
    for lexicon, step in ((None, "stopped"), (held, "typing")):
        spring.put("spring/A", lexicon=lexicon)
        page.clock.run_for(60_000)
        at(page, step)
    expect(page.locator("#words:focus")).to_have_count(1)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(
            {"status": 502, "body": "<h1>ACCEPTABLE</h1>"},
            marks=pytest.mark.console("status of 502"),
        ),
        {"status": 200, "body": "<h1>ACCEPTABLE</h1>", "content_type": "text/html"},
        pytest.param({"abort": "failed"}, marks=pytest.mark.console("net::ERR_FAILED")),
        {},
    ],
    ids=["an error", "another page", "nothing at all", "nothing within its patience"],
)
def test_what_somebody_else_answers_is_never_a_verdict(
    page: Page, live_server: Any, answer: dict[str, Any]
) -> None:
    station()
    become_judge(page, live_server.url)
    page.keyboard.type("cat")
    page.keyboard.press("Tab")
    at(page, "confirming")

    waiting: list[Route] = []

    def meddle(route: Route) -> None:
        if "abort" in answer:
            route.abort(answer["abort"])
        elif answer:
            route.fulfill(**answer)
        else:
            waiting.append(route)

    page.route("**/judge/rule/", meddle)
    while not page.locator("[data-away]").is_visible():
        page.keyboard.press("Tab")
        page.wait_for_timeout(100)
    expect(page.locator("[data-away]")).to_have_text(AWAY)
    at(page, "confirming")
    assert "ACCEPTABLE" not in page.inner_text("body")
    for route in waiting:
        route.abort()
    page.unroute("**/judge/rule/")
    judged(page)


def server(port: int, log: Path) -> AbstractContextManager[Any]:
    """Runs a server of the test's own database, which can be stopped."""
    command = [sys.executable, "-m", "config.web_server", "--port", str(port)]
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    at_once = signal.SIGQUIT
    return running(command, log=log, environment=environment, stop_signal=at_once)


@pytest.mark.console("net::ERR_CONNECTION_REFUSED")
def test_a_server_that_is_gone_is_no_verdict_and_one_that_is_back_judges_on(
    page: Page, free_port: int, tmp_path: Path
) -> None:
    def await_server() -> None:
        wait_until(lambda: web_answers(free_port), what="the web server", log=log)

    log = tmp_path / "log"
    station()
    with server(free_port, log):
        await_server()
        become_judge(page, f"http://127.0.0.1:{free_port}")
        page.keyboard.type("cat")
    page.keyboard.press("Tab")
    expect(page.locator("[data-away]")).to_have_text(AWAY)
    expect(page.locator("[data-away]")).to_be_visible()
    expect(page.locator("#words:focus")).to_have_value("cat")
    with server(free_port, log):
        await_server()
        page.keyboard.press("Tab")
        at(page, "confirming")
        expect(page.locator("[data-away]")).to_be_hidden()
    while not page.locator("[data-away]").is_visible():
        page.keyboard.press("Tab")
        page.wait_for_timeout(100)
    assert page.locator(".judge-words").inner_text() == "CAT"
    assert rulings() == 0
    with server(free_port, log):
        await_server()
        judged(page)
    clear(page)
    assert rulings() == 1


def test_without_scripts_the_judge_works_by_its_buttons(plain: Page, live_server: Any) -> None:
    station(clears_after_s=3)
    plain.goto(f"{live_server.url}/judge/")
    plain.check("input[name=station]")
    plain.fill("#pin", PIN)
    plain.get_by_role("button", name="Make this device a judge").click()
    plain.fill("#words", "cat\nza")
    plain.keyboard.press("Tab")
    plain.keyboard.press("Enter")
    expect(plain.locator(".judge-words")).to_contain_text("CAT")
    plain.get_by_role("button", name="No: type again").click()
    expect(plain.locator("#words")).to_have_value("CAT\nZA")
    plain.get_by_role("button", name="Show them to the opponent").click()
    plain.get_by_role("button", name="Yes: judge the play").click()
    expect(plain.locator("h1")).to_contain_text("ACCEPTABLE")
    expect(plain.locator("#words")).to_have_value("")
    plain.get_by_role("link", name="Director").click()
    plain.fill("#pin", PIN)
    plain.get_by_role("button", name="Free this device").click()
    expect(plain.locator("h1")).to_have_text("Make this device a judge")


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step_can_be_read_by_all_and_fits_its_window(
    judge: Page, width: int, scheme: Any
) -> None:
    judge.set_viewport_size({"width": width, "height": 800})
    judge.emulate_media(color_scheme=scheme)
    give(ChangeJudge(station="hall-1", lexicon=casual_list().code, second_opinion="SHORT"))
    judge.reload()
    ready(judge)

    def look(name: str, *, words_px: int) -> None:
        found = Axe().run(judge, options=STRICT)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        assert judge.evaluate("document.documentElement.scrollWidth") <= width, name
        assert min(size(judge, ".judge *")) >= 14, name
        assert judge.locator("h1 strong").evaluate_all(ONE_LINE), name
        assert max(size(judge, "h1, h1 *, textarea, .judge-words")) >= words_px, name
        for box in judge.locator("button:visible, a:visible").all():
            told = box.bounding_box()
            assert told is not None
            assert told["height"] >= 48, name

    look("typing", words_px=32)
    judge.keyboard.type("c4t")
    judge.keyboard.press("Tab")
    expect(judge.locator("#wrong")).to_have_count(1)
    look("typed wrongly", words_px=32)
    judge.fill("#words", "aa\nabcdefghijklmno")
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    look("confirming", words_px=35)
    judged(judge)
    look("unacceptable", words_px=38)
    clear(judge)
    assert verdict(judge, "cat") == "ACCEPTABLE"
    look("acceptable", words_px=38)
    clear(judge)
    judge.get_by_role("link", name="Director").click()
    at(judge, "leaving")
    look("leaving", words_px=20)


@pytest.mark.parametrize(
    ("width", "height", "unseen"), [(1440, 900, 0), (1366, 660, 2), (1024, 600, 4)]
)
def test_no_step_has_to_be_scrolled(judge: Page, width: int, height: int, unseen: int) -> None:
    judge.set_viewport_size({"width": width, "height": height})
    give(ChangeJudge(station="hall-1", rack=8, lexicon=casual_list().code, second_opinion="SHORT"))
    judge.reload()
    judge.fill("#words", "AX CAT CATS DOG OX QUIZ TA ZA ZEBRA".replace(" ", "\n"))
    assert judge.evaluate("words.scrollHeight - words.clientHeight") <= unseen * 37
    for step, go_on in (("typing", "Tab"), ("confirming", ""), ("verdict", "")):
        at(judge, step)
        assert judge.evaluate("document.documentElement.scrollHeight") <= height, step
        judge.keyboard.press("Tab") if go_on else judged(judge)


def size(page: Page, which: str) -> list[float]:
    """Returns the sizes of the type that can be read, in pixels."""
    found: list[float] = page.locator(which).evaluate_all(
        """all => all.filter(one => one.innerText?.trim() || one.matches("textarea"))
            .map(one => parseFloat(getComputedStyle(one).fontSize))"""
    )
    return found


def test_making_a_device_a_judge_is_open_to_all(site: Page, live_server: Any) -> None:
    station()
    station("hall-2", name="Hall 2", lexicon=casual_list().code)
    visit(site, f"{live_server.url}/judge/")
    found = Axe().run(site)
    assert found.violations_count == 0, found.generate_report()
    site.set_viewport_size({"width": 360, "height": 800})
    assert site.evaluate("document.documentElement.scrollWidth") <= 360
