"""The screen in the hall can be read from afar, however long what it says is."""

from __future__ import annotations

from datetime import date

from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.builders.events import a_division, give
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.event.commands.event import CreateEvent
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound
from tournaments.timetable.commands import SetTimetable
from tournaments.timetabling.typed import read_typed

LONG = "Wilhelmina Featherstonehaugh-Cholmondeley van der Berg"
TIMES = f"2026-11-28\n09:00 Check-in @ The foyer of {LONG}\n10:00 B: Rounds 1-2"
# What is beside them would else leave a name so narrow that it runs down the screen.
NARROW = """[...document.querySelectorAll(".slide-rows th")]
    .filter(e => e.clientWidth < 200 || e.clientHeight > 200).map(e => e.textContent)"""


def test_a_long_name_or_place_leaves_what_is_beside_it_its_room(
    page: Page, live_server: LiveServer
) -> None:
    give(CreateEvent(event="spring", name="Spring"))
    for name in "AB":
        a_division("spring", name, players=4, planned=3)
    for entry in (1, 2):
        named = f"{LONG} {entry}"
        give(ChangeEntry(event="spring", division="A", entry=entry, name=named))
    boards = (HandPairing(one=1, two=2), HandPairing(one=3, two=4))
    give(SetUpRound(event="spring", division="A", round=1, boards=boards))
    give(PublishRound(event="spring", division="A", round=1))
    lines = read_typed(TIMES, "AB", date(2026, 11, 28)).lines
    give(SetTimetable(event="spring", lines=lines))

    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}/events/spring/screen/")
    kinds = page.evaluate("[...document.querySelectorAll('.slide')].map(e => e.dataset.kind)")
    assert {"pairings", "timetable"} <= set(kinds)
    page.evaluate("document.querySelector('.turning')?.classList.remove('turning')")
    assert page.evaluate(NARROW) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1920
