"""Directs the invented events that a new installation shows."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from tournaments.models import Tournament
from tournaments.rehearsal.jobs.cast import SLUG
from tournaments.rehearsal.jobs.demonstration import event_parts
from tournaments.rehearsal.jobs.parts import make_parts


class Command(ContractCommand):
    """Made once; refused while it is there."""

    help = phrase(
        "Makes the demonstration events, with recorded games, and a rating list of their players."
    )

    def run(self, **options: Any) -> ConsoleAnswer:
        if Tournament.objects.filter(slug=SLUG).exists():
            raise UserError(phrase("The demonstration event already exists."), code="event.taken")
        make_parts(event_parts(timezone.now()))
        event = Tournament.objects.get(slug=SLUG)
        return ConsoleAnswer(
            data={"tournament": event.slug}, text=phrase("Made {name}.", name=event.name)
        )
