"""What follows from every command on an event: seeding, versions, pages and jobs."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from core.journal.command import Command
from core.journal.execute import follow
from core.journal.ledger import Ledger
from ratings.systems.registry import SYSTEMS
from tournaments.jobs import ask_to_rate
from tournaments.models import Division, Entry, Tournament
from tournaments.publish import render_live_pages

OFFSET = 1_000_000


@follow
def after_event_command(command: Command, ledger: Ledger, live: bool) -> None:
    """Renumbers by seeding, raises the versions touched and, when live, renders and rates."""
    kind, _, slug = command.stream().partition(":")
    if kind != "event":
        return
    divisions = Division.objects.filter(tournament__slug=slug)
    name = getattr(command, "division", None)
    touched = divisions if name is None else divisions.filter(name=name)
    if any(change["row"][0] == "entry" for change in ledger.changes):
        for division in touched.filter(numbers_used=0):
            number_by_seeding(division)
    touched.update(version=F("version") + 1)
    Tournament.objects.filter(slug=slug).update(version=F("version") + 1)
    if live:
        transaction.on_commit(lambda: render_live_pages(slug, name))
        if command.code == "event.closed":
            _rate(slug)


def number_by_seeding(division: Division) -> None:
    """Numbers the entries of a division by rating, random number and key, from 1."""
    held = division.entries.order_by("-rating", "-random_number", "key")
    pairs = list(held.values_list("pk", "number"))
    moved = {pk: place for place, (pk, number) in enumerate(pairs, 1) if number != place}
    if not moved:
        return
    # Two steps, because a number is nobody else's at any moment.
    rows = Entry.objects.filter(pk__in=moved)
    rows.update(number=F("number") + OFFSET)
    Entry.objects.bulk_update(
        [Entry(pk=pk, number=place) for pk, place in moved.items()], ("number",), batch_size=500
    )


def _rate(slug: str) -> None:
    event = Tournament.objects.get(slug=slug)
    rated = event.divisions.filter(rating_system__in=SYSTEMS)
    names = list(rated.order_by("position").values_list("name", flat=True))
    if names:
        ask_to_rate(event, names)
