"""What follows from every command on an event: seeding, versions, pages and jobs."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from core.journal.command import Command
from core.journal.execute import follow
from core.journal.ledger import Ledger
from ratings.systems.registry import SYSTEMS
from tournaments.jobs import ask_to_rate
from tournaments.models import Division, Tournament
from tournaments.publish import render_live_pages
from tournaments.seeding import number_by_seeding


@follow
def after_event_command(command: Command, ledger: Ledger, live: bool) -> None:
    """Renumbers by seeding and, when live, raises the versions touched, renders and rates."""
    kind, _, slug = command.stream().partition(":")
    if kind != "event":
        return
    divisions = Division.objects.filter(tournament__slug=slug)
    name = getattr(command, "division", None)
    touched = divisions if name is None else divisions.filter(name=name)
    if any(change["row"][0] == "entry" for change in ledger.changes):
        for division in touched.filter(numbers_used=0):
            number_by_seeding(division)
    if not live:
        return
    touched.update(version=F("version") + 1)
    Tournament.objects.filter(slug=slug).update(version=F("version") + 1)
    # Robust: the command is done, and a page that could not be rendered is the next reader's.
    transaction.on_commit(lambda: render_live_pages(slug, name), robust=True)
    if command.code == "event.closed":
        _rate(slug)


def _rate(slug: str) -> None:
    event = Tournament.objects.get(slug=slug)
    rated = event.divisions.filter(rating_system__in=SYSTEMS)
    names = list(rated.order_by("position").values_list("name", flat=True))
    if names:
        ask_to_rate(event, names)
