"""The desk page of who can still win: what is certain at once, the rest from a worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from core.models import Job
from core.phrases import phrase
from core.roles.table import Permission
from core.web.jobs import refreshing, show_job
from core.web.view_access import reads
from core.wording import ordinal
from tournaments.contention.jobs import FORECAST, LATE, ask_to_forecast
from tournaments.contention.pages import ForecastTable, forecast_state
from tournaments.contention.queries import (
    ForecastGround,
    contention_of,
    ground_of,
    is_current,
    prospects_of,
)
from tournaments.contention.wording import counted_words
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.pairing_terms import rules_played_for
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.wording.pairing_rules import prizes_line
from tournaments.models import Division, DivisionContention, Tournament
from tournaments.pairing.contention.contest import Contest
from tournaments.pairing.contention.forecast import Prospect, forecast
from tournaments.pairing.contention.outlook import OutlookState, certain_ranks


@dataclass(frozen=True, slots=True)
class ContentionNote:
    """The contention of a division in a few lines before a round is paired.

    `certain` are the places that are certain, with names, `states` how many are in each state,
    without a forecast empty, and `href` leads to the whole table.
    """

    through: int
    certain: list[str]
    states: list[str]
    href: str


def contention_note(sheet: Sheet) -> ContentionNote | None:
    """Returns who can still win, None before it means anything: early, and with nothing clinched.

    It is the forecast where it is up to date, and otherwise only which places are certain: the
    outlooks of a large division with many rounds left take longer than a page may.
    """
    division, ground = sheet.division, ground_of(sheet)
    contest, left = ground.contest, ground.contest.rounds_left
    late = LATE * left <= division.planned_rounds or contest.clinched
    if not ground.through_round or not left or not late:
        return None
    stored = contention_of(division)
    rows = prospects_of(stored) if stored is not None and is_current(stored, ground) else ()
    counts = [(sum(row.outlook.state == state for row in rows), state) for state in OutlookState]
    certain = _table(sheet, ground, rows, 0).certain() if rows else _certain(sheet, contest)
    return ContentionNote(
        through=ground.through_round,
        certain=[f"{place} {name}" for place, name in certain],
        states=[counted_words(state, many) for many, state in counts if many],
        href=desk_link("contention", division.tournament.slug, division=division.name),
    )


def _certain(sheet: Sheet, contest: Contest) -> list[tuple[str, str]]:
    return [
        (ordinal(rank), sheet.entries[player.number].entered_name)
        for rank, player in certain_ranks(contest)
        if rank <= max(contest.prizes.places, 1)
    ]


@reads
@in_event(Permission.VIEW)
def contention_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows who can still win: with the chances of the forecast, or what is certain without it."""
    division = division_of_address(request, event)
    if division is None:
        raise Http404(phrase("There is no such division."))
    job = _job(division)
    is_running = job is not None and job.state != Job.State.FAILED
    context = {
        "event": event,
        "tab": "event",
        "divisions": [
            (name, desk_link("contention", event.slug, division=name), name == division.name)
            for name in event.divisions.values_list("name", flat=True)
        ],
        "shown": show_job(job, timezone.now()) if job else None,
        "is_running": is_running,
        **_context(load_sheet(division)),
    }
    response = render(request, "tournaments/contention/desk.html", context)
    return refreshing(response, running=is_running)


@require_POST
@in_event(Permission.DIRECT)
def forecast_division(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Queues the forecast of a division and leads back to its page."""
    division = division_of_address(request, event)
    if division is None:
        raise Http404(phrase("There is no such division."))
    ask_to_forecast(event, [division.name], asked_by=request.user.get_username())
    query = urlencode({"division": division.name})
    return redirect(f"{reverse('desk-contention', args=(event.slug,))}?{query}")


def _context(sheet: Sheet) -> dict[str, Any]:
    """Returns the template's values for a division."""
    division, ground = sheet.division, ground_of(sheet)
    rules, stored = rules_played_for(division), contention_of(division)
    rows, current = _rows(ground, stored)
    simulations = stored.simulations if stored and current else 0
    return {
        "division": division,
        "ground": ground,
        "rules": rules,
        "prizes": prizes_line(rules),
        "stored": forecast_state(stored) if stored else None,
        "forecast": forecast_state(stored) if stored and current else None,
        **_table(sheet, ground, rows, simulations).context(),
    }


def _rows(
    ground: ForecastGround, stored: DivisionContention | None
) -> tuple[tuple[Prospect, ...], bool]:
    """Returns the rows to show, and whether they are those of the stored forecast."""
    if stored is not None and is_current(stored, ground):
        return prospects_of(stored), True
    return forecast(ground.contest, simulations=0, seed=""), False


def _table(
    sheet: Sheet, ground: ForecastGround, rows: tuple[Prospect, ...], simulations: int
) -> ForecastTable:
    return ForecastTable(
        prospects=rows,
        prizes=ground.contest.prizes,
        rounds_left=ground.contest.rounds_left,
        simulations=simulations,
        name=lambda number: sheet.entries[number].entered_name,
        href=lambda _: None,
    )


def _job(division: Division) -> Job | None:
    """Returns the job that makes the forecast of this division now or waits to, or just failed."""
    jobs = Job.objects.filter(kind=FORECAST, subject=f"event:{division.tournament.slug}")
    mine = (job for job in jobs.order_by("-pk") if division.name in job.arguments["divisions"])
    last = next(mine, None)
    quiet = (Job.State.DONE, Job.State.STOPPED)
    return None if last is None or last.state in quiet else last
