"""Directs the invented events that a new installation shows."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from tournaments.models import Tournament
from tournaments.rehearsal.jobs.demonstration import (
    SLUG,
    direct_demonstration,
    rate_past_days,
    record_games,
)


class Command(ContractCommand):
    """Made once; refused while it is there."""

    help = phrase(
        "Makes the demonstration event with recorded games, and a rating list with earlier events."
    )

    def run(self, **options: Any) -> ConsoleAnswer:
        if Tournament.objects.filter(slug=SLUG).exists():
            raise UserError(phrase("The demonstration event already exists."), code="event.taken")
        rate_past_days(timezone.localdate())
        event = direct_demonstration()
        record_games()
        return ConsoleAnswer(
            data={"tournament": event.slug}, text=phrase("Made {name}.", name=event.name)
        )
