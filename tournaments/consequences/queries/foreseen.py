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
from core.journal.ledger import Change
from core.journal.supposing import Building, Unfit, accepting, supposing, take_out
from core.models import JournalEntry, Stream
from core.phrases import phrase
from tournaments.consequences.queries.compared import HallDifference, Pairings, compared
from tournaments.consequences.queries.hall import Hall, hall_of
from tournaments.consequences.queries.paired_again import pairings_of
from tournaments.kernel.commands.base import EventCommand
from tournaments.rounds.commands.rounds import PublishRound

_ON_ONE_BOARD = frozenset({"result", "penalty", "play_ruling", "board_game", "game", "game_player"})
_SIDES = frozenset({"side", "decided_by"})
_LOOK_AT_ALL = (
    *("event.closed", "event.reopened"),
    *("prize.paid", "prize.drawn", "prize.winners_named"),
)
"""These look at all that is in by then, so what came after them is played again as well."""
_CLOCK = "clock."
"""Clocks stay as they were: no board, place, prize or rating hangs on them."""


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
    return take_out(entry, Building(on=may_build_on, once=_takes_what_is_next))


def _had_no_numbers(entry: JournalEntry) -> bool:
    """Returns whether an entry of the log changed who plays before round 1 of there was published.

    Numbers follow the seeding until then, so what came later names others without it.
    """
    names = _divisions(entry)
    if not names or all(_is_small(change) for change in entry.changes):
        return False
    first = JournalEntry.objects.filter(
        stream_id=entry.stream_id, command=PublishRound.code, payload__round=1, undone_by=None
    )
    published = first.filter(seq__lt=entry.seq).values_list("payload__division", flat=True)
    return not names <= set(published)


def may_build_on(entry: JournalEntry, later: JournalEntry) -> bool:
    """Returns whether a later entry may depend on one although it touched no row of it.

    What touched one board, a result or a penalty, is looked at only where an event is closed or
    prizes are paid: pairings and sides were decided then, and are facts. On who takes part, on
    rounds and on rules everything may depend that is done in the same division.
    """
    if entry.command.startswith(_CLOCK) or later.command.startswith(_CLOCK):
        return False
    if later.command in _LOOK_AT_ALL or entry.command in _LOOK_AT_ALL:
        return True
    if all(_is_small(change) for change in entry.changes):
        return False
    if all(_is_small(change) for change in later.changes):
        return not _rounds(entry).isdisjoint(_rounds(later))
    if _takes_what_is_next(later) and not _changes_what_is_missed(entry):
        return _takes_what_is_next(entry)
    return not _divisions(entry).isdisjoint(_divisions(later))


def _rounds(entry: JournalEntry) -> frozenset[tuple[str, int]]:
    """Returns the round that an entry of the log is about, with its division."""
    number = entry.payload.get("round")
    names = _divisions(entry) if isinstance(number, int) else ()
    return frozenset((name, number) for name in names)


def _changes_what_is_missed(entry: JournalEntry) -> bool:
    """Returns whether somebody who comes later is given something else for rounds missed."""
    return entry.command == "division.rules_changed" or any(
        change["row"][0] == "round" for change in entry.changes
    )


def _takes_what_is_next(entry: JournalEntry) -> bool:
    """Returns whether an entry of the log gave somebody a key and a number, each the next one."""
    return any(change["row"][0] == "entry" and not change["before"] for change in entry.changes)


def _is_small(change: Change) -> bool:
    kind = change["row"][0]
    if kind == "seat" and change["before"] and change["after"]:
        return _SIDES.issuperset(change["after"])
    return kind in _ON_ONE_BOARD


def _divisions(entry: JournalEntry) -> frozenset[str]:
    """Returns the divisions that an entry of the log is about."""
    payload = entry.payload
    created = payload.get("name") if entry.command == "division.created" else None
    names = (payload.get("division"), payload.get("to"), created)
    return frozenset(name for name in names if isinstance(name, str))


def _pairings(hall: Hall) -> Pairings:
    return {name: pairings_of(sheet.division) for name, sheet in hall.sheets.items()}
