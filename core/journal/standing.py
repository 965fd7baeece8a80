"""The entries of a journal in force at a moment, and the shortest way back there.

An undo makes its entry fall, and stand again when the undo itself falls; a restore says what it put
back. Only the net difference is put back, so a restore does not grow with the restores before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from core.models import JournalEntry

UNDO, RESTORE = "journal.undone", "journal.restored"

Effect = tuple[int, bool]


def ways_back(stream: str, kept: int) -> list[Effect]:
    """Returns pairs (entry, whether it is to stand) that lead back to the state after entry `kept`.

    What changed last comes first. Undos and restores are not among them: what they did is.
    """
    told = undos(stream)
    last = JournalEntry.objects.filter(stream__key=stream).count()
    walk, then = _Walk(told), dict[int, bool]()
    for seq in range(1, last + 1):
        walk.put(seq, at=seq, stands=True)
        if seq == kept:
            then = dict(walk.stands)
    if kept >= last:
        return []
    moved = [
        (walk.changed[seq], seq)
        for seq, stands in walk.stands.items()
        if seq not in told and stands != then.get(seq, False)
    ]
    return [(seq, then.get(seq, False)) for _, seq in sorted(moved, reverse=True)]


def builds_on(entry: JournalEntry) -> JournalEntry | None:
    """Returns the first entry that came after another one and stands, None where none does."""
    return later_than(entry).order_by("seq").first()


def later_than(entry: JournalEntry) -> QuerySet[JournalEntry]:
    """Returns the entries that came after another one and stand; undos and restores are none.

    What they brought back stands itself.
    """
    later = JournalEntry.objects.filter(stream=entry.stream, seq__gt=entry.seq, undone_by=None)
    return later.exclude(command__in=(UNDO, RESTORE))


def in_force(stream: str) -> list[int]:
    """Returns the entries that stand, in the order in which they came to; undos are not among them.

    Given in this order, they make the same state as the whole journal: what was taken back is left
    out, and what was done again comes where it was.
    """
    told = undos(stream)
    last = JournalEntry.objects.filter(stream__key=stream).count()
    walk = _Walk(told)
    for seq in range(1, last + 1):
        walk.put(seq, at=seq, stands=True)
    stand = [seq for seq, stands in walk.stands.items() if stands and seq not in told]
    return sorted(stand, key=lambda seq: (walk.changed[seq], seq))


class _Walk:
    """The journal walked from its first entry on."""

    def __init__(self, told: dict[int, Sequence[Effect]]) -> None:
        self._told = told
        self.stands: dict[int, bool] = {}
        self.changed: dict[int, int] = {}

    def put(self, seq: int, *, at: int, stands: bool) -> None:
        """Makes an entry stand or fall, and with an undo or a restore what it touched."""
        self.stands[seq], self.changed[seq] = stands, at
        effects = self._told.get(seq, ())
        for target, stood in effects if stands else reversed(effects):
            self.put(target, at=at, stands=stood if stands else not stood)


def standing_after(stream: str, seq: int) -> set[int]:
    """Returns the entries that stood right after an entry; undos and restores are none."""
    told = undos(stream)
    walk = _Walk(told)
    for number in range(1, seq + 1):
        walk.put(number, at=number, stands=True)
    return {one for one, stands in walk.stands.items() if stands and one not in told}


def undos(stream: str) -> dict[int, Sequence[Effect]]:
    """Returns the undos and restores of a journal by number, with what each did; one query."""
    entries = JournalEntry.objects.filter(stream__key=stream, command__in=(UNDO, RESTORE))
    return {
        seq: [(payload["seq"], False)]
        if command == UNDO
        else [(target, stands) for target, stands in answer["effects"]]
        for seq, command, payload, answer in entries.values_list(
            "seq", "command", "payload", "answer"
        )
    }
