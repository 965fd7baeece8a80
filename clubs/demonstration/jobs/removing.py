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
from tournaments.models import WebHost


def remove_demonstration(actor: Actor) -> DemonstrationMade:
    """Removes what `made` names, and returns it; nothing of anybody else.

    Raises UserError where nothing of it is here, it is being made, or it feeds a web host.
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
            _refuse_where_sent(found)
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


def _refuse_where_sent(found: DemonstrationMade) -> None:
    """Raises UserError where pages are sent to a web host by an event that is to go.

    With it, the host would be forgotten, which perhaps is fed with all that is public.
    """
    hosts = WebHost.objects.filter(event__slug__in=found.events).select_related("event")
    host = hosts.order_by("event__name").first()
    if host is not None:
        raise UserError(
            phrase(
                "{event} sends its pages to a web host. Stop that first: Lifeboat of the event, "
                "Copies, The public pages on a web host.",
                event=host.event.name,
            ),
            code="demonstration.sent",
        )


def being_made_now() -> UserError:
    """Returns the refusal of whoever comes while the demonstration is being made or removed."""
    return UserError(
        phrase("The demonstration is being made. Wait until it is, and try again."),
        code="demonstration.busy",
    )
