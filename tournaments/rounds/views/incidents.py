"""Guided steps: what to do when somebody does not come, leaves, or comes back.

Each is a short page: who, then what can be done with what follows from it. What is done is done by
the pages of the commands, which ask back where they have to.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import View, reads
from desk.access import number_in
from tournaments.entries.queries.door import is_meant
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import EventContext, desk_link, round_ahead
from tournaments.kernel.desk.pages import Offer
from tournaments.kernel.queries.play import RoundState
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Tournament
from tournaments.rounds.desk_pages import PAGES
from tournaments.rounds.pages import called, newcomer, seated
from tournaments.rounds.queries.incidents import (
    Remedy,
    Scene,
    not_playing,
    playing,
    seated_without_result,
    ways_back,
    ways_of_a_no_show,
    ways_out,
)
from tournaments.rounds.views.incident_forms import LEFT, way_form
from tournaments.rounds.views.pairing import place_link

_REARRANGING = (
    "swap-seats",
    "pair-waiting",
    "take-apart",
    "record-sit-out",
    "unpublish-round",
)
REARRANGING = tuple(page for page in PAGES if page.path in _REARRANGING)


@dataclass(frozen=True, slots=True)
class GuidedStep:
    """A guided step: whom it can be about, and the ways out for one of them.

    One that takes newcomers is about any division, and enters whoever is not entered yet.
    """

    path: str
    title: str
    question: str
    who: Callable[[Scene], list[int]]
    ways: Callable[[Scene, int], list[Remedy]]
    takes_newcomers: bool = False

    @property
    def url_name(self) -> str:
        """The name of the step's address."""
        return f"desk-{self.path}"


STEPS = (
    GuidedStep(
        "no-show",
        phrase("Somebody did not come"),
        phrase("Who did not come?"),
        seated_without_result,
        ways_of_a_no_show,
    ),
    GuidedStep("departure", phrase("Somebody leaves"), phrase("Who leaves?"), playing, ways_out),
    GuidedStep(
        "arrival",
        phrase("Somebody came late, or comes back"),
        phrase("Who came?"),
        not_playing,
        ways_back,
        takes_newcomers=True,
    ),
)


def step_view(step: GuidedStep) -> View:
    """Returns the view of a guided step."""

    @reads
    @in_event(Permission.DIRECT)
    def view(request: HttpRequest, event: Tournament) -> HttpResponseBase:
        return _show(request, event, step)

    return view


def _show(request: HttpRequest, event: Tournament, step: GuidedStep) -> HttpResponseBase:
    where = _place_of_address(request, event)
    scene = Scene(where.the_division, where.the_round, load_sheet(where.the_division, drafts=True))
    context: dict[str, Any] = {"event": event, "step": step, "where": where, "tab": "round"}
    context["back"] = place_link("round", where)
    if where.entry is None:
        choices = _choices(step, where, scene, request.GET.get("q", "").strip()[:60])
        if choices["query"] and len(choices["choices"]) == 1:
            # Nobody else can be meant: Enter after a name or a number is enough.
            return redirect(choices["choices"][0][1])
        context |= choices
        if step.takes_newcomers:
            context |= _newcomer(step, where, scene)
    else:
        context |= _ways(step, where, scene, is_left=LEFT in request.GET)
    return render(request, "tournaments/rounds/repair.html", context)


def _ways(step: GuidedStep, where: EventContext, scene: Scene, *, is_left: bool) -> dict[str, Any]:
    """Returns the values for the remedies of an entry; whoever was left alone has no fault."""
    number = where.the_entry.number
    ways = step.ways(scene, number)
    if is_left := is_left and scene.waits(number):
        ways = sorted(ways, key=lambda way: way.outcome == "absent")
    return {
        "heading": phrase("{called} has no opponent now", called=called(scene, number))
        if is_left
        else step.title,
        "ways": [way_form(where, scene, way) for way in ways],
        "numbering": where.numbering,
        "about": seated(scene, number),
    }


def _place_of_address(request: HttpRequest, event: Tournament) -> EventContext:
    """Returns the round, and the entry where one was chosen; Http404 for what does not exist."""
    division = division_of_address(request, event)
    if division is None:
        raise Http404(phrase("There is no division."))
    round_text, entry = request.GET.get("round"), None
    number = round_ahead(division) if round_text is None else number_in(round_text)
    if not 1 <= number <= division.planned_rounds:
        raise Http404(phrase("There is no such round."))
    if "entry" in request.GET:
        entry = get_object_or_404(division.entries, number=number_in(request.GET["entry"]))
    return EventContext("", event=event, division=division, round=number, entry=entry)


def _newcomer(step: GuidedStep, where: EventContext, scene: Scene) -> dict[str, Any]:
    """Returns the divisions to choose from, and the way to enter somebody new."""
    event, here = where.the_event, where.the_division.name
    names = event.divisions.order_by("position", "name").values_list("name", flat=True)
    return {
        "divisions": [
            (name, desk_link(step.path, event.slug, division=name), name == here) for name in names
        ],
        "newcomer": "" if event.closed else newcomer(scene),
        "published": scene.published,
        "token": uuid.uuid4().hex,
    }


def _choices(step: GuidedStep, where: EventContext, scene: Scene, query: str) -> dict[str, Any]:
    choices = [
        (seated(scene, one), place_link(step.path, where, entry=one))
        for one in step.who(scene)
        if is_meant(query, one, scene.sheet.entries[one].entered_name)
    ]
    return {"query": query, "choices": choices}


def steps(where: EventContext) -> tuple[Offer, ...]:
    """Returns the guided steps that a round has, as links."""
    if where.state == RoundState.CLOSED:
        return ()
    offers = [Offer(step.title, place_link(step.path, where)) for step in STEPS]
    if where.state in (RoundState.PLANNED, RoundState.DRAFT):
        offers = offers[2:]
    else:
        played = place_link("record-played", where)
        offers.append(Offer(phrase("Record a game against the wrong opponent"), played))
    slug, name = where.the_event.slug, where.the_division.name
    moving = desk_link("move-entry", slug, division=name)
    rounds = desk_link("change-rounds", slug, division=name)
    offers.append(Offer(phrase("Somebody belongs in another division"), moving))
    offers.append(Offer(phrase("There will be fewer or more rounds"), rounds))
    return tuple(offers)
