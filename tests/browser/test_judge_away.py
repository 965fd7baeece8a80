"""The judge in a real browser when its server cannot judge, is gone, or somebody else answers."""

from __future__ import annotations

import signal
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.apps.lexicon.stations import KnownPlaces, spring, station
from tests.browser.judging import at, become_judge, clear, judged, rulings
from tests.processes import running, wait_until, web_answers

__all__ = ["spring"]

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = "Try again: this judge cannot reach its server."


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
