"""Check-in: who is here before round 1, and who comes later."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.entries.commands.late_entry import refuse_if_published
from tournaments.entries.commands.returning import ReturnCommand, told_missed
from tournaments.kernel.commands.base import DivisionCommand, find_entry
from tournaments.models import Division, Entry, Seat
from tournaments.standings.attendance import back_at, takes_part, withdrawn_at

HERE, NOT_HERE, CLEAR = Entry.Presence.HERE.value, Entry.Presence.NOT_HERE.value, ""
NAMES_SAID = 3


@register
@dataclass(frozen=True, kw_only=True)
class CheckIn(DivisionCommand):
    """Ticks entries before round 1: here, not here, or not ticked after all.

    Entries not here are away from round 1 on, until they arrive.
    """

    code = "entry.checked_in"
    permission = Permission.CHECK_IN
    here: tuple[int, ...] = ()
    not_here: tuple[int, ...] = ()
    clear: tuple[int, ...] = ()

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        ticked = self._ticked(division)
        self._ask_about_draft(division)
        said: dict[str, list[str]] = {HERE: [], NOT_HERE: [], CLEAR: []}
        for entry, presence in ticked:
            away = _away(entry, presence)
            if work.ledger.update(entry, presence=presence, away=away):
                said[presence].append(str(entry))
        if not any(said.values()):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"here": said[HERE], "not_here": said[NOT_HERE], "clear": said[CLEAR]}

    def _ticked(self, division: Division) -> list[tuple[Entry, str]]:
        ticks = [(number, HERE) for number in self.here]
        ticks += [(number, NOT_HERE) for number in self.not_here]
        ticks += [(number, CLEAR) for number in self.clear]
        numbers = [number for number, _ in ticks]
        twice = next((number for number in numbers if numbers.count(number) > 1), None)
        if twice is not None:
            raise Refused(
                phrase("No. {number} is ticked twice.", number=twice),
                code="check_in.twice",
                field="here",
            )
        by_number = {entry.number: entry for entry in division.entries.filter(number__in=numbers)}
        return [(by_number.get(n) or find_entry(division, n), presence) for n, presence in ticks]

    def _ask_about_draft(self, division: Division) -> None:
        seats = Seat.objects.filter(round__division=division, entry__number__in=self.not_here)
        seated = seats.order_by("entry__number").select_related("entry").first()
        if seated is not None and not self.confirmed:
            raise NeedsConfirmation(
                phrase(
                    "{entry} has a seat in the draft of round 1, which must then be paired again.",
                    entry=seated.entry,
                ),
                code="confirm",
                field="confirmed",
            )

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        refuse_if_published(self, 1)

    check_redo = check_undo

    def sentence(self, answer: Row) -> str:
        parts = []
        if here := _counted(answer["here"]):
            parts.append(phrase("{entries} here", entries=here))
        if missing := _counted(answer["not_here"]):
            parts.append(phrase("{entries} not here", entries=missing))
        if cleared := _counted(answer["clear"]):
            parts.append(phrase("{entries} not ticked", entries=cleared))
        return phrase(
            "Check-in of division {division}: {changes}",
            division=self.division,
            changes="; ".join(map(str, parts)),
        )


@register
@dataclass(frozen=True, kw_only=True)
class ArriveLate(ReturnCommand):
    """Takes in somebody who was not here at check-in; rounds missed count as the rule set says."""

    code = "entry.arrived"
    permission = Permission.CHECK_IN

    def check_return(self, entry: Entry) -> None:
        if entry.presence != NOT_HERE:
            raise Refused(
                phrase(
                    "{entry} is not marked as not here, so they cannot arrive late.", entry=entry
                ),
                code="entry.not_missing",
                field="entry",
            )

    def sentence(self, answer: Row) -> str:
        said = phrase(
            "No. {entry} {name} arrived, plays from round {round}",
            entry=self.entry,
            name=answer["name"],
            round=self.from_round,
        )
        return f"{said}{told_missed(answer)}"


def _away(entry: Entry, presence: str) -> list[list[int | None]]:
    """Returns the absences of an entry once it is ticked so; Refused if withdrawn."""
    was_missing = entry.presence == NOT_HERE
    if takes_part(entry.away, 1):
        return withdrawn_at(entry.away, 1) if presence == NOT_HERE else entry.away
    if not was_missing:
        raise Refused(
            phrase("{entry} is withdrawn; reinstate the entry first.", entry=entry),
            code="entry.away",
            field="here",
        )
    return entry.away if presence == NOT_HERE else back_at(entry.away, 1)


def _counted(names: list[str]) -> str:
    """Returns how many entries these are, or their names where they are few."""
    return str(len(names)) if len(names) > NAMES_SAID else ", ".join(names)
