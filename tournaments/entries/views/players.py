"""The players at the desk: who is entered, who is here, and what each can do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import writes
from desk.giving import give
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.forms.check_in import CheckInForm
from tournaments.entries.queries.door import DoorLine, DoorState, counted, door_lines, is_meant
from tournaments.entries.queries.linking import unlinked
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.queries.play import (
    RoundState,
    last_published,
    last_round,
    latest_state,
    waiting,
)
from tournaments.models import Division, Tournament

FIND, QUICK = "find", "quick"


@writes(CheckIn)
@in_event(Permission.VIEW, writing=Permission.CHECK_IN)
def players_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Lists the entries of a division with the state of each, and ticks who is here."""
    division = division_of_address(request, event)
    if division is None:
        return render(
            request, "tournaments/entries/players.html", {"event": event, "tab": "players"}
        )
    where = EventContext(request.user.get_username(), event=event, division=division)
    form = CheckInForm(where=where)
    if request.method == "POST":
        form = CheckInForm(request.POST, where=where)
        if give(request, form) is not None:
            return redirect(players_link(division, **_next(request, form)))
    unanswered = form.is_bound and (form.errors or form.consequence)
    context = _context(request, division) | {"form": form}
    return render(
        request, "tournaments/entries/players.html", context, status=422 if unanswered else 200
    )


def players_link(division: Division, **values: Any) -> str:
    """Returns the address of the players of a division."""
    slug = division.tournament.slug
    return desk_link("players", slug, division=division.name, **values)


def _next(request: HttpRequest, form: CheckInForm) -> dict[str, Any]:
    """Returns where the list goes on: at the search when something was searched, else below."""
    if request.GET.get("q"):
        return {"focus": FIND}
    ticked = [number for numbers in form.payload().values() for number in numbers]
    return {"ticked": ticked[0]} if len(ticked) == 1 else {}


def _context(request: HttpRequest, division: Division) -> dict[str, Any]:
    event, published = division.tournament, last_published(division)
    lines = door_lines(division, published)
    query = request.GET.get("q", "").strip()[:60]
    shown = [line for line in lines if is_meant(query, line.number, line.name)]
    names = event.divisions.order_by("position", "name").values_list("name", flat=True)
    return {
        "event": event,
        "division": division,
        "tab": "players",
        "divisions": [
            (name, desk_link("players", event.slug, division=name), name == division.name)
            for name in names
        ],
        "lines": shown,
        "all": len(lines),
        **_left(lines),
        "counts": counted(lines),
        "published": published,
        **_what_next(division, published, lines),
        "query": query,
        "unlinked": [] if event.closed else unlinked(event, division),
        "focus": _focus(request, shown, query, bool(lines)),
    }


def _left(lines: Sequence[DoorLine]) -> dict[str, Any]:
    """Returns the entries not ticked yet, and their keys as a form carries them."""
    left = [line for line in lines if line.state == DoorState.NOT_TICKED]
    return {"left": left, "left_keys": ",".join(str(line.key) for line in left)}


def _focus(
    request: HttpRequest, shown: Sequence[DoorLine], query: str, has_entries: bool
) -> int | str:
    """Returns the field with the cursor: an entry's number, the search, or the line to add by."""
    focus = request.GET.get("focus", "")
    if not has_entries or focus == QUICK:
        return QUICK
    if query and shown:
        return shown[0].number
    ticked = request.GET.get("ticked", "")
    left = [line.number for line in shown if line.state == DoorState.NOT_TICKED]
    if not ticked.isdecimal() or not left:
        return FIND
    below = [number for number in left if number > int(ticked[:8])]
    return (below or left)[0]


def _what_next(division: Division, published: int, lines: Sequence[DoorLine]) -> dict[str, Any]:
    left = [line for line in lines if line.state == DoorState.NOT_TICKED]
    return {
        "next_step": _next_step(division, published, left),
        "ready": _ready(division, published, lines),
    }


def _next_step(division: Division, published: int, left: Sequence[DoorLine]) -> str:
    """Returns in words what happens next; empty where the counts or the pairing say it."""
    if division.tournament.closed:
        return phrase("The event is closed.")
    if published:
        return _who_comes_now(division, published)
    if left:
        many = len(left)
        return phrase("Check everybody in before you pair round 1: {many} to go.", many=many)
    draft = last_round(division)
    if draft is None:
        return ""
    without = waiting(division, draft)
    if without:
        numbers = ", ".join(f"#{number}" for number in without)
        return phrase(
            "The draft of round 1 has no seat for {numbers}: pair it again.", numbers=numbers
        )
    return phrase("Round 1 is set up and can be published.")


def _who_comes_now(division: Division, published: int) -> str:
    is_open = latest_state(division) == RoundState.PUBLISHED
    if published == division.planned_rounds:
        if is_open:
            return phrase(
                "Round {round} is the last one: a late player can still join it if somebody waits "
                "there or has a bye.",
                round=published,
            )
        return phrase("Round {round} is the last one.", round=published)
    if is_open:
        return phrase(
            "Round {round} is published. Late players play from round {next_round} on, or still "
            "in round {round} if somebody waits there or has a bye; missed rounds count as the "
            "rule set says.",
            round=published,
            next_round=published + 1,
        )
    return phrase(
        "Round {round} is published. Late players play from round {next_round} on; missed rounds "
        "count as the rule set says.",
        round=published,
        next_round=published + 1,
    )


def _ready(division: Division, published: int, lines: Sequence[DoorLine]) -> dict[str, str]:
    """Returns that everybody is ticked, and where round 1 is paired; empty where it is not so."""
    states = [line.state for line in lines]
    is_open = not division.tournament.closed and not published and last_round(division) is None
    if not is_open or not lines or DoorState.NOT_TICKED in states:
        return {}
    here, absent = states.count(DoorState.HERE), states.count(DoorState.NOT_HERE)
    said = (
        phrase("All ticked: {here} here, {absent} not.", here=here, absent=absent)
        if absent
        else phrase("All ticked: {here} here.", here=here)
    )
    href = desk_link("round", division.tournament.slug, division=division.name, round=1)
    return {"text": said, "href": href}
