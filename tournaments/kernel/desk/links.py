"""The addresses of an event's desk."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from desk.pages import query
from tournaments.models import Division, Tournament


def desk_link(path: str, slug: str, **values: Any) -> str:
    """Returns the address of a page of the desk for a place in an event."""
    return reverse(f"desk-{path}", kwargs={"slug": slug}) + (query(**values) if values else "")


def reopening_link(event: Tournament) -> str:
    """Returns the address of the step that opens a closed event again, empty for an open one."""
    return desk_link("reopen-event", event.slug) if event.closed else ""


def divisions_of(here: Division, path: str = "round") -> list[tuple[str, str, bool]]:
    """Returns the divisions of the event with the addresses of their rounds, or another page."""
    event = here.tournament
    names = event.divisions.values_list("name", flat=True)
    return [(name, desk_link(path, event.slug, division=name), name == here.name) for name in names]
