"""The desk of pairings: plan, round, reasons, conditions, who can win; for eyes, keys and paper."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from core import jobs
from core.journal.undo import says
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    enter,
    entries_of,
    give,
    new_event,
    publish,
)
from tests.browser.conftest import SignIn, go, here, press_here, settle, tab_to, visit
from tests.browser.looks import EVERY_LOOK, look_at, open_folds
from tournaments.contention.jobs import ask_to_forecast
from tournaments.models import Tournament
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.commands.planning import PlannedRounds, PlanPairing

pytestmark = pytest.mark.django_db(transaction=True)

A: dict[str, Any] = {"event": SLUG, "division": "A"}
A4_INSIDE = 703
"""The pixels across a sheet of A4 within margins of 12 mm."""


@pytest.fixture
def dora() -> User:
    """Dora, who directs an event of four: round 1 of three is played."""
    dora = account("dora")
    new_event()
    give(ChangePairingRules(**A, places=2, contention_is_public=True))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 420, 350)
    return dora


def desk(live_server: Any, name: str, more: str = "") -> str:
    return f"{live_server.url}{reverse(f'desk-{name}', args=(SLUG,))}?division=A{more}"


def text(page: Page) -> str:
    return " ".join(page.inner_text("main").split())


def last_said() -> str:
    return says(entries_of()[-1])


def _plan_and_pair(page: Page, live_server: Any) -> None:
    """Begin with a ready plan, save it, pair the next round by it, and ask why it came out so."""
    visit(page, desk(live_server, "plan"))
    if not page.locator(".plan-begin[open]").count():
        tab_to(page, "Begin with a ready plan")
        page.keyboard.press("Enter")
    go(page, "One-day club event")
    assert "Nothing is saved yet" in text(page)
    go(page, "Save the plan")
    expect(page.locator("table.plan")).to_contain_text("next")
    assert entries_of()[-1].command == "division.pairing_planned"
    visit(page, desk(live_server, "round", "&round=2"))
    assert "Pair round 2: 4 players on 2 boards" in here(page)
    press_here(page, "Enter")
    assert "as planned" in last_said()
    go(page, "Why this round was paired this way")
    assert "Board by board" in text(page)
    assert "Next best instead" in page.inner_text("main")


def _set_and_lift(page: Page, live_server: Any) -> None:
    """Keep two apart, and lift that."""
    visit(page, desk(live_server, "conditions"))
    tab_to(page, "Keep two players apart")
    page.keyboard.press("Enter")
    tab_to(page, "one")
    page.keyboard.type("1")
    tab_to(page, "two")
    page.keyboard.type("4")
    go(page, "Keep two players apart")
    assert last_said().endswith("no. 1 Ada and no. 4 Dov never meet")
    assert "No. 1 Ada and no. 4 Dov never meet." in text(page)
    go(page, "Lift")
    assert entries_of()[-1].command == "condition.lifted"
    assert "No condition yet" in text(page)


def _see_who_can_win(page: Page, live_server: Any) -> None:
    visit(page, desk(live_server, "contention"))
    go(page, "Work out the chances now")
    assert "Ada" in page.inner_text("table.contention")


def test_pairings_are_planned_made_and_explained_by_keys(
    page: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(page, dora)
    _plan_and_pair(page, live_server)
    _set_and_lift(page, live_server)
    _see_who_can_win(page, live_server)


def test_the_same_is_done_without_scripts(
    plain: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(plain, dora)
    _plan_and_pair(plain, live_server)
    _set_and_lift(plain, live_server)
    _see_who_can_win(plain, live_server)


def test_the_numbers_of_the_chosen_method_are_asked_for(
    page: Page, plain: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(page, dora)
    visit(page, desk(live_server, "round", "&round=2"))
    groups = page.locator(".numbers-of:visible legend")
    expect(page.locator(".method-numbers")).to_be_hidden()
    page.select_option("#again select[name=method]", label=_label(page, "Factor"))
    expect(groups).to_have_text(["Factor"])
    page.fill("#again input[name=option_factor_factor]", "2")
    page.click("#again button")
    settle(page)
    assert "Paired by Factor" in text(page)
    enter_as(plain, dora)
    visit(plain, desk(live_server, "round", "&round=2"))
    plain.click(".method-numbers summary")
    assert plain.locator(".numbers-of:visible").count() > 5


def _label(page: Page, start: str) -> str:
    """Return the whole name of the first method that begins so."""
    names = page.locator("#again select[name=method] option").all_inner_texts()
    return next(name for name in names if name.startswith(start))


def _everything() -> None:
    """Give the division a plan, a condition, a forecast, and a draft of round 2."""
    rows = (
        PlannedRounds(first=2, last=2, method="swiss"),
        PlannedRounds(first=3, last=3, method="koth", lag=1),
    )
    give(PlanPairing(**A, rows=rows))
    give(SetCondition(**A, kind="apart", one=1, two=4, note="family"))
    give(PairRound(**A, round=2, confirmed=True))
    jobs.run(ask_to_forecast(Tournament.objects.get(), ["A"]).pk)


PAGES = {
    "plan": ("plan", ""),
    "a plan begun": ("plan", "&begin=national"),
    "conditions": ("conditions", ""),
    "pairing rules": ("pairing-rules", ""),
    "planned": ("round", "&round=3"),
    "draft": ("round", "&round=2"),
    "why": ("why", "&round=2"),
    "contention": ("contention", ""),
}


def _addresses(live_server: Any) -> dict[str, str]:
    found = {name: desk(live_server, *where) for name, where in PAGES.items()}
    return found | {"public": live_server.url + reverse("contention", args=(SLUG, "A"))}


def test_the_pages_are_open_to_all_and_stay_within_the_window(
    page: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    _everything()
    enter_as(page, dora)
    for name, address in _addresses(live_server).items():
        visit(page, address)
        open_folds(page)
        expect(page.locator("h1")).to_have_count(1)
        look_at(page, EVERY_LOOK, name)


def test_the_pages_fit_on_paper(page: Page, live_server: Any, dora: User, enter_as: SignIn) -> None:
    _everything()
    enter_as(page, dora)
    page.set_viewport_size({"width": A4_INSIDE, "height": 1000})
    for name, address in _addresses(live_server).items():
        page.emulate_media(media="screen")
        visit(page, address)
        page.emulate_media(media="print")
        assert page.evaluate("document.documentElement.scrollWidth") <= A4_INSIDE, name
