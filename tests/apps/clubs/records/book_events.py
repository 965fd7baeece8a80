"""Events for the tests of the book of records: small ones that are played, and nights."""

from __future__ import annotations

from datetime import date
from typing import Any

from clubs.models import BookPart, BookPlace, BookPlaceHolder, BookPlayer
from clubs.records.jobs.folding import Folded, fold_event, read_event
from clubs.records.jobs.keeping import ask_to_recompute_records
from core import jobs
from core.journal.guard import writing
from tests.apps.tournaments.desk_events import SLUG, enter, give, new_event, publish
from tournaments.models import Tournament
from tournaments.results.commands.results import CorrectResult

CUP = "cup"


def played(slug: str, *scores: tuple[int, int], on: date | None = None, club: str = "") -> None:
    """Play two games of an event of four, Ada with Bea and Cem with Dov, with these scores."""
    new_event(slug)
    publish(1, (1, 2), (3, 4), slug=slug)
    for first, (one, two) in zip((1, 3), scores, strict=False):
        enter(1, first, one, two, slug=slug)
    with writing():
        Tournament.objects.filter(slug=slug).update(starts_on=on, night_of=club)


def correct(slug: str, entry: int, score: int, opponent: int, **more: Any) -> None:
    """Correct a result of round 1."""
    where: dict[str, Any] = {"event": slug, "division": "A", "round": 1}
    command = CorrectResult(**where, entry=entry, score=score, opponent_score=opponent)
    give(command, reason="misread", **more)


def fold(slug: str = SLUG) -> Folded:
    """Fold an event in, as the worker does."""
    return fold_event(read_event(slug))


def recomputed() -> dict[str, Any]:
    """Have the book made from nothing, and return what that came to."""
    job = ask_to_recompute_records()
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == "done", job.error
    return dict(job.result)


def stored() -> list[tuple[Any, ...]]:
    """Return all of the stored book, in an order of its own."""
    names = [f.attname for f in BookPlace._meta.fields if f.name != "id"]
    keys = ["place__scope", "place__scope_key", "place__family", "place__category"]
    return [
        *sorted(BookPlace.objects.values_list(*names)),
        *sorted(
            BookPlaceHolder.objects.values_list(
                *keys, "place__is_clean", "place__position", "holder"
            )
        ),
        *sorted(BookPart.objects.values_list("event", "division", "mark", "games", "facts")),
        *sorted(BookPlayer.objects.values_list("part__event", "part__division", "player")),
    ]


def record(category: str, scope: str = "all") -> list[tuple[int, list[str]]]:
    """Return the scores and holders of a category's first place."""
    rows = BookPlace.objects.filter(category=category, scope=scope, place=1, is_clean=False)
    return [
        (row.position, sorted(row.holders.values_list("holder", flat=True)))
        for row in rows.order_by("position")
    ]
