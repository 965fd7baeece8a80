"""Long work of this app: rating an event, estimating while it is played, telling the lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from core.errors import UserError
from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from core.phrases import phrase, phrase_count
from ratings.models import RatedEvent, RatingList
from ratings.recompute_job import ask_to_recompute
from ratings.systems.errors import RatingError
from ratings.systems.field import RatingChange
from ratings.systems.registry import SYSTEMS, rating_system
from tournaments.event_ratings.jobs.handover import hand_over
from tournaments.event_ratings.queries.rated_sheet import rate_sheet
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Division, DivisionRating, EntryRating, Result, Tournament
from tournaments.readmodel.page_versions import rating_of

RATE = "rate_event"
ESTIMATE = "estimate_ratings"
HAND_OVER = "hand_over"
SAID = 200
"""How many sentences of a report about many events are kept."""


def ask_to_rate(
    event: Tournament, divisions: list[str], *, system: str = "", asked_by: str = ""
) -> Job:
    """Queues the rating of these divisions; `system` empty takes each division's own.

    Raises UserError, and queues nothing, when a system is not installed.
    """
    for division in event.divisions.filter(name__in=divisions):
        system_of(division, system)
    arguments = {"event": event.slug, "divisions": divisions, "system": system}
    return enqueue(RATE, _subject(event.slug), arguments, asked_by=asked_by)


def system_of(division: Division, key: str = "") -> str:
    """Returns the key of the installed system that rates this division.

    Raises UserError with the reason when there is none.
    """
    wanted = key or division.rating_system
    if not wanted:
        raise UserError(
            phrase("Division {name} is not rated.", name=division.name), code="system.none"
        )
    try:
        return rating_system(wanted).key
    except RatingError as unknown:
        known = ", ".join(SYSTEMS)
        raise UserError(
            phrase(
                "Division {division} is rated by {system}, which is not installed here. "
                "Installed are {known}.",
                division=division.name,
                system=wanted,
                known=known,
            ),
            code="system.not_installed",
            field="system",
        ) from unknown


def ask_for_estimates(slug: str, names: Iterable[str] | None = None) -> None:
    """Queues the estimates that the last commands on an event have made out of date.

    They are made for divisions that have a result, by an installed system. A rehearsal has none,
    and an event that is closed was rated when that was done.
    """
    divisions = Division.objects.select_related("tournament", "rated").filter(
        tournament__slug=slug,
        tournament__closed=False,
        tournament__rehearsal=False,
        rating_system__in=SYSTEMS,
    )
    begun = divisions.filter(Exists(Result.objects.filter(board__round__division=OuterRef("pk"))))
    chosen = begun if names is None else begun.filter(name__in=list(names))
    for division in chosen.order_by("position", "name"):
        if not _is_rated_now(division):
            arguments = {"event": slug, "divisions": [division.name]}
            enqueue(ESTIMATE, _subject(slug), arguments)


def ask_to_hand_over(lists: list[str], events: list[str]) -> Job:
    """Queues telling these lists of these events; empty is all of them, but one must be named."""
    subject = f"list:{lists[0]}" if lists else _subject(events[0])
    return enqueue(HAND_OVER, subject, {"lists": lists, "events": events})


@job_kind(RATE, phrase("Rating"))
def rate_event(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Rates the divisions named, each computed first and written once, and tells the lists.

    Lists take divisions of events that are closed, by a system of their own: a rating that was
    asked for by another system concerns only whoever asked. A division that cannot be
    rated keeps no other from being rated and from the lists: UserError names all such at the end.
    """
    names = list(arguments["divisions"])
    divisions = Division.objects.select_related("tournament").filter(
        tournament__slug=arguments["event"], name__in=names
    )
    steps = 2 * len(names)
    rated = 0
    refused: list[UserError] = []
    for place, division in enumerate(divisions):
        progress(2 * place, steps)
        try:
            system = system_of(division, arguments["system"])
            sheet = load_sheet(division)
            changes = rate_sheet(sheet, system)
        except UserError as wrong:
            refused.append(wrong)
            continue
        progress(2 * place + 1, steps)
        _store(sheet, system, changes)
        rated += 1
    told = None if arguments["system"] else hand_over(arguments["event"])
    report = told.report if told else []
    if refused:
        raise _not_all(refused, rated, report)
    progress(steps, steps)
    return {
        "divisions": rated,
        "lists": [one.name for one in told.lists] if told else [],
        "report": report,
    }


@job_kind(ESTIMATE, phrase("Estimate"), is_passing=True)
def estimate_ratings(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Rates the divisions named as they are, unless that was done meanwhile."""
    names = list(arguments["divisions"])
    divisions = Division.objects.select_related("tournament", "rated").filter(
        tournament__slug=arguments["event"], name__in=names
    )
    rated = 0
    for place, division in enumerate(divisions):
        progress(place, len(names))
        if not _is_rated_now(division):
            sheet, system = load_sheet(division), system_of(division)
            _store(sheet, system, rate_sheet(sheet, system))
            rated += 1
    progress(len(names), len(names))
    return {"divisions": rated}


@job_kind(HAND_OVER, phrase("Updating the rating lists"))
def tell_lists(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Brings up to date what lists keep of events, one event after the other.

    The lists are computed again at the end, also for what an attempt left behind that was killed.
    """
    only: list[str] = list(arguments["lists"])
    slugs: list[str] = list(arguments["events"]) or _events_for(only)
    report: list[str] = []
    for place, slug in enumerate(slugs):
        progress(place, len(slugs))
        told = hand_over(slug, only, recompute=False)
        report += [f"{slug}: {sentence}" for sentence in told.report]
    computed = RatingList.objects.exclude(system="").filter(events__is_stale=True)
    stale = (computed.filter(key__in=only) if only else computed).distinct().order_by("key")
    for rating_list in stale:
        ask_to_recompute(rating_list)
    progress(len(slugs), len(slugs))
    more = (
        [phrase("{count} more messages are left out.", count=len(report) - SAID)]
        if len(report) > SAID
        else []
    )
    return {
        "events": len(slugs),
        "lists": [one.name for one in stale],
        "report": report[:SAID] + more,
    }


def _not_all(refused: list[UserError], rated: int, report: list[str]) -> UserError:
    """Returns the error of a job that rated the other divisions and told the lists of them."""
    said = [wrong.message for wrong in refused]
    if rated:
        said.append(
            phrase_count(
                "{count} other division was rated.",
                "{count} other divisions were rated.",
                count=rated,
            )
        )
    return UserError(" ".join([*said, *report]), code=refused[0].code)


def _subject(slug: str) -> str:
    return f"event:{slug}"


def _is_rated_now(division: Division) -> bool:
    rated = rating_of(division)
    return rated is not None and (rated.version, rated.system) == (
        division.version,
        system_of(division),
    )


def _events_for(lists: Iterable[str]) -> list[str]:
    """Returns the events that lists may have to take, and those they keep something of."""
    closed = Tournament.objects.filter(closed=True, rehearsal=False).values_list("slug", flat=True)
    kept = RatedEvent.objects.filter(rating_list__key__in=list(lists)).values_list("key", flat=True)
    return sorted({*closed, *(key.partition("/")[0] for key in kept)})


def _store(sheet: Sheet, system: str, changes: tuple[RatingChange, ...]) -> None:
    """Stores the rating of a division, unless one of a later state was stored meanwhile."""
    with transaction.atomic():
        Division.objects.select_for_update().get(pk=sheet.division.pk)
        stored = DivisionRating.objects.filter(division=sheet.division)
        if stored.filter(version__gt=sheet.division.version).exists():
            return
        stored.delete()
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
