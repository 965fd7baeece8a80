"""What a command would change, and what would be without an entry of the log: the parallel hall.

Both are really done, in a block that takes them back: no entry, no version and no job stays. So the
parallel hall is what a replay of the journal with or without that command gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.actors import Actor
from core.holding import Held
from core.journal.command import Command
from core.journal.errors import Refused
from core.journal.execute import locked_stream, suppose
from core.journal.supposing import accepting, supposing
from core.journal.undo import UndoEntry
from core.journal.without import LeftOut, Unfit, left_out, take_out
from core.locks import exclusive
from core.models import JournalEntry, Stream
from core.phrases import phrase
from tournaments.consequences.queries.building import building_in, traits_of
from tournaments.consequences.queries.compared import HallDifference, Pairings, compared
from tournaments.consequences.queries.hall import Hall, hall_of
from tournaments.consequences.queries.offered import first_published, had_numbers
from tournaments.consequences.queries.paired_again import pairings_of
from tournaments.kernel.commands.base import EventCommand


def with_command(command: Command, *, actor: Actor, reason: str = "") -> HallDifference:
    """Returns what a command of an event would change; what it would ask back is accepted.

    Raises Refused or NotAllowed where it would not be done.
    """
    if not isinstance(command, EventCommand):
        raise Refused(phrase("This is about no event."), code="consequences.no_event")
    command.authorise(actor)
    with _alone(command.event), _event_as_it_is(command.event) as (now, _):
        # A reason that is not typed yet hinders nobody to look.
        suppose(accepting(command), actor=actor, reason=reason or "?")
        then = hall_of(command.event)
    return compared(now, then, _pairings(now))


def without_entry(entry: JournalEntry, *, actor: Actor) -> HallDifference:
    """Returns what would be different without an entry of an event's log.

    Raises NotAllowed for who may not undo it, Refused where it cannot be told, as on a machine that
    follows another.
    """
    slug = entry.stream.key.partition(":")[2]
    UndoEntry(journal=entry.stream.key, seq=entry.seq).authorise(actor)
    with _alone(slug):
        left = to_take_out(entry)
        with _event_as_it_is(slug) as (now, is_later):
            unfit = take_out(to_take_out(entry) if is_later else left)
            then = hall_of(slug)
    return compared(now, then, _pairings(now), unfit)


@contextmanager
def _alone(slug: str) -> Iterator[None]:
    """Holds off whoever asks of the same event meanwhile, with a sentence.

    Results are entered between two askings, so that nobody keeps a hall waiting by asking.
    """
    try:
        with exclusive(f"parallel-hall:{slug}"):
            yield
    except Held as held:
        raise Refused(
            phrase("Somebody looks at consequences in this event just now. Ask again in a moment."),
            code="consequences.busy",
        ) from held


@contextmanager
def _event_as_it_is(slug: str) -> Iterator[tuple[Hall, bool]]:
    """Yields an event as it is, in a block of `supposing` in which nobody else changes it.

    It is read before anybody has to wait, and again only where somebody was quicker, which the
    second value says: what they entered is no consequence. Raises Refused where another machine
    leads.
    """
    key = f"event:{slug}"
    last = Stream.objects.filter(key=key).values_list("seq", flat=True).first()
    now = hall_of(slug)
    with supposing():
        is_later = locked_stream(key).seq != last
        yield hall_of(slug) if is_later else now, is_later


def to_take_out(entry: JournalEntry) -> LeftOut:
    """Returns what is played again without an entry; raises Refused where that cannot be told."""
    if not had_numbers(traits_of(entry), entry.seq, first_published(entry.stream.key)):
        raise Refused(
            phrase(
                "Log {seq} came before round 1 was published, when numbers still followed the "
                "seeding: without it, what came later would name others.",
                seq=entry.seq,
            ),
            code="without.numbers",
        )
    return left_out(entry, building_in(entry.stream.key))


def taken_out(entry: JournalEntry) -> tuple[Unfit, ...]:
    """Makes an event what it would be without an entry; returns what no longer fits.

    Only in a block of `supposing`. Raises Refused where that cannot be told.
    """
    return take_out(to_take_out(entry))


def _pairings(hall: Hall) -> Pairings:
    return {name: pairings_of(sheet.division) for name, sheet in hall.sheets.items()}
