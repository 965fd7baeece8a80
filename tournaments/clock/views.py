"""The page of the clocks at the desk."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads
from tournaments.clock.desk_pages import PAGES
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.clock import clocks_of_event
from tournaments.kernel.wording.clock import ClockShown, clock_shown
from tournaments.models import Tournament
from tournaments.readmodel.addresses import clock_path
from tournaments.timing.now import ClockNow
from tournaments.timing.records import StageKind


class Press(NamedTuple):
    """A button: what it says, what it sends where, and its key, empty for none."""

    words: str
    href: str
    token: str
    values: Sequence[tuple[str, str]]
    key: str
    is_main: bool


class ClockCard(NamedTuple):
    """A division with its clock and its buttons."""

    shown: ClockShown
    presses: list[Press]


@reads
@in_event(Permission.VIEW)
def clock_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the clocks of an event, with a button for what is done most."""
    clocks = clocks_of_event(event, timezone.now())
    context = {
        "event": event,
        "tab": "clock",
        "cards": [
            ClockCard(clock_shown(one), _of_one(event, one, is_alone=len(clocks) == 1))
            for one in clocks
        ],
        "presses": _of_all(event, clocks) if len(clocks) > 1 else [],
        "hall": clock_path(event.slug),
        "pages": [(page.title, desk_link(page.path, event.slug)) for page in PAGES],
    }
    return render(request, "tournaments/clock/desk.html", context)


def _of_one(event: Tournament, clock: ClockNow, *, is_alone: bool) -> list[Press]:
    """Returns the buttons of one division; they have keys where there is no other."""
    name = [("divisions", clock.division)]
    return [_press(event, one, name, with_key=is_alone) for one in _wanted([clock])]


def _of_all(event: Tournament, clocks: Sequence[ClockNow]) -> list[Press]:
    """Returns the buttons for all divisions at once."""
    return [_press(event, one, [], with_key=True) for one in _wanted(clocks)]


class _Wanted(NamedTuple):
    words: str
    path: str
    values: Mapping[str, str]
    key: str
    is_main: bool = False


def _wanted(clocks: Sequence[ClockNow]) -> list[_Wanted]:
    """Returns what can be done with at least one of these clocks, the likeliest first."""
    if all(one.progress.is_over for one in clocks):
        return []
    begun = [one for one in clocks if one.is_timed and one.stage.kind in _BEGUN]
    found = []
    if any(one not in begun and _is_published(one) for one in clocks):
        found.append(_Wanted(phrase("Start the round"), "start-clock", {}, "s", is_main=True))
    if len(begun) < len(clocks):
        five = {"minutes": "5"}
        found.append(_Wanted(phrase("Starts in 5 minutes"), "announce-start", five, "i"))
    if any(one.is_timed for one in clocks):
        found += _ONCE_TIMED
    if any(one.stage.kind == StageKind.PAUSED for one in begun):
        found.append(_Wanted(phrase("Go on"), "continue-clock", {}, "g", is_main=True))
    elif begun:
        found.append(_Wanted(phrase("Pause"), "pause-clock", {}, "p"))
    if any(one.state is not None and one.state.break_kind for one in clocks):
        return [*found, _Wanted(phrase("End the break"), "end-break", {}, "e")]
    lunch = {"kind": "lunch", "minutes": "60"}
    return [*found, _Wanted(phrase("Lunch for 60 minutes"), "call-break", lunch, "l")]


_BEGUN = (StageKind.LEFT, StageKind.OVER, StageKind.PAUSED)
_ONCE_TIMED = (
    _Wanted(phrase("1 minute more"), "add-time", {"minutes": "1"}, "o"),
    _Wanted(phrase("5 minutes more"), "add-time", {"minutes": "5"}, "f"),
)


def _is_published(clock: ClockNow) -> bool:
    progress = clock.progress
    return bool(progress.published) and not progress.complete


def _press(
    event: Tournament, one: _Wanted, values: list[tuple[str, str]], *, with_key: bool
) -> Press:
    return Press(
        one.words,
        desk_link(one.path, event.slug),
        uuid.uuid4().hex,
        [*values, *one.values.items()],
        one.key if with_key else "",
        one.is_main,
    )
