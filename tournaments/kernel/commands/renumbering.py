"""The numbering by seeding after every command on entries, replayed ones included."""

from __future__ import annotations

from django.db.models import QuerySet

from core.journal.command import Command
from core.journal.execute import follow
from core.journal.ledger import Ledger
from core.prepared import Given, PreparedQuery
from tournaments.kernel.commands.base import EventCommand
from tournaments.kernel.queries.seeding import number_by_seeding
from tournaments.models import Division


@follow(stream="event", rows=("entry",))
def after_event_command(command: Command, _ledger: Ledger) -> None:
    """Numbers the entries of the divisions touched by seeding, while their numbers may change."""
    slug = command.stream().partition(":")[2]
    names = command.divisions_touched() if isinstance(command, EventCommand) else None
    for division in _unnumbered(slug=slug):
        if names is None or division.name in names:
            number_by_seeding(division)


@PreparedQuery
def _unnumbered(slug: Given) -> QuerySet[Division]:
    return Division.objects.filter(tournament__slug=slug, numbers_used=0)
