"""Long work of this app: rating an event in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.errors import UserError
from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from ratings.systems.errors import RatingError
from ratings.systems.field import RatingChange
from ratings.systems.registry import SYSTEMS, rating_system
from ratings.wording import in_words
from tournaments.models import Division, DivisionRating, EntryRating, Tournament
from tournaments.selectors.rating_fields import rating_field
from tournaments.selectors.sheet import Sheet, load_sheet

RATE = "rate_event"


def ask_to_rate(
    event: Tournament, divisions: list[str], *, system: str = "", asked_by: str = ""
) -> Job:
    """Queues the rating of these divisions; `system` empty takes each division's own.

    Raises UserError, and queues nothing, when a system is not installed.
    """
    for division in event.divisions.filter(name__in=divisions):
        system_of(division, system)
    arguments = {"event": event.slug, "divisions": divisions, "system": system}
    return enqueue(RATE, f"event:{event.slug}", arguments, asked_by=asked_by)


def system_of(division: Division, asked: str = "") -> str:
    """Returns the key of the installed system that rates this division.

    Raises UserError with the reason when there is none.
    """
    wanted = asked or division.rating_system
    if not wanted:
        raise UserError(f"Division {division.name} is not rated.", code="system.none")
    try:
        return rating_system(wanted).key
    except RatingError as unknown:
        known = ", ".join(SYSTEMS)
        raise UserError(
            f"Division {division.name} is rated by {wanted}, which is not installed here"
            f" (installed: {known}).",
            code="system.not_installed",
            field="system",
        ) from unknown


@job_kind(RATE, "Rating")
def rate_event(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Rates the divisions named, each computed first and written once."""
    names = list(arguments["divisions"])
    divisions = Division.objects.select_related("tournament").filter(
        tournament__slug=arguments["event"], name__in=names
    )
    steps = 2 * len(names)
    rated = 0
    for place, division in enumerate(divisions):
        progress(2 * place, steps)
        system = system_of(division, arguments["system"])
        sheet = load_sheet(division)
        changes = rate_sheet(sheet, system)
        progress(2 * place + 1, steps)
        _store(sheet, system, changes)
        rated += 1
    progress(steps, steps)
    return {"divisions": rated}


def rate_sheet(sheet: Sheet, system: str) -> tuple[RatingChange, ...]:
    """Returns the new rating of every single entry of a division; stores nothing."""
    try:
        return rating_system(system).rate(rating_field(sheet))
    except RatingError as wrong:
        raise UserError(
            f"Division {sheet.division.name} cannot be rated: {in_words(wrong)}", code=wrong.code
        ) from wrong


def _store(sheet: Sheet, system: str, changes: tuple[RatingChange, ...]) -> None:
    with transaction.atomic():
        DivisionRating.objects.filter(division=sheet.division).delete()
        rated = DivisionRating.objects.create(
            division=sheet.division,
            version=sheet.division.version,
            system=system,
            rated_at=timezone.now(),
        )
        EntryRating.objects.bulk_create(
            EntryRating(
                division_rating=rated,
                entry_id=sheet.entries[change.number].pk,
                old=change.old,
                new=change.new,
                games=change.games,
                half_wins=change.half_wins,
                expected=change.expected,
                performance=change.performance,
            )
            for change in changes
        )
