"""The demonstration removed, all of it or nothing."""

from __future__ import annotations

from django.db import transaction

from clubs.demonstration.commands import RemoveDemonstration
from clubs.demonstration.queries.made import DemonstrationMade, made
from core.actors import Actor
from core.background import held
from core.demonstration import DEMONSTRATION, being_made
from core.errors import UserError
from core.holding import Held
from core.jobs import stop
from core.journal.execute import execute
from core.locks import exclusive
from core.models import Job
from core.phrases import phrase
from people.selectors import REGISTER


def remove_demonstration(actor: Actor) -> DemonstrationMade:
    """Removes what `made` names, and returns it; nothing of anybody else.

    Raises UserError where nothing of it is here, or it is being made.
    """
    try:
        with exclusive(DEMONSTRATION), held(), transaction.atomic():
            for job in being_made().filter(state=Job.State.QUEUED):
                stop(job.pk)
            found = made()
            if not found.journals():
                raise UserError(
                    phrase("Nothing of the demonstration is here."), code="demonstration.none"
                )
            for journal in found.journals():
                execute(RemoveDemonstration(journal=journal), actor=actor)
            if found.players or found.clubs:
                people = RemoveDemonstration(
                    journal=REGISTER, players=found.players, clubs=found.clubs
                )
                execute(people, actor=actor)
    except Held as busy:
        raise being_made_now() from busy
    return found


def being_made_now() -> UserError:
    """Returns the refusal of whoever comes while the demonstration is being made or removed."""
    return UserError(
        phrase("The demonstration is being made. Wait until it is, and try again."),
        code="demonstration.busy",
    )
