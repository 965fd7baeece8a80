"""The current division of an event, where the address does not name one."""

from __future__ import annotations

from collections.abc import Iterable

from core.models import JournalEntry
from tournaments.kernel.queries.play import RoundState, last_published, latest_state
from tournaments.models import Division, Tournament


def division_at_work(event: Tournament, actor: str, near: str = "") -> Division | None:
    """Returns the division of which a round is being played, or else one with rounds left.

    Of several it is the one with the name `near`, else the one that this person last worked at, as
    the journal tells, else the first: what others do leads nobody elsewhere. None while the event
    has no division.
    """
    rows = event.divisions.select_related("tournament").order_by("position", "name")
    divisions: list[Division] = list(rows)
    if len(divisions) < 2:
        return divisions[0] if divisions else None
    states = {division.pk: latest_state(division) for division in divisions}
    running = [one for one in divisions if states[one.pk] == RoundState.PUBLISHED]
    at_work = running or _with_rounds_left(divisions) or divisions
    nearest = next((one for one in at_work if one.name == near), None)
    return nearest or _last_worked_at(event, actor, at_work)


def _with_rounds_left(divisions: Iterable[Division]) -> list[Division]:
    return [
        one
        for one in divisions
        if last_published(one) < one.planned_rounds and one.entries.exists()
    ]


def _last_worked_at(event: Tournament, actor: str, divisions: list[Division]) -> Division:
    if len(divisions) == 1:
        return divisions[0]
    names = {division.name: division for division in divisions}
    worked = JournalEntry.objects.filter(
        stream__key=f"event:{event.slug}", actor=actor, payload__division__in=list(names)
    )
    last = worked.order_by("-seq").values_list("payload__division", flat=True).first()
    return names.get(last or "", divisions[0])
