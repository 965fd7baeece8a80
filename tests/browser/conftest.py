"""A real browser: the machine's chromium, in front of a server that runs in the test's process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Error, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.console import Console
from tests.browser.tabbing import IS_CALLED, tab_until

# The same engine twice, as Debian packs it: the first has no windows, and costs a third less.
CHROMIUMS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((program for program in CHROMIUMS if program.exists()), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    # Every page of a test's own server: one process draws them all, and none stands by for it.
    "--renderer-process-limit=1",
    "--in-process-gpu",
    # A page lives for a second or two: what its scripts would be compiled to comes too late.
    "--js-flags=--no-opt --no-maglev",
    # Nor is anything drawn for an address bar that nobody sees: two processes a window. What comes
    # first is what Playwright itself leaves out, for the last of two such lists counts alone.
    (
        "--disable-features=AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
        "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,"
        "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
        "TcpPortRandomizationWin,ThirdPartyStoragePartitioning,"
        "SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup"
    ),
)
_HERE = "tests/browser/"
# A busy machine draws a page late, and starts a whole installation later still.
PATIENCE_MS = 30_000
TIMEOUT_S = 300

_UNSETTLED = ".htmx-request, .htmx-swapping, .htmx-added, .htmx-settling"
# A page at rest says so by itself: what Playwright finds elements with has to be put into each page
# first, which takes a quarter of the time of opening it.
_RESTS = """unsettled => !document.querySelector(unsettled)
    && (!document.querySelector("[autofocus]") || document.querySelector(":focus") !== null)"""

SignIn = Callable[[Page, User], None]

expect.set_options(timeout=PATIENCE_MS)

# Playwright keeps an event loop in the test's thread, in which Django would refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and skip them where there is no browser."""
    for item in items:
        if item.nodeid.startswith(_HERE):
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(TIMEOUT_S))
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="there is no chromium on this machine"))


def settle(page: Page) -> None:
    """Wait until the keys pressed on a page go where a person sees them go.

    Its scripts have then run, which are all deferred to just before the page has loaded; what they
    exchanged has found its own; and the focus is on the field that asks for it, where the browser
    moves it only with the first picture that it draws.
    """
    page.wait_for_load_state("load")
    # A page that is just being left cannot be asked; the next one is waited for below.
    with suppress(Error):
        if page.evaluate(_RESTS, _UNSETTLED):
            return
    expect(page.locator(_UNSETTLED)).to_have_count(0)
    if page.locator("[autofocus]").count():
        expect(page.locator(":focus")).to_have_count(1)


def visit(page: Page, address: str) -> None:
    """Open an address, and wait until it takes keys."""
    page.goto(address)
    settle(page)


def press_on(page: Page, key: str) -> None:
    """Press a key that leads to another page, and wait until that one takes keys."""
    with page.expect_navigation():
        page.keyboard.press(key)
    settle(page)


def here(page: Page) -> str:
    """Return the label of the thing in focus, its text, or the value of a box."""
    said = page.evaluate("""() => {
        const at = document.activeElement;
        if (at.matches("input[type=checkbox]")) return `${at.name} ${at.value}`;
        if (at.matches("input, select")) return at.name;
        return at.matches("a, button, summary") ? at.innerText : "";
    }""")
    return " ".join(str(said).split())


def tab_to(page: Page, text: str) -> None:
    """Press Tab until the thing in focus says this, as a person without a mouse has to."""
    tab_until(page, IS_CALLED, text, most=90)


def press_here(page: Page, key: str) -> None:
    """Press a key that leads to another page, once something on this one has the focus."""
    expect(page.locator("main :focus")).to_have_count(1)
    press_on(page, key)


def go(page: Page, text: str) -> None:
    """Follow the link, or press the button, that says this."""
    tab_to(page, text)
    press_here(page, "Enter")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the chromium of the machine; nothing is downloaded."""
    return {**browser_type_launch_args, "executable_path": str(CHROMIUM), "args": list(FLAGS)}


@pytest.fixture(scope="session")
def base_url() -> str:
    """Stand in for the plugin's fixture of this name, which a new pytest warns of."""
    return ""


@pytest.fixture(autouse=True)
def console(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Console]:
    """Fail a test for whatever any of its pages says to the console.

    A test in which something has to be said names it: `@pytest.mark.console("a pattern")`; what
    Chromium says or not, as its own timing has it, is `@pytest.mark.may_say("a pattern")`.
    """
    heard = Console()
    browser.on("context", heard.listen)
    yield heard
    browser.remove_listener("context", heard.listen)
    expected = [p for mark in request.node.iter_markers("console") for p in mark.args]
    allowed = [p for mark in request.node.iter_markers("may_say") for p in mark.args]
    assert not heard.faults(expected, allowed)


@pytest.fixture
def site(page: Page, live_server: LiveServer) -> Iterator[Page]:
    """A page that fails the test for what it asks of another host."""
    elsewhere: list[str] = []

    def note(request: Any) -> None:
        if not request.url.startswith((live_server.url, "data:", "blob:")):
            elsewhere.append(request.url)

    page.on("request", note)
    yield page
    assert not elsewhere


def sign_in_at(page: Page, person: User, address: str) -> None:
    """Sign a person in at a browser, for the server of an address."""
    client = Client()
    client.force_login(person)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])


@pytest.fixture
def enter_as(live_server: Any) -> SignIn:
    """Sign a person in at a browser."""
    return lambda page, person: sign_in_at(page, person, live_server.url)


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A page of a browser that runs no scripts."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()
