"""A real browser: Debian's chromium, in front of a server that runs in the test's process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)
_HERE = Path(__file__).parent

# Playwright keeps an event loop in the test's thread, in which Django would refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and skip them where there is no browser."""
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM.exists():
                item.add_marker(pytest.mark.skip(reason=f"there is no {CHROMIUM} on this machine"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the chromium of the machine; nothing is downloaded."""
    return {**browser_type_launch_args, "executable_path": str(CHROMIUM), "args": list(FLAGS)}


@pytest.fixture(scope="session")
def base_url() -> str:
    """Stand in for the plugin's fixture of this name, which a new pytest warns of."""
    return ""


@pytest.fixture
def site(page: Page, live_server: LiveServer) -> Iterator[Page]:
    """A page that fails the test for what it asks of another host, and for errors of its own."""
    elsewhere: list[str] = []

    def note(request: Any) -> None:
        if not request.url.startswith((live_server.url, "data:", "blob:")):
            elsewhere.append(request.url)

    page.on("request", note)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield page
    assert not elsewhere
    assert not faults
