"""The common part of arriving late and being reinstated: an entry plays from a round on."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work
from core.models import JournalEntry
from tournaments.entries.commands.late_entry import (
    missed_rounds,
    refuse_once_playing,
    refuse_playing_twice,
    refuse_playing_twice_since,
    reinstate,
)
from tournaments.kernel.commands.base import DivisionCommand, find_entry
from tournaments.kernel.queries.play import last_published
from tournaments.models import Entry


@dataclass(frozen=True, kw_only=True)
class ReturnCommand(DivisionCommand):
    """Base of the commands that take an entry in from a round on."""

    entry: int
    from_round: int

    def check_return(self, entry: Entry) -> None:
        """Raises Refused when this entry is not one that the command is for."""

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        entry = find_entry(division, self.entry)
        self.check_return(entry)
        missed = reinstate(work.ledger, division, entry, self.from_round)
        if not work.facts.are_recorded:
            refuse_playing_twice(entry)
        return {"name": entry.shown_name, "missed": missed, "published": last_published(division)}

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        refuse_once_playing(self, entry, self.entry)

    check_redo = check_undo

    def follow_undo(self, work: Work, entry: JournalEntry) -> None:
        """Refuses to have one player play in two entries."""
        if not work.facts.are_recorded:
            refuse_playing_twice_since(self.find_division(), entry)


def told_missed(answer: Row) -> str:
    """Returns the clause, after a semicolon, on the rounds that were missed; empty for none."""
    return f"; {missed_rounds(answer['missed'])}" if answer["missed"] else ""
