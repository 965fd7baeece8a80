"""Many people become members of a club at once, as a sheet said."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from clubs.days import is_usual
from clubs.kernel.commands.base import ClubCommand
from clubs.membership.commands.fitting import must_fit_when_put_back, overlap
from clubs.membership.commands.terms import KINDS_OF_CLUBS, next_number
from clubs.membership.queries.members import terms_of
from clubs.membership.terms.kinds import Term
from clubs.models import AssociationMembership, ClubHome, Membership
from core.journal.checked import change_checked, fields_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from people.selectors import players_named

MOST = 1000


@dataclass(frozen=True, kw_only=True)
class ImportedMember:
    """A member with the days of a term as they were; `last` is None for life.

    Where `association` is named, what they have in it is recorded; `expires` is None for life.
    """

    player: str
    kind: str = "regular"
    first: date
    last: date | None = None
    paid: str = ""
    note: str = ""
    association: str = ""
    member_number: str = ""
    expires: date | None = None


@register
@dataclass(frozen=True, kw_only=True)
class ImportMembers(ClubCommand):
    """Gives many people of the register a term each, whose days are said and not worked out."""

    code = "members.imported"
    permission = Permission.KEEP_MEMBERS
    members: tuple[ImportedMember, ...]

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        if not 1 <= len(self.members) <= MOST:
            raise _refused("count", phrase("Name 1 to {most} members.", most=MOST))
        if not work.facts.are_recorded:
            self._check_people()
        self._check_terms(home)
        first = next_number(home)
        rows = [
            Membership(
                club=home,
                number=number,
                player=one.player,
                kind=one.kind,
                first=one.first,
                last=one.last,
                paid=one.paid.strip(),
                note=one.note.strip(),
            )
            for number, one in enumerate(self.members, first)
        ]
        work.ledger.create_many([fields_checked(row) for row in rows])
        self._record_associations(home, work)
        return {"count": len(rows)}

    def _check_people(self) -> None:
        known = players_named({one.player for one in self.members})
        for one in self.members:
            if one.player not in known:
                said = phrase("The register has no player {key}.", key=one.player[:60])
                raise _refused("stranger", said)

    def _check_terms(self, home: ClubHome) -> None:
        terms = terms_of(home, {one.player for one in self.members})
        for one in self.members:
            said = _wrong_days(one)
            if said:
                raise _refused("days", said)
            if one.kind not in KINDS_OF_CLUBS:
                raise _refused("kind", phrase("There is no such kind of membership."))
            term = Term(one.player, one.kind, one.first, one.last)
            if any(other.member == one.player and overlap(term, other) for other in terms):
                said = phrase("{player} is a member on these days already.", player=one.player)
                raise _refused("twice", said)
            terms.append(term)

    def _record_associations(self, home: ClubHome, work: Work) -> None:
        for one in self.members:
            if not one.association:
                continue
            named = {"club": home, "player": one.player, "association": one.association}
            values = {"member_number": one.member_number, "expires": one.expires}
            row = AssociationMembership.objects.filter(**named).first()
            if row is None:
                work.ledger.create(fields_checked(AssociationMembership(**named, **values)))
            else:
                change_checked(row, values)
                work.ledger.update(row, **values)

    def check_redo(self, entry: JournalEntry) -> None:
        must_fit_when_put_back(entry, self.club, "after")

    def sentence(self, answer: Row) -> str:
        return phrase_count("{count} member imported", "{count} members imported", answer["count"])


def _wrong_days(one: ImportedMember) -> str:
    days = [day for day in (one.first, one.last, one.expires) if day is not None]
    for day in days:
        if not is_usual(day):
            return phrase("{day} cannot be right.", day=day.isoformat())
    if one.last is not None and one.last < one.first:
        return phrase("A membership of {player} ends before it begins.", player=one.player)
    return ""


def _refused(code: str, sentence: str) -> Refused:
    return Refused(sentence, code=f"members.{code}", field="members")
