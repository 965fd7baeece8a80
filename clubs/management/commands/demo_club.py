"""Directs the invented club that a new installation shows."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from clubs.demonstration.jobs.directing import CLUB, NAME, direct_club
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from people.models import Club


class Command(ContractCommand):
    """Made once; refused while it is there."""

    help = phrase("Makes the demonstration club: members, a season of nights, dues and expenses.")

    def run(self, **options: Any) -> ConsoleAnswer:
        if Club.objects.filter(slug=CLUB).exists():
            raise UserError(phrase("The demonstration club already exists."), code="club.taken")
        return ConsoleAnswer(
            data={"club": direct_club(timezone.localdate())},
            text=phrase("Made {name}.", name=NAME),
        )
