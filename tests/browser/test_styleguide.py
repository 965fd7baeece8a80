"""The style guide in a browser: open to all, within its window, and the keys it tells of."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.contrast import faint
from tests.browser.looks import (
    NARROW_AND_DARK,
    WIDE_AND_DARK,
    WIDE_AND_LIGHT,
    Look,
    look_at,
    show_as,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_style_guide_is_open_to_all_and_fits_its_window(
    site: Page, live_server: LiveServer
) -> None:
    site.goto(f"{live_server.url}/styleguide/")
    look_at(site, (WIDE_AND_LIGHT, NARROW_AND_DARK, Look(320, "light")))


def test_every_button_can_be_read_in_every_state_on_every_ground(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/styleguide/")
    assert page.locator("#buttons ~ * button, #buttons ~ * .button").count() > 100
    for look in (WIDE_AND_LIGHT, WIDE_AND_DARK):
        show_as(page, look)
        found = faint(page)
        assert not found, "\n".join([str(look), *found])


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
