"""Long work of this feature: the book of records brought up to date, by one worker at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from clubs.models import BookPart, BookPlace, BookState
from clubs.records.book.scopes import ScopeKind
from clubs.records.jobs.folding import (
    EventRead,
    fold_event,
    raise_version,
    read_event,
    store_parts,
    store_recordings,
)
from clubs.records.jobs.kept_book import (
    KeptBook,
    forget_book,
    keep_book,
    let_large_book_go,
    uncollected,
)
from clubs.records.jobs.lists import drop_other_lists, settle_medals, write_lists
from clubs.records.jobs.marking import mark_divisions
from clubs.records.queries.stored_book import facts_to_text, mark_of_facts
from core.holding import Held, Hold, Lost
from core.jobs import Postponed, Progress, enqueue, job_kind, ring
from core.locks import exclusive
from core.models import Job
from core.phrases import phrase
from tournaments.models import Tournament

FOLD = "fold_records"
RECOMPUTE = "recompute_records"
MEDALS = "settle_medals"
_SUBJECT = "records"
_LOCK = "book-of-records"


def ask_to_fold(slug: str, *, asked_by: str = "") -> Job:
    """Queues that an event, as it is then, is folded into the book of records."""
    return enqueue(FOLD, _SUBJECT, {"event": slug}, asked_by=asked_by)


def ask_to_recompute_records(*, asked_by: str = "") -> Job:
    """Queues that the book is made from nothing; what is as it would be is left alone."""
    return enqueue(RECOMPUTE, _SUBJECT, {}, asked_by=asked_by)


def ask_to_settle_medals(*, asked_by: str = "") -> Job:
    """Queues that medals are given again, as the claims of then leave them."""
    return enqueue(MEDALS, _SUBJECT, {}, asked_by=asked_by)


def ask_for_missing_book() -> Job | None:
    """Queues the book where it was never made and there are events; returns None elsewhere.

    An installation of an earlier release, or one that was restored, has events and no book.
    """
    if BookState.objects.exists() or not Tournament.objects.filter(rehearsal=False).exists():
        return None
    return ask_to_recompute_records()


@job_kind(FOLD, phrase("Records of an event"), is_passing=True)
def fold_in(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Folds an event into the book; waits where another worker is at the book."""
    with _the_book():
        done = fold_event(read_event(arguments["event"]))
    progress(1, 1)
    return {"games": done.games, "changed": done.places, "news": done.news}


@job_kind(RECOMPUTE, phrase("Book of records"), is_passing=True)
def recompute_records(progress: Progress, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Makes the whole book again from the results, and returns how much of it differed.

    It tells no news: what happened was told when it did.
    """
    slugs = list(Tournament.objects.filter(rehearsal=False).values_list("slug", flat=True))
    with _the_book() as hold:
        reads = []
        for done, slug in enumerate(sorted(slugs)):
            progress(done, len(slugs) + 1)
            hold.keep()
            reads.append(read_event(slug))
        hold.keep()
        changed = _made_from(reads)
    progress(len(slugs) + 1, len(slugs) + 1)
    return {"records": BookPlace.objects.count(), "changed": changed}


@job_kind(MEDALS, phrase("Medals of the book of records"), is_passing=True)
def give_medals_again(progress: Progress, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Gives the medals of what is stored again: a claim is verified, or a club closes its page."""
    with _the_book(), transaction.atomic():
        written = settle_medals()
        mark_divisions()
        if written.rows:
            raise_version()
    progress(1, 1)
    return {"changed": written.rows}


def _made_from(reads: list[EventRead]) -> int:
    """Stores the book that comes of these events alone; returns how many rows differed."""
    kept = KeptBook()
    for read in reads:
        for one in read.divisions:
            mark = mark_of_facts(facts_to_text(one.games))
            kept.put((read.slug, one.division), mark, one.games)
    sections = [
        section for section in kept.book.sections() if section.scope.kind is not ScopeKind.EVENT
    ]
    forget_book()
    with transaction.atomic():
        parts = sum(_stored(read) for read in reads)
        gone = BookPart.objects.exclude(event__in=[read.slug for read in reads])
        parts += gone.count()
        gone.delete()
        changed = write_lists(kept.book, sections).rows + drop_other_lists(sections)
        mark_divisions()
        if parts or changed or not BookState.objects.exists():
            raise_version()
    keep_book(kept)
    return changed


def _stored(read: EventRead) -> int:
    store_recordings(read)
    return store_parts(read, {(read.slug, one.division): one.games for one in read.divisions})


@contextmanager
def _the_book() -> Iterator[Hold]:
    """Holds the book; raises Postponed where another worker does, who then rings for this one."""
    is_held = False
    try:
        with exclusive(_LOCK) as hold, uncollected():
            is_held = True
            yield hold
            let_large_book_go()
    except (Held, Lost) as overtaken:
        raise Postponed from overtaken
    finally:
        if is_held:
            waiting = Job.objects.filter(kind__in=(FOLD, RECOMPUTE, MEDALS), state=Job.State.QUEUED)
            for job in waiting.order_by("pk")[:1]:
                ring(job.pk)
