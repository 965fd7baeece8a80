"""Every page that has an address, opened once: its console is silent, and its text fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.urls import resolve
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.web.languages import is_of_readers
from tests.apps.tournaments.challenges.judge_events import PIN
from tests.apps.tournaments.desk_events import SLUG, account, new_event
from tests.browser.conftest import SignIn
from tests.browser.contrast import faint
from tests.browser.cut_off import cut_off
from tests.browser.looks import width_of
from tests.browser.one_of_everything import Made, named_routes, one_of_everything
from tests.pseudo_locale import pseudo_spoken
from tournaments.printing.pages.documents import DOCUMENTS

pytestmark = pytest.mark.django_db(transaction=True)

FORM_ONLY = "takes forms, and is never opened"
FILE = "a file to be kept"
PICTURE = "a picture, shown beside a link"
NO_PAGE = {
    "follow": "for machines that follow this one",
    "api": "for programs",
    "api-docs": "Swagger UI, with words and looks of its own",
    "api-file": "a file of Swagger UI or Redoc",
    "api-openapi": "for programs",
    "api-redoc": "Redoc, with words and looks of its own",
    "api-root": "for programs",
    "tourney-js": "for programs",
    "event-feed": "for programs",
    "events-calendar": FILE,
    "division-table": FILE,
    "event-picture": PICTURE,
    "division-picture": PICTURE,
    "player-picture": PICTURE,
    "profile-picture": PICTURE,
    "heads-picture": PICTURE,
    "game-picture": PICTURE,
    "club-picture": PICTURE,
    "rating-list-picture": PICTURE,
    "records-picture": PICTURE,
    "portrait": "a picture on another page",
    "sitemap": "for programs",
    "robots": "for programs",
    "manifest": "for programs",
    "overlay-as": "for programs",
    "slot-as": "for programs",
    "overlay-of-as": "for programs",
    "wallchart-all": "of large divisions; the wall chart is the same page",
    "screen-code": "a picture on another page",
    "healthz": "for proxies",
    "readyz": "for proxies",
    "choose-language": "keeps a choice and leads back to the page before",
    "script-words": "a script with the texts of the others in a language",
    "logout": FORM_ONLY,
    "sign-out-everywhere": FORM_ONLY,
    "desk-give-role": FORM_ONLY,
    "desk-invite": FORM_ONLY,
    "desk-take-role-back": FORM_ONLY,
    "desk-withdraw-invitation": FORM_ONLY,
    "join-by-link": "keeps what was brought and leads on",
    "take-up": "leads on for who has brought no invitation",
    "desk-stop-job": FORM_ONLY,
    "desk-accept-pairing": FORM_ONLY,
    "desk-forecast": FORM_ONLY,
    "desk-print": FORM_ONLY,
    "desk-rate": FORM_ONLY,
    "desk-night-arrive": FORM_ONLY,
    "desk-night-leave": FORM_ONLY,
    "desk-night-come-back": FORM_ONLY,
    "desk-night-play": FORM_ONLY,
    "desk-night-remove": FORM_ONLY,
    "desk-night-result": FORM_ONLY,
    "desk-night-correct": FORM_ONLY,
    "desk-night-score-three": FORM_ONLY,
    "desk-night-correct-three": FORM_ONLY,
    "desk-night-remove-three": FORM_ONLY,
    "desk-night-dues": FORM_ONLY,
    "desk-night-undo": FORM_ONLY,
    "desk-here": "what an open page says of itself every few seconds",
    "games-count": FORM_ONLY,
    "phone-claim": FORM_ONLY,
    "phone-confirm": FORM_ONLY,
    "phone-object": FORM_ONLY,
    "phone-photo": FORM_ONLY,
    "phone-photo-take-back": FORM_ONLY,
    "phone-portrait-hide": FORM_ONLY,
    "tablet-first": FORM_ONLY,
    "tablet-too": FORM_ONLY,
    "go": "leads to the only event that is under way",
    "division": "leads to the standings",
    "judge-rule": "leads to the judge unless a play is sent",
    "judge-leave": "is only for a device that is a judge, which the second test makes one",
    "desk-backup-file": FILE,
    "desk-proposal-csv": FILE,
    "desk-judge-csv": FILE,
    "desk-judges-csv": FILE,
    "desk-rulings-csv": FILE,
    "desk-film": FILE,
    "desk-tsh": FILE,
    "desk-recorded-game-original": FILE,
    "desk-game-original": FILE,
    "desk-slip-photo": FILE,
    "rating-list-csv": FILE,
    "game-gcg": FILE,
    "desk-club-give-role": FORM_ONLY,
    "desk-club-invite": FORM_ONLY,
    "desk-club-take-role-back": FORM_ONLY,
    "desk-club-withdraw-invitation": FORM_ONLY,
    "desk-club-ledger-file": FILE,
    "desk-club-members-file": FILE,
    "desk-club-members-workbook": FILE,
    "season-csv": FILE,
    "records-csv": FILE,
    "records-clean-csv": FILE,
    "games-csv": FILE,
    "player-records": "is there for whoever the kept book knows, and has a test of its own",
    "club-calendar": FILE,
    "event-calendar": FILE,
    "timetable-csv": FILE,
}
# In states that the usual address of the page does not show.
BESIDES = (
    f"/desk/{SLUG}/players/?division=B",
    f"/desk/{SLUG}/round/?division=A&round=2",
    f"/desk/{SLUG}/enter/?division=A&round=1&show=help",
    f"/desk/{SLUG}/enter/?division=A&round=1&show=missing",
    "/desk/this_installation/support/tournaments/entry/?q=a",
    *(f"/desk/{SLUG}/paper/{document.key}/?division=A&round=1" for document in DOCUMENTS),
)
PRESSED_MOST = (
    f"/desk/{SLUG}/players/?division=B",
    f"/desk/{SLUG}/pair-round/?division=B&round=1",
    f"/desk/{SLUG}/enter/?division=A&round=1",
)
WIDTHS = (1440, 360)
A4 = 794
"""The width of a sheet of paper, in the pixels that browsers make of 21 cm."""
# Lines stand in for columns on a phone; the wall chart alone is wider than one.
_SIDEWAYS = """[...document.querySelectorAll("main .scroll")]
    .filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.innerText.slice(0, 40))"""
_LINKS = "[...document.querySelectorAll('a[href]')].map(e => e.getAttribute('href'))"


@pytest.fixture
def in_pseudo(settings: Any) -> Iterator[None]:
    """All pages in a language that is a third longer than English."""
    with pseudo_spoken(settings):
        yield


@pytest.fixture
def made(page: Page, enter_as: SignIn, settings: Any, tmp_path: Path) -> Made:
    """One of everything, and an operator who is signed in."""
    settings.BACKUPS_DIR, settings.UPKEEP_DIR = tmp_path / "backups", tmp_path / "run"
    settings.UPKEEP_DIR.mkdir()
    boss = account("boss", operator=True)
    enter_as(page, boss)
    return one_of_everything(boss)


def _led_into(page: Page) -> set[str]:
    """Return where the page links to a place within another page."""
    links = page.evaluate(_LINKS)
    addresses = {urljoin(page.url, link) for link in links}
    here = urldefrag(page.url).url
    return {to for to in addresses if urlsplit(to).fragment and urldefrag(to).url != here}


def _kind(address: str) -> tuple[str, str]:
    """Return the key of addresses of one kind: the page, and the place within it."""
    parts = urlsplit(address)
    return str(resolve(parts.path).view_name), re.sub("[0-9]+", "", parts.fragment)


def _opened(page: Page, address: str) -> str:
    """Open an address; return what is wrong with it as a page, nothing where it is one."""
    answer = page.goto(address, wait_until="load")
    if answer is None or answer.status != 200:
        return f"{address}: {answer.status if answer else 'nothing'}"
    is_there = urlsplit(page.url).path == urlsplit(address).path
    return "" if is_there else f"{address} leads to {page.url}"


def _answered(page: Page, address: str) -> str:
    """Ask for an address without drawing it; return what is wrong with it, nothing if it is a page.

    Drawing tells no more of the second page with a place of the same name: what runs on one and
    reads the name runs on the other, and each page is drawn by itself.
    """
    answer = page.request.get(address, max_redirects=0)
    return "" if answer.status == 200 else f"{address}: {answer.status}"


def _without_room(page: Page, address: str) -> list[str]:
    """Return the text of a page that does not fit in a window, or on paper where it is for that.

    The window is as wide as for the page before at first: making it another one draws all anew.
    """
    widths = sorted(WIDTHS, key=lambda width: width != width_of(page))
    found = []
    for width in widths:
        found += cut_off(page, width)
        if width == min(WIDTHS) and is_of_readers(address) and "/wallchart/" not in address:
            found += [f"{box} scrolls sideways" for box in page.evaluate(_SIDEWAYS)]
    if "/paper/" in address:
        page.emulate_media(media="print")
        found += cut_off(page, A4)
        page.emulate_media(media="screen")
    return found


def test_every_page_says_nothing_to_the_console_and_has_room_for_longer_words(
    page: Page, in_pseudo: None, made: Made, live_server: LiveServer
) -> None:
    wrong: list[str] = []
    within: dict[tuple[str, str], str] = {}
    addresses = [
        made.address(name, route, tuple(pattern.pattern.converters))
        for name, route, pattern in named_routes()
        if name not in NO_PAGE
    ]
    for address in (*addresses, *BESIDES):
        wrong.append(_opened(page, live_server.url + address))
        wrong += [f"{address}: {text}" for text in _without_room(page, address)]
        within |= {_kind(to): to for to in _led_into(page)}
    drawn = {fragment: to for (_, fragment), to in within.items()}
    wrong += [_opened(page, to) for to in drawn.values()]
    wrong += [_answered(page, to) for to in within.values() if to not in drawn.values()]

    assert "\n".join(filter(None, wrong)) == ""
    assert len(addresses) > 150
    assert within
    assert {*NO_PAGE} <= {name for name, _, _ in named_routes()}


@pytest.mark.parametrize(
    ("where", "typed"),
    [
        (f"/desk/{SLUG}/people/", {"#id_role": "desk", "#id_note": "Wilhelmina Featherstonehaugh"}),
        ("/accounts/tokens/", {"#id_name": "Wilhelmina", "[name=permissions]": ""}),
        ("/accounts/own/second-step/", {"#id_password": "a long password"}),
        ("/desk/this_installation/machines/", {"#id_name": "Featherstonehaugh"}),
    ],
)
def test_what_is_shown_only_once_has_room_for_longer_words(
    page: Page,
    in_pseudo: None,
    enter_as: SignIn,
    live_server: LiveServer,
    where: str,
    typed: dict[str, str],
) -> None:
    new_event(director="boss")
    enter_as(page, account("boss", operator=True))
    page.goto(live_server.url + where)
    for field, value in typed.items():
        found = page.locator(field).first
        if not value:
            found.check()
        elif found.evaluate("e => e.matches('select')"):
            found.select_option(value)
        else:
            found.fill(value)
    with page.expect_navigation():
        page.locator(next(iter(typed))).locator("xpath=ancestor::form").locator(
            "button"
        ).last.click()
    expect(page.locator("main code").first).to_be_visible()
    assert [text for width in WIDTHS for text in cut_off(page, width)] == []


def test_what_is_pressed_most_can_be_read_in_every_state(
    page: Page, made: Made, live_server: LiveServer
) -> None:
    game = f"/games/{made.below['games/']}/"
    found = []
    for address in (*PRESSED_MOST, game, "/judge/", "/judge/leave/"):
        assert _opened(page, live_server.url + address) == ""
        if address == "/judge/":
            page.get_by_label("Door").check()
            page.fill("#pin", PIN)
            page.get_by_role("button", name="Make this device a judge").click()
            page.wait_for_selector("#words")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found += [f"{address} {scheme}: {fault}" for fault in faint(page)]
    assert not found, "\n".join(found)
