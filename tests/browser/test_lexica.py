"""A lexicon comes in by keyboard alone, and without scripts; its pages fit, axe finds nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from core import jobs
from core.models import Job
from lexicon.models import Lexicon
from tests.apps.lexicon.desk.lexica_pages import TEXT, of
from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import SignIn, go, visit
from tests.browser.looks import NARROW_AND_LIGHT, WIDE_AND_LIGHT, look_at
from tests.builders.lexica import imported_list

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "LEXICA_DIR", tmp_path / "lexica")
    monkeypatch.setattr(settings, "UPLOADS_DIR", tmp_path / "uploads")
    path = tmp_path / "NWL2023.txt"
    path.write_bytes(TEXT)
    return path


def read_by_a_worker() -> None:
    """Have the list read that was sent, as a worker does."""
    assert jobs.run(Job.objects.latest("pk").pk)


def test_a_lexicon_comes_in_by_keyboard_alone(
    page: Page, enter_as: SignIn, live_server: Any, file: Path
) -> None:
    enter_as(page, account("dora", operator=True))
    visit(page, live_server.url + reverse("desk"))
    go(page, "Lexica")
    go(page, "Import a lexicon")
    expect(page.locator("[type=file]:focus")).to_have_count(1)
    page.set_input_files("[type=file]", file)
    go(page, "Read the file")
    expect(page.locator("progress")).to_have_count(1)
    read_by_a_worker()
    visit(page, page.url)
    expect(page.locator("[name=lexicon]:focus")).to_have_value("NWL2023")
    go(page, "Install the lexicon")
    go(page, "Install it anyway")
    expect(page.locator("h1")).to_have_text("NWL2023")
    expect(page.locator(".message").last).to_contain_text("This is not NWL2023")
    assert Lexicon.objects.get().words == 3
    go(page, "Put it away")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Lexicon NWL2023 put away.")).to_have_count(1)


def test_without_scripts_a_lexicon_comes_in(
    plain: Page, enter_as: SignIn, live_server: Any, file: Path
) -> None:
    enter_as(plain, account("dora", operator=True))
    plain.goto(live_server.url + reverse("desk-import-lexicon"))
    plain.set_input_files("[type=file]", file)
    plain.get_by_role("button", name="Read the file").click()
    read_by_a_worker()
    plain.get_by_role("button", name="Install the lexicon").click()
    plain.get_by_role("button", name="Install it anyway").click()
    expect(plain.locator("h1")).to_have_text("NWL2023")


def test_the_pages_of_the_lexica_fit_and_axe_finds_nothing(
    page: Page, enter_as: SignIn, live_server: Any, file: Path
) -> None:
    imported_list("ZED24", ["zax", "zebu"], edition="NWL2023")
    enter_as(page, account("dora", operator=True))
    names = ("lexicon", "change-lexicon", "put-away-lexicon", "say-in-force")
    pages = [reverse("desk-lexica"), reverse("desk-import-lexicon"), of("lexicon", "SCOWL80")]
    visit(page, live_server.url + reverse("desk-import-lexicon"))
    page.set_input_files("[type=file]", file)
    page.get_by_role("button", name="Read the file").click()
    expect(page.locator("progress")).to_have_count(1)
    read_by_a_worker()
    sent = page.url.removeprefix(live_server.url)
    for where in (*pages, sent, *map(of, names)):
        visit(page, live_server.url + where)
        look_at(page, (WIDE_AND_LIGHT, NARROW_AND_LIGHT))
