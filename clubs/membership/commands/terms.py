"""Somebody becomes a member of a club, renews, or leaves."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from datetime import date

from django.db.models import Max

from clubs.kernel.commands.base import ClubCommand
from clubs.membership.commands.fitting import must_fit_when_put_back
from clubs.membership.queries.members import terms_of
from clubs.membership.terms.kinds import KINDS, MembershipWish, Term, begun
from clubs.membership.wording import kind_words, until_words
from clubs.models import ClubHome, Membership
from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from people.merging import keys_of, standing_for
from people.models import Player

KINDS_OF_CLUBS = ("regular", "trial", "fixed", "reciprocal", "life")


@dataclass(frozen=True, kw_only=True)
class MemberCommand(ClubCommand):
    """Base of the commands about a person of the register in a club."""

    permission = Permission.KEEP_MEMBERS
    player: str

    def name(self, work: Work) -> str:
        """Returns the person's name in full; Refused where the register has nobody of the key."""
        return work.facts.decide("name", lambda: name_of(self.player))


def name_of(key: str) -> str:
    """Returns the full name of a player; Refused where the register has nobody of the key."""
    player = Player.objects.filter(key=key).first()
    if player is None:
        raise Refused(
            phrase("The register has no player {key}.", key=key[:60]),
            code="player.unknown",
            field="player",
        )
    return player.full_name


@dataclass(frozen=True, kw_only=True)
class _BeginTerm(MemberCommand):
    """Base of what gives somebody a term; `until` is the last day of one that has a fixed end.

    `paid` is what the receipt of its fee is called.
    """

    kind: str = "regular"
    day: date
    years: int = 1
    until: date | None = None
    paid: str = ""
    note: str = ""

    def check_redo(self, entry: JournalEntry) -> None:
        must_fit_when_put_back(entry, self.club, "after")

    @abstractmethod
    def check(self, name: str, terms: list[Term]) -> None:
        """Raises Refused where this is not for somebody who has had these terms."""

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        name = self.name(work)
        player = work.facts.decide(
            "player", lambda: standing_for().get(self.player, self.player), unsaid=self.player
        )
        terms = terms_of(home, [player])
        self.check(name, terms)
        if self.kind not in KINDS_OF_CLUBS:
            raise Refused(
                phrase("There is no such kind of membership."),
                code="membership.kind",
                field="kind",
            )
        wish = MembershipWish(KINDS[self.kind], self.day, self.years, self.until)
        days = work.facts.decide("days", lambda: _days(begun(player, wish, terms)))
        first, last = days["first"], days["last"]
        row = Membership(
            club=home,
            number=next_number(home),
            player=player,
            kind=self.kind,
            first=date.fromisoformat(first),
            last=date.fromisoformat(last) if last else None,
            paid=self.paid.strip(),
            note=self.note.strip(),
        )
        work.ledger.create(checked(row))
        return {"number": row.number, "name": name, "first": first, "last": last}


@register
@dataclass(frozen=True, kw_only=True)
class AddMember(_BeginTerm):
    """Makes a person of the register a member of a club."""

    code = "member.added"

    def check(self, name: str, terms: list[Term]) -> None:
        if any(term.last is None or term.last >= self.day for term in terms):
            raise Refused(
                phrase("{name} is a member already.", name=name),
                code="member.twice",
                field="player",
            )

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{name} is a member: {kind}, from {first} {until}",
            name=answer["name"],
            kind=kind_words(self.kind),
            first=answer["first"],
            until=until_words(answer["last"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RenewMembership(_BeginTerm):
    """Gives somebody who is or was a member a further term, after what they have."""

    code = "membership.renewed"

    def check(self, name: str, terms: list[Term]) -> None:
        if not terms:
            raise Refused(
                phrase("{name} was never a member.", name=name),
                code="member.unknown",
                field="player",
            )

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Membership of {name} renewed: {kind}, from {first} {until}",
            name=answer["name"],
            kind=kind_words(self.kind),
            first=answer["first"],
            until=until_words(answer["last"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class EndMembership(MemberCommand):
    """Ends what somebody has of a membership; `day` is the last one on which they are a member.

    What was to begin later is taken away.
    """

    code = "membership.ended"
    day: date

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        name = self.name(work)
        keys = work.facts.decide("keys", lambda: sorted(keys_of(self.player)))
        rows = [
            row
            for row in Membership.objects.filter(club=home, player__in=keys)
            if row.last is None or row.last > self.day
        ]
        if not rows:
            raise Refused(
                phrase("{name} has no membership after that day.", name=name),
                code="membership.none",
                field="day",
            )
        for row in rows:
            if row.first > self.day:
                work.ledger.delete(row)
            else:
                work.ledger.update(row, last=self.day)
        return {"name": name}

    def check_undo(self, entry: JournalEntry) -> None:
        must_fit_when_put_back(entry, self.club, "before")

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Membership of {name} ends on {day}", name=answer["name"], day=self.day.isoformat()
        )


def next_number(home: ClubHome) -> int:
    """Returns the number that no membership of a club has had among those that are left."""
    rows = Membership.objects.filter(club=home)
    return int(rows.aggregate(most=Max("number"))["most"] or 0) + 1


def _days(term: Term) -> Row:
    last = term.last.isoformat() if term.last else None
    return {"first": term.first.isoformat(), "last": last}
