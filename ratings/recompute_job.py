"""Long work of this app: computing a list again, one worker a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.holding import Held, Hold, Lost
from core.jobs import Postponed, Progress, enqueue, job_kind, ring
from core.locks import exclusive
from core.models import Job
from core.phrases import phrase, phrase_count
from ratings.applying import Outdated, apply_recompute, close
from ratings.models import EventRating, ProposedRating, RatedEvent, RatingList, Recompute
from ratings.recomputing import compute, first_day
from ratings.recording import locked_state
from ratings.selectors.differences import difference_of

RECOMPUTE = "recompute_list"
ATTEMPTS = 3
DIFFERENCES_KEPT = 20
"""Computations of a list whose replaced ratings can still be looked at."""


def ask_to_recompute(
    rating_list: RatingList, *, asked_by: str = "", apply: bool = False, propose: bool = False
) -> Job:
    """Queues the computation of a list from its first stale event on.

    It is put in force by itself where it only adds ratings. Where it would change ratings that
    were read, it waits for a person, unless `apply` says that one has decided; `propose` has it
    wait in any case.
    """
    arguments = {"list": rating_list.key, "apply": apply, "propose": propose}
    return enqueue(RECOMPUTE, subject_of(rating_list), arguments, asked_by=asked_by)


def subject_of(rating_list: RatingList) -> str:
    """Returns the subject of the jobs about a list."""
    return f"list:{rating_list.key}"


@job_kind(RECOMPUTE, phrase("Rating list"))
def recompute_list(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Computes a list again and returns what came of it.

    Another worker that is at the same list has this job wait. Events that change meanwhile have
    it begin again; a worker that was killed leaves nothing but a list to be computed.
    """
    rating_list = RatingList.objects.get(key=arguments["list"])
    held = False
    try:
        with exclusive(f"rating-list:{rating_list.pk}") as hold:
            held = True
            return _answer(rating_list, progress, hold, arguments)
    except (Held, Lost, Outdated) as overtaken:
        raise Postponed from overtaken
    finally:
        # Only who had the list rings: those who wait for it would ring one another without end.
        if held:
            _ring_for_others(rating_list)


def _answer(
    rating_list: RatingList, progress: Progress, hold: Hold, arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns the result of a computation that nothing overtook; raises Outdated after some."""
    for attempt in range(ATTEMPTS):
        recompute = _computed(rating_list, progress, hold)
        try:
            return _finish(recompute, arguments)
        except Outdated:
            close(recompute, Recompute.Stage.OUTDATED)
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError("the last attempt returns or raises")


def _computed(rating_list: RatingList, progress: Progress, hold: Hold) -> Recompute:
    """Returns a recompute with all that it proposes; what was proposed before is outdated."""
    recompute = _begin(rating_list)

    def keep(done: int, total: int) -> None:
        hold.keep()
        progress(done, total)

    try:
        tally = compute(recompute, keep)
    except BaseException:
        close(recompute, Recompute.Stage.OUTDATED)
        raise
    recompute.events, recompute.games = tally.events, tally.games
    recompute.rows, recompute.players = tally.rows, len(tally.players)
    recompute.report = _report(recompute)
    recompute.replaces = tally.replaces
    recompute.save()
    hold.keep()
    return recompute


def _begin(rating_list: RatingList) -> Recompute:
    with transaction.atomic():
        state = locked_state(rating_list)
        before = rating_list.recomputes.order_by("number").last()
        _forget(rating_list)
        for left in rating_list.recomputes.filter(
            stage__in=(Recompute.Stage.COMPUTING, Recompute.Stage.READY)
        ):
            close(left, Recompute.Stage.OUTDATED)
        rating_list.state = state
        recompute = Recompute(
            rating_list=rating_list,
            number=before.number + 1 if before else 1,
            base=state.version,
            began_at=timezone.now(),
        )
        recompute.from_on = first_day(recompute)
        recompute.save()
    return recompute


def _forget(rating_list: RatingList) -> None:
    """Drops the differences of all but the last computations that were put in force."""
    applied = rating_list.recomputes.filter(stage=Recompute.Stage.APPLIED).order_by("-number")
    old = list(applied.values_list("pk", flat=True)[DIFFERENCES_KEPT:])
    ProposedRating.objects.filter(recompute__in=old).delete()


def _finish(recompute: Recompute, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Puts the recompute in force or leaves it waiting; returns the job's result."""
    # Counted first: of what is new nothing stays with a computation in force.
    counted = difference_of(recompute)
    waits = arguments["propose"] or (recompute.replaces and not arguments["apply"])
    if waits and recompute.rows:
        recompute.stage = Recompute.Stage.READY
        recompute.save(update_fields=("stage",))
    else:
        apply_recompute(recompute)
    return {
        "recompute": recompute.number,
        "stage": recompute.stage,
        "events": recompute.events,
        "rows": recompute.rows,
        "players": recompute.players,
        "difference": counted.as_row(),
        "games": recompute.games,
        "report": recompute.report,
    }


def _report(recompute: Recompute) -> list[str]:
    """Returns sentences on events that come before others that were rated already."""
    rating_list = recompute.rating_list
    lines: list[str] = []
    stale = RatedEvent.objects.filter(rating_list=rating_list, is_stale=True, is_gone=False)
    last = rating_list.ratings.exclude(event__in=stale).order_by("-held_on").first()
    if last is None:
        return lines
    for event in stale.filter(held_on__lt=last.held_on).order_by("held_on", "key")[:20]:
        later = EventRating.objects.filter(rating_list=rating_list, held_on__gt=event.held_on)
        count = later.exclude(event__in=stale).values("event").distinct().count()
        lines.append(
            phrase_count(
                "{name} is dated {day}, before {count} event that was already rated.",
                "{name} is dated {day}, before {count} events that were already rated.",
                name=event.name,
                day=event.held_on,
                count=count,
            )
        )
    return lines


def _ring_for_others(rating_list: RatingList) -> None:
    """Rings for whoever found the list taken meanwhile."""
    waiting = Job.objects.filter(kind=RECOMPUTE, subject=subject_of(rating_list), state="queued")
    for job in waiting.order_by("pk")[:1]:
        ring(job.pk)
