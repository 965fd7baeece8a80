"""The style guide in a browser: open to all, within its window, and the keys it tells of."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.contrast import faint

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (360, "dark"), (1440, "light")])
def test_the_style_guide_is_open_to_all_and_fits_its_window(
    site: Page, live_server: LiveServer, width: int, scheme: Any
) -> None:
    site.set_viewport_size({"width": width, "height": 800})
    site.emulate_media(color_scheme=scheme)
    site.goto(f"{live_server.url}/styleguide/")
    assert site.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(site)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_button_can_be_read_in_every_state_on_every_ground(
    page: Page, live_server: LiveServer, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{live_server.url}/styleguide/")
    assert page.locator("#buttons ~ * button, #buttons ~ * .button").count() > 100
    found = faint(page)
    assert not found, "\n".join(found)


def test_a_caption_keeps_to_its_box_however_wide_the_table(
    site: Page, live_server: LiveServer
) -> None:
    site.set_viewport_size({"width": 360, "height": 800})
    site.goto(f"{live_server.url}/styleguide/")
    box, caption = site.locator(".scroll").bounding_box(), site.locator("caption").bounding_box()
    assert box is not None
    assert caption is not None
    assert caption["width"] <= box["width"]


def test_a_field_with_a_mistake_has_a_border_that_says_so(
    site: Page, live_server: LiveServer
) -> None:
    site.goto(f"{live_server.url}/styleguide/")
    widths = [
        site.locator(field).evaluate("e => getComputedStyle(e).borderTopWidth")
        for field in ("#wrong_name", "#right_name")
    ]
    assert widths == ["2px", "1px"]


def test_htmx_runs_nothing_from_a_page_and_adds_no_style(
    site: Page, live_server: LiveServer
) -> None:
    site.goto(f"{live_server.url}/styleguide/")
    said = site.evaluate("[htmx.config.allowEval, htmx.config.includeIndicatorStyles]")
    assert said == [False, False]
    assert site.locator("style").count() == 0
