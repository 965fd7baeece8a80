"""Rehearsing an event, for programs."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.http import Http404

from api.operations import Act, Asked, register_api
from core.errors import UserError
from core.roles.table import Permission
from desk.api import JobTold, job_told
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.rehearsal.forms import RehearsalForm
from tournaments.rehearsal.jobs.rehearsing import ask_to_rehearse


@dataclass(frozen=True, slots=True)
class RehearsalWanted:
    """How an event is rehearsed; the same `seed` draws the same results.

    `method` empty follows the plan of each division, `complete` null plays all rounds. A `calm` one
    has nobody come late or leave.
    """

    seed: str
    method: str = ""
    complete: int | None = None
    calm: bool = False


def _rehearse(asked: Asked, wanted: RehearsalWanted) -> JobTold:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    # What may be asked for is said once, by the form of the desk.
    form = RehearsalForm(event, asdict(wanted))
    if not form.is_valid():
        field, messages = next(iter(form.errors.items()))
        raise UserError(str(messages[0]), code="rehearsal.malformed", field=field)
    return job_told(ask_to_rehearse(event, asked_by=asked.actor.name, **form.wishes()))


register_api(
    "events",
    Act(
        path=f"{EVENT}/rehearsals",
        name="event_rehearse",
        says="Asks for a rehearsal with drawn results; the result of its job names its event.",
        takes=RehearsalWanted,
        shape=JobTold,
        does=_rehearse,
        reason="a rehearsal is another event, which the job plays by commands",
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
)
