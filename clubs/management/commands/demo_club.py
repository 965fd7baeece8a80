"""Directs the invented club that a new installation shows."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from clubs.demonstration.jobs.directing import is_founded
from clubs.demonstration.jobs.making import club_part
from clubs.demonstration.jobs.removing import being_made_now
from clubs.demonstration.naming import CLUB, NAME
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.holding import Held
from core.phrases import phrase
from people.models import Club
from tournaments.rehearsal.jobs.parts import make_parts


class Command(ContractCommand):
    """Made once, and finished where it was begun; refused while it is there."""

    help = phrase("Makes the demonstration club: members, a season of nights, dues and expenses.")

    def run(self, **options: Any) -> ConsoleAnswer:
        part = club_part(timezone.localdate())
        if part.is_there() or (not is_founded() and Club.objects.filter(slug=CLUB).exists()):
            raise UserError(phrase("The demonstration club already exists."), code="club.taken")
        try:
            make_parts((part,))
        except Held as busy:
            raise being_made_now() from busy
        return ConsoleAnswer(data={"club": CLUB}, text=phrase("Made {name}.", name=NAME))
