"""Thirteen players come through the door by keyboard alone, and its pages are looked at by axe."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from core.journal.undo import says
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import SLUG, account, entries_of, give
from tests.browser.conftest import SignIn, press_on, visit
from tests.browser.looks import (
    NARROW_AND_LIGHT,
    WIDE_AND_DARK,
    WIDE_AND_LIGHT,
    look_at,
    open_folds,
    show_as,
)
from tests.builders.events import person
from tournaments.entries.commands.check_in import CheckIn
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.models import Division
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = [person(number) for number in range(13)]
BAD = "Nan North, 1500\nPia Pond, 15oo\nQuin Quill, 1300, 24\nRex Roe, 1200, 24\nOtto Orr, 900, 99"


@pytest.fixture
def door(page: Page, live_server: Any, enter_as: SignIn) -> Page:
    """The players of an empty division, with the director signed in."""
    give(CreateEvent(event=SLUG, name="Spring", director="dora"))
    give(CreateDivision(event=SLUG, name="A", planned_rounds=7))
    give(AddPlayer(key="nan", given_name="Nan", family_name="North"))
    give(AddPlayer(key="otto", given_name="Otto", family_name="Orr", association_number="99"))
    enter_as(page, account("dora"))
    visit(page, live_server.url + reverse("desk-players", kwargs={"slug": SLUG}) + "?division=A")
    return page


def division() -> Division:
    return Division.objects.get(tournament__slug=SLUG)


def press(page: Page, *keys: str) -> None:
    """Type words and press the keys named in <>; the last one leads to another page."""
    expect(page.locator("form :focus")).to_have_count(1)
    for key in keys[:-1]:
        page.keyboard.press(key.strip("<>")) if key[0] == "<" else page.keyboard.type(key)
    press_on(page, keys[-1].strip("<>"))


def in_focus(page: Page) -> str:
    said = "document.activeElement.getAttribute('aria-label') || document.activeElement.id"
    return str(page.evaluate(said))


def test_a_club_day_comes_through_the_door_by_keyboard_alone(door: Page) -> None:
    for place, name in enumerate(PEOPLE):
        press(door, f"{name}, {1800 - 30 * place}", "<Enter>")
    assert list(division().entries.values_list("name", flat=True)) == PEOPLE
    assert in_focus(door) == "door-quick"
    # Who is at the door is found by a few letters, and ticked by one more Enter.
    door.keyboard.press("Tab")
    while in_focus(door) != "door-find":
        door.keyboard.press("Tab")
    press(door, PEOPLE[12].split()[0], "<Enter>")
    assert in_focus(door) == f"{PEOPLE[12]} is here"
    press(door, "<Tab>", "<Enter>")
    assert in_focus(door) == "door-find"
    # From there on each tick leads to the next.
    while in_focus(door) != f"{PEOPLE[0]} is here":
        door.keyboard.press("Tab")
    for place in range(12):
        assert in_focus(door) == f"{PEOPLE[place]} is here"
        press(door, "<Enter>")
    assert "12 here" in door.inner_text("main")
    assert "1 not here" in door.inner_text("main")
    assert "All ticked:" in door.inner_text("main")
    assert says(entries_of()[15]) == f"Check-in of division A: #13 {PEOPLE[12]} not here"


def test_a_pasted_roster_is_mended_chosen_and_entered_by_keyboard_alone(door: Page) -> None:
    visit(door, door.url.replace("/players/", "/roster/"))
    expect(door.locator("textarea:focus")).to_have_count(1)
    door.evaluate("text => { document.activeElement.value = text }", BAD)
    press(door, "<Tab>", "<Tab>", "<Enter>")
    assert "2 of 5 lines need you first." in door.inner_text("main")
    assert in_focus(door) == "line-2"
    press(
        door,
        "<Control+A>",
        "Pia Pond, 1500",
        "<Tab>",
        "<Control+A>",
        "Rex",
        "<Enter>",
    )
    assert "Enter 5 players" in door.inner_text("main")
    press(door, "<Enter>")
    held = division().entries.order_by("key").values_list("name", "rating", "members__player")
    assert list(held) == [
        ("Nan North", 1500, "nan"),
        ("Pia Pond", 1500, ""),
        ("Quin Quill", 1300, ""),
        ("Rex", 0, ""),
        ("Otto Orr", 900, "otto"),
    ]
    assert in_focus(door) == "door-quick"


LONG = "Featherstonehaughwolfeschlegelsteinhausenbergerdorffwelche"


def test_a_long_name_breaks_and_pushes_nothing_of_the_preview_away(door: Page) -> None:
    visit(door, door.url.replace("/players/", "/roster/"))
    door.fill("[name=roster]", f"Name,Rating,Division\n{LONG},1200,A\nNan North,1500,B")
    with door.expect_navigation():
        door.get_by_role("button", name="Check the roster").click()
    scroll = door.locator(".scroll:has(table.roster)")
    for look in (WIDE_AND_LIGHT, NARROW_AND_LIGHT):
        show_as(door, look)
        assert scroll.evaluate("box => box.scrollWidth - box.clientWidth") == 0, look


def test_the_pages_of_the_door_are_open_to_all_and_fit_their_window(door: Page) -> None:
    players = door.url

    def look(name: str) -> None:
        open_folds(door)
        look_at(door, (WIDE_AND_DARK, NARROW_AND_LIGHT), name)

    look("nobody entered")
    door.goto(players.replace("/players/", "/roster/"))
    look("roster")
    door.fill("[name=roster]", f"{BAD}\nBartholomew Featherstonehaugh-Cholmondeley, 1000")
    with door.expect_navigation():
        door.get_by_role("button", name="Check the roster").click()
    look("preview")
    for name in PEOPLE[:5]:
        visit(door, players)
        door.fill("#door-quick", name)
        press(door, "<Enter>")
    give(CheckIn(event=SLUG, division="A", here=(1, 2), not_here=(3,)))
    door.goto(players)
    look("check-in")
    assert all(
        box["height"] >= 48
        for box in (button.bounding_box() for button in door.locator(".door-acts > *").all())
        if box is not None
    )
    give(CheckIn(event=SLUG, division="A", here=(4,), not_here=(5,)))
    boards = (HandPairing(one=1, two=2),)
    give(SetUpRound(event=SLUG, division="A", round=1, boards=boards, byes=(4,)))
    give(PublishRound(event=SLUG, division="A", round=1))
    door.goto(players)
    look("after round 1")
