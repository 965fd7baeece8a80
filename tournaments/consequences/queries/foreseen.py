"""What a command would change, and what would be without an entry of the log: the parallel hall.

Both are really done, in a block that takes them back: no entry, no version and no job stays. So the
parallel hall is what a replay of the journal with or without that command gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.actors import Actor
from core.journal.command import Command
from core.journal.errors import Refused
from core.journal.execute import locked_stream, suppose
from core.journal.supposing import accepting, supposing
from core.journal.without import Unfit, take_out
from core.models import JournalEntry, Stream
from core.phrases import phrase
from tournaments.consequences.queries.building import BUILDING, traits_of
from tournaments.consequences.queries.compared import HallDifference, Pairings, compared
from tournaments.consequences.queries.hall import Hall, hall_of
from tournaments.consequences.queries.paired_again import pairings_of
from tournaments.kernel.commands.base import EventCommand
from tournaments.rounds.commands.rounds import PublishRound


def with_command(command: Command, *, actor: Actor, reason: str = "") -> HallDifference:
    """Returns what a command of an event would change; what it would ask back is accepted.

    Raises Refused or NotAllowed where it would not be done.
    """
    if not isinstance(command, EventCommand):
        raise Refused(phrase("This is about no event."), code="consequences.no_event")
    with _event_as_it_is(command.event) as now:
        # A reason that is not typed yet hinders nobody to look.
        suppose(accepting(command), actor=actor, reason=reason or "?")
        then = hall_of(command.event)
    return compared(now, then, _pairings(now))


def without_entry(entry: JournalEntry) -> HallDifference:
    """Returns what would be different without an entry of an event's log.

    Raises Refused where that cannot be told, as on a machine that follows another.
    """
    slug = entry.stream.key.partition(":")[2]
    with _event_as_it_is(slug) as now:
        unfit = taken_out(entry)
        then = hall_of(slug)
    return compared(now, then, _pairings(now), unfit)


@contextmanager
def _event_as_it_is(slug: str) -> Iterator[Hall]:
    """Yields an event as it is, in a block of `supposing` in which nobody else changes it.

    It is read before anybody has to wait, and again only where somebody was quicker: what they
    entered is no consequence. Raises Refused where another machine leads.
    """
    key = f"event:{slug}"
    last = Stream.objects.filter(key=key).values_list("seq", flat=True).first()
    now = hall_of(slug)
    with supposing():
        if locked_stream(key).seq != last:
            now = hall_of(slug)
        yield now


def taken_out(entry: JournalEntry) -> tuple[Unfit, ...]:
    """Makes an event what it would be without an entry; returns what no longer fits.

    Only in a block of `supposing`. Raises Refused where that cannot be told.
    """
    if _had_no_numbers(entry):
        raise Refused(
            phrase(
                "Log {seq} came before round 1 was published, when numbers still followed the "
                "seeding: without it, what came later would name others.",
                seq=entry.seq,
            ),
            code="without.numbers",
        )
    return take_out(entry, BUILDING)


def _had_no_numbers(entry: JournalEntry) -> bool:
    """Returns whether an entry of the log changed who plays before round 1 of there was published.

    Numbers follow the seeding until then, so what came later names others without it.
    """
    traits = traits_of(entry)
    names = traits.divisions
    if not names or traits.is_small:
        return False
    first = JournalEntry.objects.filter(
        stream_id=entry.stream_id, command=PublishRound.code, payload__round=1, undone_by=None
    )
    published = first.filter(seq__lt=entry.seq).values_list("payload__division", flat=True)
    return not names <= set(published)


def _pairings(hall: Hall) -> Pairings:
    return {name: pairings_of(sheet.division) for name, sheet in hall.sheets.items()}
