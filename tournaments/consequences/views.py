"""The page of the parallel hall: an event without one entry of its log."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.actors import Actor
from core.errors import UserError
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads
from desk.access import actor_of, number_in
from desk.log import log_line
from tournaments.consequences.pages import panel
from tournaments.consequences.queries.foreseen import without_entry
from tournaments.kernel.desk.access import in_event
from tournaments.models import Tournament


@reads
@in_event(Permission.UNDO)
def without_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows what would be otherwise without an entry of the log, the newest if none is named."""
    entries = JournalEntry.objects.select_related("stream")
    entries = entries.filter(stream__key=f"event:{event.slug}").order_by("-seq")
    if "seq" in request.GET:
        entries = entries.filter(seq=number_in(request.GET["seq"]))
    entry = entries.first()
    if entry is None:
        raise Http404(phrase("There is no such entry of the log."))
    line = log_line(entry, offers=False)
    context = {"event": event, "tab": "log", "line": line, **_otherwise(entry, actor_of(request))}
    return render(request, "tournaments/consequences/without.html", context)


def _otherwise(entry: JournalEntry, actor: Actor) -> dict[str, Any]:
    """Returns what would be otherwise without an entry, or why that cannot be told."""
    try:
        found = without_entry(entry, actor=actor)
    except UserError as wrong:
        return {"refused": wrong.message}
    told = panel(
        found,
        title=phrase("What would be otherwise"),
        was=phrase("As it is"),
        would=phrase("Without log {seq}", seq=entry.seq),
    )
    return {"told": told}
