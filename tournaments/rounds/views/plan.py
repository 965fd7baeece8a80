"""The round plan of a division at the desk: as a table, and as rows to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import writes
from desk.giving import give
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.queries.play import last_published
from tournaments.models import Division, Tournament
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.presets import continued, presets
from tournaments.rounds.commands.planning import PlanPairing
from tournaments.rounds.forms.plan import PlanForm
from tournaments.rounds.queries.plan_lines import plan_lines
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import plan_by_number, players_to_pair


@writes(PlanPairing)
@in_event(Permission.DIRECT)
def plan_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the plan of a division, and writes what its rows were changed to."""
    division = division_of_address(request, event)
    if division is None:
        return render(request, "tournaments/rounds/plan.html", {"event": event, "tab": "round"})
    where = EventContext(request.user.get_username(), event=event, division=division)
    if request.method != "POST":
        form = PlanForm(where=where, proposed=_proposed(request, division))
    elif "more" in request.POST:
        form = PlanForm(where=where, typed=request.POST)
    else:
        form = PlanForm(request.POST, request.FILES, where=where)
        if give(request, form) is not None:
            return redirect(desk_link("plan", event.slug, division=division.name))
    wrong = form.is_bound and (form.errors or form.consequence)
    context = _context(request, division) | {"form": form}
    return render(request, "tournaments/rounds/plan.html", context, status=422 if wrong else 200)


def _context(request: HttpRequest, division: Division) -> dict[str, Any]:
    event, begin = division.tournament, request.GET.get("begin", "")
    names = event.divisions.order_by("position", "name").values_list("name", flat=True)
    beginnings = _beginnings(division)
    return {
        "event": event,
        "division": division,
        "tab": "round",
        "divisions": [
            (name, desk_link("plan", event.slug, division=name), name == division.name)
            for name in names
        ],
        "lines": plan_lines(division),
        "players": players_to_pair(division),
        "published": last_published(division),
        "beginnings": beginnings,
        "begun_as": next((name for key, name, _ in beginnings if key == begin), ""),
    }


def _beginnings(division: Division) -> list[tuple[str, str, str]]:
    """Returns the plans to begin with, as (key in the address, name, description)."""
    ready = [(preset.key, preset.name, preset.text) for preset in presets()]
    others = [d.name for d in _others(division)]
    return ready + [
        (
            f"as {name}",
            phrase("As division {division}", division=name),
            phrase("A copy of its plan."),
        )
        for name in others
    ]


def _others(division: Division) -> list[Division]:
    """Returns the divisions whose plan can be copied."""
    return [
        d for d in division.tournament.divisions.order_by("position") if d != division and d.plan
    ]


def _proposed(request: HttpRequest, division: Division) -> Sequence[PlanRow] | None:
    """Returns the rows to begin with that the address asks for, None where it asks for none."""
    begin = request.GET.get("begin", "")
    if not begin:
        return None
    published, planned = last_published(division), division.planned_rounds
    for preset in presets():
        if preset.key == begin:
            rows = preset.plan(players_to_pair(division), planned)
            return continued(plan_by_number(division), rows, published)
    for other in _others(division):
        if begin == f"as {other.name}":
            return continued(plan_by_number(division), _fitted(plan_of(other), planned), published)
    raise Http404(phrase("There is no such ready plan."))


def _fitted(rows: Sequence[PlanRow], planned: int) -> list[PlanRow]:
    """Returns the rows as far as so many rounds go, without the games of the others' files."""
    return [
        replace(row, last=min(row.last, planned), schedule=None)
        for row in rows
        if row.first <= planned
    ]
