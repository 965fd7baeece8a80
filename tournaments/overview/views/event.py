"""The desk itself: my events, an event's overview, a round's boards, its log."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from core.backup.status import failure_of_the_last
from core.errors import UserError
from core.models import JournalEntry
from core.roles.access import is_operator
from core.roles.table import Permission
from core.web.jobs import refreshing, show_job
from core.web.view_access import reads
from desk.access import at_desk, rights_on
from desk.log import log_page
from tournaments.challenges.views.judges import judges_line
from tournaments.challenges.views.rulings import rulings_line
from tournaments.closing.queries.left_open import closed_by, left_open
from tournaments.closing.queries.unfinished import Looked, look_at
from tournaments.consequences.queries.offered import leaving_offered
from tournaments.event_ratings.views.ratings import ratings_box
from tournaments.failover.lifeboat.status import status_of
from tournaments.handover.moments import moment_of
from tournaments.handover.queries import handover_since, last_entered_by
from tournaments.handover.wording import handover_text
from tournaments.kernel.desk.access import find_round, in_event, my_events
from tournaments.models import Tournament
from tournaments.overview.queries import recent_jobs
from tournaments.overview.views.overview import division_desks, event_offers, exceptions
from tournaments.overview.views.round import round_context


@reads
@at_desk
def my_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the events that the person directs."""
    events = my_events(request).prefetch_related("divisions")
    failure = failure_of_the_last() if is_operator(request.user) else ""
    context = {"events": events, "backup_failure": failure}
    return render(request, "tournaments/overview/index.html", context)


@reads
@in_event(Permission.VIEW)
def event_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows how far the event is, what is missing, and everything that can be done."""
    jobs = [show_job(job, timezone.now()) for job in recent_jobs(event)]
    divisions = look_at(event)
    desks = division_desks(divisions)
    context = {
        "event": event,
        "exceptions": exceptions(
            event, desks, [shown.job for shown in jobs], sees_lists=is_operator(request.user)
        ),
        "desks": desks,
        "is_begun": any(desk.has_public for desk in desks),
        "offers": event_offers(event),
        "tab": "event",
        "lifeboat": status_of(event),
        "reopen_token": uuid.uuid4().hex,
        **_closing(event, divisions),
        **ratings_box([desk.division for desk in desks]),
        "judges": judges_line(event),
        "rulings": rulings_line(event),
        "jobs": jobs,
        **_handover(request, event, divisions),
        "last": JournalEntry.objects.filter(stream__key=f"event:{event.slug}").count(),
    }
    response = render(request, "tournaments/overview/event.html", context)
    return refreshing(response, running=any(not job.has_ended for job in jobs))


def _closing(event: Tournament, divisions: Sequence[Looked]) -> dict[str, Any]:
    """Returns since when the event is closed and what it lacks; None of both while it is open."""
    left = left_open(event, divisions) if event.closed else None
    return {"closing": closed_by(event), "left": left}


def _handover(
    request: HttpRequest, event: Tournament, divisions: Sequence[Looked]
) -> dict[str, Any]:
    """Returns what was done since the time of the address, else since the reader's last entry."""
    text, mistake = request.GET.get("since", ""), ""
    since = last_entered_by(event, request.user.get_username())
    if text:
        try:
            since = moment_of(text)
        except UserError as wrong:
            mistake = wrong.message
    told = handover_since(event, [looked.sheet for looked in divisions], since)
    return {"handover": handover_text(told), "since": text, "since_mistake": mistake}


@reads
@in_event(Permission.VIEW)
def round_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the boards of a round, each with what it still needs, and guided steps below."""
    division, number = find_round(request, event, ahead=True)
    at_steps = request.GET.get("show") == "steps"
    context = {**round_context(division, number), "at_steps": at_steps}
    return render(request, "tournaments/overview/round.html", context)


@reads
@in_event(Permission.VIEW)
def event_log(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the event's journal, the newest entry first."""
    rights = rights_on(request)
    log = log_page(f"event:{event.slug}", request.GET.get("page"), rights=rights)
    undoable = [line.entry.seq for line in log.lines if line.undo]
    may_ask = Permission.UNDO in rights
    left_out = leaving_offered(f"event:{event.slug}", undoable) if may_ask else ()
    context = {"event": event, "log": log, "tab": "log", "left_out": left_out}
    return render(request, "tournaments/overview/log.html", context)
