"""The description of the API in a browser: its scripts run under the policy of these pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import visit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.deep("Two pages of some two hundred operations take a browser ten seconds to draw.")
# Redoc asks for the picture of its maker, which no page of ours may load from elsewhere.
@pytest.mark.may_say(r"cdn\.redoc\.ly")
def test_swagger_and_redoc_show_every_heading(page: Page, live_server: LiveServer) -> None:
    for path, place in (("/api/docs/", "#swagger"), ("/api/redoc/", "#redoc")):
        visit(page, live_server.url + path)
        expect(page.locator(place).get_by_text("standings", exact=True).first).to_be_visible()
