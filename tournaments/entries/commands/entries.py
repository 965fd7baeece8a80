"""Add and change entries, withdraw and reinstate them, and set penalties."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.checked import change_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.names import shown_name
from core.phrases import phrase
from core.roles.table import Permission
from people.handles import masked
from tournaments.entries.commands.late_entry import (
    Entrants,
    Member,
    RosterLine,
    check_entering_again,
    check_from_round,
    check_line,
    check_names,
    check_rating,
    check_unheld,
    enter,
    known_players,
    missed_rounds,
    refuse_if_published,
    refuse_playing_twice_since,
    stripped,
)
from tournaments.entries.commands.returning import ReturnCommand, told_missed
from tournaments.entry_details import EntryChanges, EntryDetails, details_of
from tournaments.kernel.commands.base import DivisionCommand, find_entry
from tournaments.kernel.queries.play import last_published
from tournaments.kernel.wording.changes import entry_changed
from tournaments.models import Division, Entry, Round
from tournaments.standings.attendance import takes_part, withdrawn_at


@register
@dataclass(frozen=True, kw_only=True)
class AddEntry(EntryDetails, Entrants, DivisionCommand):
    """Enters one person, or a team of two or three, in a division."""

    code = "entry.added"
    permission = Permission.CHECK_IN

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        check_line(division, self._line())
        key, missed = enter(work, division, [self._line()])
        return {"key": key, "missed": missed, "published": last_published(division)}

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        check_entering_again(self, entry, [self._line()])

    def _line(self) -> RosterLine:
        return RosterLine(members=self.members, **details_of(self))

    def sentence(self, answer: Row) -> str:
        said = phrase(
            "{names} entered in division {division}, rating {rating}",
            names=shown_name(self._line().name),
            division=self.division,
            rating=self.rating or phrase("none"),
        )
        return f"{said}, {missed_rounds(answer['missed'])}" if answer["missed"] else said


@dataclass(frozen=True, kw_only=True)
class _Renaming:
    """An entry, and its new details; what is left out stays."""

    entry: int
    name: str | None = None
    player: str | None = None


@register
@dataclass(frozen=True, kw_only=True)
class ChangeEntry(EntryChanges, _Renaming, DivisionCommand):
    """Changes what is held of an entry; a field left out stays."""

    code = "entry.changed"

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        entry = find_entry(division, self.entry)
        wanted = {
            name: stripped(value) for name, value in details_of(self).items() if value is not None
        }
        if self.rating is not None:
            check_rating(self.rating)
        before = {name: getattr(entry, name) for name in wanted}
        change_checked(entry, wanted)
        work.facts.decide("players", lambda: known_players({self.player or ""}))
        changed = work.ledger.update(entry, **wanted)
        changed |= self._change_name(work, division, entry)
        if not changed:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": entry.shown_name, "before": before, "after": wanted}

    def _change_name(self, work: Work, division: Division, entry: Entry) -> bool:
        if self.name is None and self.player is None:
            return False
        members = list(entry.members.all())
        if len(members) != 1:
            raise Refused(
                phrase("A team's names are changed one by one."), code="entry.team", field="name"
            )
        member = members[0]
        member.entry = entry
        name = member.name if self.name is None else self.name.strip()
        player = member.player if self.player is None else self.player
        check_names((Member(name=name, player=player),))
        # Being this player already is fine: players who moved after play have two entries. Nor is
        # it in a replay, where what was linked once stays so.
        if player not in ("", member.player) and not work.facts.are_recorded:
            check_unheld(division, {player: entry})
        changed = work.ledger.update(member, name=name, player=player)
        return work.ledger.update(entry, name=name) or changed

    def sentence(self, answer: Row) -> str:
        parts = entry_changed(answer["before"], answer["after"])
        parts += (
            [phrase("name now {name}", name=shown_name(self.name))] if self.name is not None else []
        )
        if self.player is not None:
            player = masked(self.player) if self.player else phrase("none")
            parts.append(phrase("player in the register now {player}", player=player))
        return phrase(
            "No. {entry} {name}: {changes}",
            entry=self.entry,
            name=answer["name"],
            changes=", ".join(map(str, parts)),
        )


@register
@dataclass(frozen=True, kw_only=True)
class WithdrawEntry(DivisionCommand):
    """Takes an entry out from a round on: no more pairings, out of the ranking from there.

    With `forfeits` it stays in the ranking and forfeits every round that is published from there
    on, until it is reinstated; nobody wins by these forfeits.
    """

    code = "entry.withdrawn"
    permission = Permission.CHECK_IN
    entry: int
    from_round: int
    forfeits: bool = False

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        entry = find_entry(division, self.entry)
        check_from_round(division, self.from_round)
        if not takes_part(entry.away, self.from_round):
            raise Refused(
                phrase(
                    "{entry} is not taking part in round {round}.",
                    entry=entry,
                    round=self.from_round,
                ),
                code="entry.away",
                field="from_round",
            )
        seat = entry.seats.filter(
            round__number__gte=self.from_round, round__stage=Round.Stage.PUBLISHED
        ).select_related("round")
        first = seat.order_by("round__number").first()
        if first is not None:
            raise Refused(
                phrase(
                    "{entry} has a seat in the published round {round}; enter a result or a "
                    "forfeit there, and withdraw them from a later round.",
                    entry=entry,
                    round=first.round.number,
                ),
                code="entry.seated",
                field="from_round",
            )
        away = withdrawn_at(entry.away, self.from_round, forfeiting=self.forfeits)
        work.ledger.update(entry, away=away)
        return {"name": entry.shown_name}

    def sentence(self, answer: Row) -> str:
        said = {"entry": self.entry, "name": answer["name"], "round": self.from_round}
        if self.forfeits:
            return phrase("No. {entry} {name} forfeits every round from round {round} on", **said)
        return phrase("No. {entry} {name} withdrawn from round {round} on", **said)

    def follow_undo(self, work: Work, entry: JournalEntry) -> None:
        """Refuses to have one player play in two entries."""
        if not work.facts.are_recorded:
            refuse_playing_twice_since(self.find_division(), entry)

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        refuse_if_published(self, self.from_round)

    check_redo = check_undo


@register
@dataclass(frozen=True, kw_only=True)
class ReinstateEntry(ReturnCommand):
    """Takes an entry back in from a round on; rounds missed count as the rule set says."""

    code = "entry.reinstated"
    permission = Permission.CHECK_IN

    def sentence(self, answer: Row) -> str:
        said = phrase(
            "No. {entry} {name} plays again from round {round}",
            entry=self.entry,
            name=answer["name"],
            round=self.from_round,
        )
        return f"{said}{told_missed(answer)}"
