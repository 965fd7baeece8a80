"""Historic claims: made, loaded from a file, verified, disputed and withdrawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from clubs.models import RecordClaim
from clubs.records.book.categories import RULES, RecordCategory
from clubs.records.book.claims import MOST_CLAIMS, ClaimError, HistoricClaim, read_claims
from clubs.records.queries.claims import columns_of_claim, value_of
from clubs.records.queries.stored_book import CLAIMS
from core.journal.checked import checked
from core.journal.command import Command, Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase, phrase_count
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from people.models import Club
from tournaments.kernel.queries.rights import club_scope

Venue = Literal["club", "tournament", "unspecified"]
_WRONG = {
    "claim.shape": phrase("The file is not a list of claims as records.json has them: {claim}."),
    "claim.key": phrase("The claim {claim} has no name of its own."),
    "claim.value": phrase("The value of the claim {claim} is not a number."),
    "claim.source": phrase("The claim {claim} has no source."),
}


@dataclass(frozen=True, kw_only=True)
class ClaimsCommand(Command):
    """Base of the commands on claims: of operators, and about a club of who keeps its records."""

    permission = Permission.OPERATE

    def stream(self) -> str:
        return CLAIMS

    def club_claimed(self) -> str:
        """Returns the club that the claim is about, empty where it is about none."""
        return ""

    def scope(self) -> str:
        club = self.club_claimed()
        return club_scope(club) if club else INSTALLATION

    def needs(self) -> Permission:
        return Permission.KEEP_RECORDS if self.club_claimed() else self.permission


@register
@dataclass(frozen=True, kw_only=True)
class ClaimRecord(ClaimsCommand):
    """Puts a claim into the book: what, how much, and who says so.

    `value` is a number as people write it. Without a `claim` it gets a name made of its category.
    """

    code = "record.claimed"
    category: str
    value: str
    source: str
    claim: str = ""
    players: tuple[str, ...] = ()
    day: str = ""
    where: str = ""
    family: str = ""
    venue: Venue = "unspecified"
    club: str = ""
    is_clean: bool | None = None
    detail: str = ""
    note: str = ""

    def club_claimed(self) -> str:
        return self.club

    def apply(self, work: Work) -> Row:
        key = work.facts.decide("key", lambda: self.claim or _new_key(self.category))
        self._check(key)
        if self.club:
            work.facts.decide("club", lambda: _known_club(self.club))
        claim = HistoricClaim(
            key=key,
            said=self.category,
            value=value_of(self.value.strip()) or 0,
            source=self.source.strip(),
            category=RecordCategory(self.category),
            players=tuple(name.strip() for name in self.players if name.strip()),
            day=self.day.strip(),
            where=self.where.strip(),
            family=self.family.strip(),
            venue="club" if self.club else self.venue,
            club=self.club,
            is_clean=self.is_clean,
            detail=self.detail.strip(),
            note=self.note.strip(),
        )
        work.ledger.create(checked(RecordClaim(**columns_of_claim(claim))))
        return {"claim": key}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Claim {claim}: {value} in {category}, by {source}",
            claim=answer["claim"],
            value=self.value,
            category=self.category,
            source=self.source,
        )

    def _check(self, key: str) -> None:
        if self.category not in set(RULES):
            raise Refused(
                phrase("The book has no category {category}.", category=self.category[:40]),
                code="claim.category",
                field="category",
            )
        if value_of(self.value.strip()) is None:
            raise Refused(
                phrase("Give the value as a number, such as 712 or 431.5."),
                code="claim.value",
                field="value",
            )
        if not self.source.strip():
            raise Refused(
                phrase("Say where the claim comes from: a book, a page, a person."),
                code="claim.source",
                field="source",
            )
        if RecordClaim.objects.filter(key=key).exists():
            raise Refused(
                phrase("There is a claim {claim} already.", claim=key),
                code="claim.taken",
                field="claim",
            )


@register
@dataclass(frozen=True, kw_only=True)
class LoadClaims(ClaimsCommand):
    """Puts the claims of a file in the shape of records.json into the book, as its seed.

    A claim that is there under its name stays as it is.
    """

    code = "records.loaded"
    records: tuple[dict[str, Any], ...]

    def apply(self, work: Work) -> Row:
        claims = _read(self.records)
        known = set(RecordClaim.objects.values_list("key", flat=True))
        new = [
            checked(RecordClaim(**columns_of_claim(claim)))
            for claim in claims
            if claim.key not in known
        ]
        if not new:
            raise Refused(phrase("All of these claims are in the book."), code="nothing_changed")
        work.ledger.create_many(new)
        return {"loaded": len(new), "kept": len(claims) - len(new)}

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "{count} claim loaded from a file",
            "{count} claims loaded from a file",
            count=answer["loaded"],
        )


@dataclass(frozen=True, kw_only=True)
class ClaimCommand(ClaimsCommand):
    """Base of the commands about one claim."""

    claim: str
    needs_reason = True

    def club_claimed(self) -> str:
        rows = RecordClaim.objects.filter(key=self.claim)
        return rows.values_list("club", flat=True).first() or ""

    def find_claim(self) -> RecordClaim:
        """Returns the claim's row; Refused where there is none."""
        row = RecordClaim.objects.filter(key=self.claim).first()
        if row is None:
            raise Refused(
                phrase("There is no claim {claim}.", claim=self.claim[:60]),
                code="claim.unknown",
                field="claim",
            )
        return row

    def _say(self, work: Work, status: RecordClaim.Status) -> Row:
        if not work.ledger.update(self.find_claim(), status=status.value):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"claim": self.claim, "status": status.value}


@register
@dataclass(frozen=True, kw_only=True)
class VerifyClaim(ClaimCommand):
    """Says that a claim is verified, so that it takes a place in the book; the reason says how."""

    code = "record.verified"

    def apply(self, work: Work) -> Row:
        return self._say(work, RecordClaim.Status.VERIFIED)

    def sentence(self, answer: Row) -> str:
        return phrase("Claim {claim} is verified", claim=self.claim)


@register
@dataclass(frozen=True, kw_only=True)
class DisputeClaim(ClaimCommand):
    """Says that a claim is disputed; the reason says why. It then takes no place in the book."""

    code = "record.disputed"

    def apply(self, work: Work) -> Row:
        return self._say(work, RecordClaim.Status.DISPUTED)

    def sentence(self, answer: Row) -> str:
        return phrase("Claim {claim} is disputed", claim=self.claim)


@register
@dataclass(frozen=True, kw_only=True)
class WithdrawClaim(ClaimCommand):
    """Takes a claim out of the book; the reason says why."""

    code = "record.withdrawn"

    def apply(self, work: Work) -> Row:
        work.ledger.delete(self.find_claim())
        return {"claim": self.claim}

    def sentence(self, answer: Row) -> str:
        return phrase("Claim {claim} is withdrawn", claim=self.claim)


def _read(records: tuple[Mapping[str, Any], ...]) -> tuple[HistoricClaim, ...]:
    if len(records) > MOST_CLAIMS:
        raise Refused(phrase("A file can have at most 10000 claims."), code="claim.shape")
    try:
        return read_claims({"records": list(records)})
    except ClaimError as wrong:
        said = str(wrong.params.get("claim") or "1")
        raise Refused(
            _WRONG[wrong.code].format(claim=said), code=wrong.code, field="records"
        ) from wrong


def _new_key(category: str) -> str:
    taken = set(RecordClaim.objects.values_list("key", flat=True))
    stem = category[:40].replace("_", "-")
    return next(
        key for number in range(1, MOST_CLAIMS + 2) if (key := f"{stem}-{number}") not in taken
    )


def _known_club(slug: str) -> bool:
    if not Club.objects.filter(slug=slug).exists():
        raise Refused(
            phrase("The register has no club {slug}.", slug=slug[:60]),
            code="club.unknown",
            field="club",
        )
    return True
