"""Importing an event from files, and what was odd in them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render

from core.roles.table import Permission
from core.web.view_access import reads, writes
from desk.access import for_staff
from desk.giving import give
from tournaments.entries.queries.linking import unlinked
from tournaments.formats.tsh import Remark
from tournaments.importing.commands import ImportEvent
from tournaments.importing.forms import ImportEventForm
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import EventContext
from tournaments.models import Tournament

REPORT = "import_report"
REMARKS_KEPT = 200


@writes(ImportEvent)
@for_staff
def import_event(request: HttpRequest) -> HttpResponseBase:
    """Takes the files of an event; leads to the report of the import."""
    where = EventContext(request.user.get_username())
    form = ImportEventForm(where=where)
    if request.method == "POST":
        form = ImportEventForm(request.POST, request.FILES, where=where)
        entry = give(request, form)
        if entry is not None:
            slug = entry.stream.key.partition(":")[2]
            request.session[REPORT] = {"slug": slug, **_kept(form.reading.report)}
            return redirect("desk-import-report", slug=slug)
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/importing/import.html", {"form": form}, status=status)


@reads
@in_event(Permission.DIRECT)
def import_report(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows what was read and what was odd, to the person who imported the event."""
    kept = request.session.get(REPORT, {})
    report = kept if kept.get("slug") == event.slug else None
    divisions = event.divisions.prefetch_related("entries", "rounds")
    context = {"event": event, "report": report, "divisions": divisions}
    context["unlinked"] = [] if event.closed else unlinked(event)
    return render(request, "tournaments/importing/import_report.html", context)


def _kept(report: tuple[Remark, ...]) -> dict[str, object]:
    """Returns the remarks for a session: at most as many as a person will read."""
    lines = [[remark.file, remark.line, remark.message] for remark in report[:REMARKS_KEPT]]
    return {"remarks": lines, "more": max(0, len(report) - REMARKS_KEPT)}
