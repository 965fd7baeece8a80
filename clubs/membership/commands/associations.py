"""What members of a club have in associations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from clubs.days import is_usual
from clubs.membership.commands.terms import MemberCommand
from clubs.membership.wording import until_words
from clubs.models import AssociationMembership
from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase


@register
@dataclass(frozen=True, kw_only=True)
class RecordAssociationMembership(MemberCommand):
    """Records until when somebody is a member of an association; `expires` is None for life."""

    code = "association.recorded"
    association: str
    member_number: str = ""
    expires: date | None = None

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        name = self.name(work)
        association = " ".join(self.association.split()).upper()
        if not association:
            raise Refused(
                phrase("Name the association."), code="association.missing", field="association"
            )
        if self.expires is not None and not is_usual(self.expires):
            raise Refused(
                phrase("{day} cannot be right.", day=self.expires.isoformat()),
                code="association.day",
                field="expires",
            )
        values = {"member_number": self.member_number.strip(), "expires": self.expires}
        named = {"club": home, "player": self.player, "association": association}
        row = AssociationMembership.objects.filter(**named).first()
        if row is None:
            work.ledger.create(checked(AssociationMembership(**named, **values)))
        else:
            change_checked(row, values)
            if not work.ledger.update(row, **values):
                raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": name, "association": association}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{name} is a member of {association} {until}",
            name=answer["name"],
            association=answer["association"],
            until=until_words(self.expires),
        )


@register
@dataclass(frozen=True, kw_only=True)
class ForgetAssociationMembership(MemberCommand):
    """Takes away what was recorded of somebody in an association."""

    code = "association.forgotten"
    association: str

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        name = self.name(work)
        row = AssociationMembership.objects.filter(
            club=home, player=self.player, association=self.association
        ).first()
        if row is None:
            raise Refused(
                phrase("Nothing is recorded of {name} in that association.", name=name),
                code="association.unknown",
                field="association",
            )
        work.ledger.delete(row)
        return {"name": name, "association": row.association}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Membership of {name} in {association} taken away",
            name=answer["name"],
            association=answer["association"],
        )
