"""The page of the parallel hall: an event without one entry of its log."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from core.errors import UserError
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads
from desk.access import number_in
from desk.log import log_line
from tournaments.consequences.pages import panel
from tournaments.consequences.queries.foreseen import without_entry
from tournaments.kernel.desk.access import in_event
from tournaments.models import Tournament


@reads
@in_event(Permission.VIEW)
def without_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows what would be otherwise without the entry of the log that the address names."""
    if "seq" not in request.GET:
        raise Http404(phrase("The address names no entry of the log."))
    entries = JournalEntry.objects.select_related("stream")
    stream = f"event:{event.slug}"
    entry = get_object_or_404(entries, stream__key=stream, seq=number_in(request.GET["seq"]))
    line = log_line(entry, offers=False)
    context = {"event": event, "tab": "log", "line": line, **_otherwise(entry)}
    return render(request, "tournaments/consequences/without.html", context)


def _otherwise(entry: JournalEntry) -> dict[str, Any]:
    """Returns what would be otherwise without an entry, or why that cannot be told."""
    try:
        found = without_entry(entry)
    except UserError as wrong:
        return {"refused": wrong.message}
    told = panel(
        found,
        title=phrase("What would be otherwise"),
        was=phrase("As it is"),
        would=phrase("Without log {seq}", seq=entry.seq),
    )
    return {"told": told}
