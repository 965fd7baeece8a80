"""Somebody must not play at a club from one day to another, and may again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Max

from clubs.days import is_usual
from clubs.kernel.commands.base import ClubCommand
from clubs.membership.commands.terms import MemberCommand, name_of
from clubs.membership.terms.door import Suspension
from clubs.models import MemberSuspension
from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.table import Permission


@register
@dataclass(frozen=True, kw_only=True)
class Suspend(MemberCommand):
    """Bans somebody from a club; `last` is None until further notice."""

    code = "member.suspended"
    first: date
    last: date | None = None
    note: str = ""

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        name = self.name(work)
        for field, day in (("first", self.first), ("last", self.last)):
            if day is not None and not is_usual(day):
                raise Refused(
                    phrase("{day} cannot be right.", day=day.isoformat()),
                    code="suspension.day",
                    field=field,
                )
        Suspension(self.player, self.first, self.last, self.club)
        rows = MemberSuspension.objects.filter(club=home)
        number = int(rows.aggregate(most=Max("number"))["most"] or 0) + 1
        row = MemberSuspension(
            club=home,
            number=number,
            player=self.player,
            first=self.first,
            last=self.last,
            note=self.note.strip(),
        )
        work.ledger.create(checked(row))
        return {"number": number, "name": name}

    def sentence(self, answer: Row) -> str:
        name, first = answer["name"], self.first.isoformat()
        if self.last is None:
            return phrase(
                "{name} suspended from {first} until further notice", name=name, first=first
            )
        return phrase(
            "{name} suspended from {first} through {last}",
            name=name,
            first=first,
            last=self.last.isoformat(),
        )


@register
@dataclass(frozen=True, kw_only=True)
class LiftSuspension(ClubCommand):
    """Ends a suspension: from `day` on, whoever it banned may play again."""

    code = "suspension.lifted"
    permission = Permission.KEEP_MEMBERS
    suspension: int
    day: date

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        row = MemberSuspension.objects.filter(club=home, number=self.suspension).first()
        if row is None:
            raise Refused(
                phrase("There is no suspension no. {number}.", number=self.suspension),
                code="suspension.unknown",
                field="suspension",
            )
        if row.last is not None and row.last < self.day:
            raise Refused(
                phrase("This suspension ended on {day}.", day=row.last.isoformat()),
                code="suspension.over",
                field="day",
            )
        player = row.player
        name = work.facts.decide("name", lambda: name_of(player))
        if self.day <= row.first:
            work.ledger.delete(row)
        else:
            work.ledger.update(row, last=self.day - timedelta(days=1))
        return {"name": name}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Suspension of {name} lifted from {day} on",
            name=answer["name"],
            day=self.day.isoformat(),
        )
