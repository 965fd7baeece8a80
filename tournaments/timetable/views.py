"""The page of the timetable at the desk, and its table for spreadsheets."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header

from core.roles.table import Permission
from core.web.pages import serve
from core.web.store import Made, NoSuchPage
from core.web.unchanged import remembered
from core.web.view_access import reads
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.models import Tournament
from tournaments.readmodel.page_versions import versioned_event
from tournaments.readmodel.timetable import timetable_days, timetable_of, zone_words
from tournaments.timetable.forms import DelayTimetableForm, QuickForm, SetTimetableForm
from tournaments.timetable.pages import CSV, timetable_csv
from tournaments.timetabling.typed import typed_text


@reads
@in_event(Permission.VIEW)
def timetable_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the timetable of an event, to be typed, proposed from a few figures, or moved."""
    where = EventContext(request.user.get_username(), event=event)
    is_asked = any(name.startswith("quick-") for name in request.GET)
    quick = QuickForm(request.GET if is_asked else None, event=event)
    form = SetTimetableForm(where=where)
    lines = quick.proposed() if quick.is_valid() else ()
    if lines:
        form.initial["lines"] = typed_text(lines)
    context: dict[str, Any] = {
        "event": event,
        "tab": "clock",
        "form": form,
        "quick": quick,
        "is_proposed": bool(lines),
        "delay": DelayTimetableForm(where=where) if event.timetable else None,
        "days": timetable_days(event, timezone.now()),
        "zone": zone_words(timetable_of(event)),
        "set_href": desk_link("set-timetable", event.slug),
        "delay_href": desk_link("delay-timetable", event.slug),
    }
    return render(request, "tournaments/timetable/desk.html", context)


@reads
def show_timetable_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Sends the timetable of an event as a table, 404 where it has none."""
    versioned = remembered(("event", slug), lambda: versioned_event(slug))
    if versioned is None:
        raise Http404

    def draft() -> Made:
        return Made(versioned.version, timetable_csv(versioned.event), CSV)

    try:
        response = serve(request, version=versioned.version, draft=draft)
    except NoSuchPage as missing:
        raise Http404 from missing
    response["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{slug}-timetable.csv"
    )
    return response
