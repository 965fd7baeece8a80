"""The open ends of closing an event: shown before it, and for as long as it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.journal.standing import RESTORE, UNDO
from core.models import JournalEntry
from ratings.systems.registry import SYSTEMS
from tournaments.closing.queries.unfinished import Looked, Unfinished, unfinished_of
from tournaments.entries.queries.linking import Unlinked, unlinked
from tournaments.models import Tournament

# Undoing an opening closes an event too, and undoing a closing opens it.
_CLOSE_OR_OPEN = ("event.closed", "event.reopened", UNDO, RESTORE)


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """The open ends of an event when it is closed, or now that it is.

    `unlinked` are its divisions of which somebody is not in the register, `unrated` those that no
    system rates; `is_rated` is whether another is. What `is_undated` counts in rating lists
    from its first closing.
    """

    ends: tuple[Unfinished, ...]
    unlinked: tuple[Unlinked, ...]
    unrated: tuple[str, ...]
    is_rated: bool
    is_undated: bool


def left_open(event: Tournament, divisions: Sequence[Looked]) -> LeftOpen:
    """Returns the open ends of an event, and its divisions that are unrated or unlinked."""
    rows = [looked.sheet.division for looked in divisions]
    unrated = tuple(row.name for row in rows if row.rating_system not in SYSTEMS)
    return LeftOpen(
        ends=tuple(unfinished_of(event, divisions)),
        unlinked=tuple(unlinked(event)),
        unrated=unrated,
        is_rated=len(unrated) < len(rows),
        is_undated=event.starts_on is None and not event.rehearsal,
    )


def closed_by(event: Tournament) -> JournalEntry | None:
    """Returns the entry of the journal by which the event is closed now, None where it is open."""
    if not event.closed:
        return None
    entries = JournalEntry.objects.filter(
        stream__key=f"event:{event.slug}", command__in=_CLOSE_OR_OPEN
    )
    for entry in entries.order_by("-seq").iterator(chunk_size=20):
        if any((change["after"] or {}).get("closed") for change in entry.changes):
            return entry
    return None
