"""Writing the lifeboat: after every publication and every ten changes, and whenever asked.

Nothing here needs the broker or a worker. Whether it is time is read from the journal, so any
process may write next, and one that died leaves nothing undone for long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from django.utils import timezone

from core.background import in_background
from core.errors import UserError
from core.holding import Held, Lost
from core.log import Log
from core.models import JournalEntry
from core.outside_folders import why
from core.phrases import phrase
from tournaments.failover.lifeboat.choosing import default_folder, folder_of, lifeboat_of
from tournaments.failover.lifeboat.claim import LifeboatClaim
from tournaments.failover.lifeboat.contents import Contents, contents_of
from tournaments.failover.lifeboat.folder import NOW, put, state_in
from tournaments.failover.lifeboat.head import HEAD, course_of, read_head
from tournaments.models import Lifeboat, Tournament

CHANGES = 10
UNTIL_MORE_S = 2.0
RESTS = 20
"""It rests this many times as long as the last one took to write,"""
LONGEST_REST_S = 30.0
"""and no longer than this."""
ROUNDS_OF_WRITING = 3
ERROR_LIMIT = 1000

log = Log(__name__)

_took: dict[str, float] = {}
"""The seconds that this process took to write the last lifeboat of an event."""


@dataclass(frozen=True, slots=True)
class Written:
    """A lifeboat that was written: where it is, and up to which entry of the journal."""

    place: Path
    entries: int


def lifeboat_after(slug: str) -> None:
    """Has the lifeboat of an event written soon, if it is time; called after every commit.

    It waits for more: a burst of results is looked at once, and what takes long is done seldom, so
    that it is no great part of what this computer does.
    """
    rests = min(LONGEST_REST_S, RESTS * _took.get(slug, 0.0))
    work = partial(write_when_due, slug)
    in_background(f"lifeboat:{slug}", work, pause=max(UNTIL_MORE_S, rests))


def write_when_due(slug: str) -> None:
    """Writes the lifeboat if it is time and a folder is chosen; a failure is kept in its row."""
    for _ in range(ROUNDS_OF_WRITING):
        row = _chosen(slug)
        if row is None or not is_due(row):
            return
        try:
            written = _write_claimed(row, LifeboatClaim(row))
        except (Held, Lost):
            return
        # What was committed while this process wrote found the claim taken, so look again.
        if written is None:
            return


def write_now(event: Tournament, folder: Path | None = None) -> Written:
    """Writes the lifeboat at once, into the chosen folder or just this once into another.

    Raises UserError when no folder is chosen, another process is writing, or it cannot be written;
    the last is kept in the row too, unless it was another folder.
    """
    row = lifeboat_of(event)
    chosen = folder_of(event, row.folder)
    if folder is None and chosen is None:
        raise UserError(
            phrase("The event {slug} has no lifeboat folder yet.", slug=event.slug),
            code="lifeboat.no_folder",
            field="dir",
        )
    try:
        claim = LifeboatClaim(row)
        if folder is not None:
            return _write_elsewhere(row, claim, folder)
        written = _write_claimed(row, claim, by_hand=True)
    except (Held, Lost) as held:
        raise UserError(
            phrase("The lifeboat is being written at the moment; try again soon."),
            code="lifeboat.busy",
        ) from held
    if written is None:
        raise UserError(row.error, code="lifeboat.failed", field="dir")
    return written


def is_due(row: Lifeboat) -> bool:
    """Returns whether it is time: after a publication, ten changes, or a failure."""
    entries = JournalEntry.objects.filter(
        stream__key=f"event:{row.event.slug}", seq__gt=row.written_seq
    )
    count = entries.count()
    if not count or count >= CHANGES or row.error:
        return bool(count)
    changes = list(entries.values_list("changes", flat=True))
    weight = sum(max(1, _results(each)) for each in changes)
    return weight >= CHANGES or any(_calls_for_writing(each) for each in changes)


def _calls_for_writing(changes: Sequence[Any]) -> bool:
    """Returns whether an entry published, rearranged, closed or imported (which records no row)."""
    return not changes or any(_publishes(c) or _closes(c) for c in changes)


def _publishes(change: Any) -> bool:
    before, after = change["before"] or {}, change["after"] or {}
    published = "published" in (before.get("stage"), after.get("stage"))
    return change["row"][0] == "round" and bool(published or after.get("changed_at"))


def _closes(change: Any) -> bool:
    return change["row"][0] == "tournament" and "closed" in (change["before"] or {})


def _results(changes: Sequence[Any]) -> int:
    return sum(change["row"][0] == "result" for change in changes)


def _chosen(slug: str) -> Lifeboat | None:
    row = Lifeboat.objects.select_related("event").filter(event__slug=slug).first()
    if row is None and default_folder():
        event = Tournament.objects.filter(slug=slug).first()
        row = lifeboat_of(event) if event else None
    return row if row and folder_of(row.event, row.folder) else None


def _write_claimed(row: Lifeboat, claim: LifeboatClaim, *, by_hand: bool = False) -> Written | None:
    """Writes and gives the claim back; None, with the reason in the row, when it failed.

    Raises Lost where another process writes by now.
    """
    folder = folder_of(row.event, row.folder)
    assert folder is not None
    written = None
    began = monotonic()
    known = row.written_at is not None
    try:
        written = _write(row.event.slug, folder, known=known, by_hand=by_hand, alive=claim.keep)
        row.written_at, row.written_seq = timezone.now(), written.entries
        row.error, row.failed_at = "", None
    except UserError as refused:
        _fail(row, refused.message)
    except OSError as failure:
        _fail(row, phrase("{folder} cannot be written to: {why}.", folder=folder, why=why(failure)))
    except Lost:
        log.warning("lifeboat.lost", slug=row.event.slug)
        raise
    except Exception:
        log.exception("lifeboat.failed", slug=row.event.slug)
        _fail(row, phrase("This is a fault in the program; see the log."))
    _took[row.event.slug] = monotonic() - began
    _keep(row)
    claim.leave()
    return written


def _keep(row: Lifeboat) -> None:
    """Keeps how it went, unless another folder was chosen meanwhile."""
    names = ("written_at", "written_seq", "error", "failed_at")
    same = Lifeboat.objects.filter(pk=row.pk, folder=row.folder)
    same.update(**{name: getattr(row, name) for name in names})


def _fail(row: Lifeboat, error: str) -> None:
    row.error = error[:ERROR_LIMIT]
    row.failed_at = row.failed_at or timezone.now()
    log.warning("lifeboat.not_written", slug=row.event.slug, folder=row.folder, error=error)


def _write_elsewhere(row: Lifeboat, claim: LifeboatClaim, folder: Path) -> Written:
    try:
        return _write(row.event.slug, folder, known=False, by_hand=True, alive=claim.keep)
    except OSError as failure:
        raise UserError(
            phrase("{folder} cannot be written to: {why}.", folder=folder, why=why(failure)),
            code="lifeboat.failed",
            file=str(folder),
        ) from failure
    finally:
        claim.leave()


def _write(
    slug: str, folder: Path, *, known: bool, by_hand: bool, alive: Callable[[], None]
) -> Written:
    place = folder / slug
    if known:
        _must_be_there(folder, place, by_hand=by_hand)
    contents = contents_of(slug)
    if contents is None:
        raise UserError(
            phrase("The event {slug} no longer exists.", slug=slug), code="event.unknown"
        )
    place.mkdir(parents=True, exist_ok=True)
    _must_be_ours(place, contents)
    alive()
    put(place, contents.files, alive=alive)
    log.debug("lifeboat.written", slug=slug, entries=contents.head.entries)
    return Written(place, contents.head.entries)


def _must_be_there(folder: Path, place: Path, *, by_hand: bool) -> None:
    """Raises UserError when a folder that was written to is gone.

    Where a stick was pulled out its mount point may be left, an empty folder of the computer's own
    disk; writing there would look like safety. Another stick is taken when a person asks for it.
    """
    if not folder.is_dir() or not (by_hand or place.is_dir()):
        raise UserError(
            phrase("{folder} is no longer there. Was the disk unplugged?", folder=place),
            code="lifeboat.gone",
            field="dir",
        )


def _must_be_ours(place: Path, contents: Contents) -> None:
    """Raises UserError when the place holds what this lifeboat must not take the place of."""
    state = state_in(place)
    if state is None:
        if (place / NOW).exists():
            raise _taken(
                phrase("{folder} contains other files, or choose another folder.", folder=place)
            )
        return
    found, ours = read_head((state / HEAD).read_bytes(), str(state / HEAD)), contents.head
    if (found.event, found.made) != (ours.event, ours.made):
        raise _taken(
            phrase(
                "{folder} is the lifeboat of another event called {event}, or choose another "
                "folder.",
                folder=place,
                event=found.event,
            )
        )
    if found.entries > ours.entries:
        raise _taken(
            phrase(
                "{folder} has a later state of this event, with {entries} log entries instead of "
                "{own_entries}; continue the event from it, or choose another folder.",
                folder=place,
                entries=found.entries,
                own_entries=ours.entries,
            )
        )
    if found.course != course_of(ours.event, found.entries):
        raise _taken(
            phrase(
                "{folder} has a different course of this event, continued elsewhere, or choose "
                "another folder.",
                folder=place,
            )
        )


def _taken(why: str) -> UserError:
    return UserError(why, code="lifeboat.taken", field="folder")
