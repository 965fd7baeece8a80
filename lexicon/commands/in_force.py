"""Say by which edition an association plays, where the dates that the program brings are not so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from lexicon.commands.base import LexicaCommand
from lexicon.models import InForce
from lexicon.selectors.installed import installed_lexica
from lexicon.wording import NEVER_RATED, PURPOSE_WORDS, days_words
from lexicon.words.editions import Purpose, association_named, edition_named


@register
@dataclass(frozen=True, kw_only=True)
class SayInForce(LexicaCommand):
    """Says from when to when, both days included, an association plays by an edition.

    `edition` is the name or alias of a known one, or the code or edition of a list that is here;
    `until` None is until another one begins. If entered again, the new days apply.
    """

    code = "in_force.said"
    association: str
    edition: str
    since: date
    until: date | None = None
    purpose: Purpose = "rated"

    def apply(self, work: Work) -> Row:
        association, edition = work.facts.decide("names", self._names)
        if self.until is not None and self.until < self.since:
            raise Refused(
                phrase(
                    "The last day, {until}, is before the first day, {since}.",
                    until=self.until,
                    since=self.since,
                ),
                code="in_force.days",
                field="until",
            )
        row = InForce.objects.filter(
            association=association, edition=edition, purpose=self.purpose
        ).first()
        days = {"since": self.since, "until": self.until}
        if row is None:
            row = InForce(association=association, edition=edition, purpose=self.purpose, **days)
            work.ledger.create(checked(row))
        else:
            change_checked(row, days)
            if not work.ledger.update(row, **days):
                raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"association": association, "edition": edition}

    def _names(self) -> list[str]:
        """Returns association and edition as they are written; Refused for what names none."""
        association = association_named(self.association)
        if not association:
            raise Refused(
                phrase("Give the association."), code="association.missing", field="association"
            )
        edition = edition_named(self.edition)
        if edition is None:
            return [association, self._own_edition()]
        if edition.is_free and self.purpose == "rated":
            raise Refused(
                NEVER_RATED.format(lexicon=edition.name),
                code="edition.free",
                field="edition",
            )
        return [association, edition.name]

    def _own_edition(self) -> str:
        wanted = self.edition.strip().casefold()
        names = [
            name for one in installed_lexica(put_away=True) for name in (one.edition, one.code)
        ]
        found = next((name for name in names if name and name.casefold() == wanted), None)
        if found is None:
            raise Refused(
                phrase(
                    "The program knows no edition {edition!r}, and no list here is called that.",
                    edition=self.edition.strip()[:30],
                ),
                code="edition.unknown",
                field="edition",
            )
        return found

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{association} plays by {edition} {days_words}, for {purpose_words}",
            association=answer["association"],
            edition=answer["edition"],
            days_words=days_words(self.since, self.until),
            purpose_words=PURPOSE_WORDS[self.purpose],
        )


@register
@dataclass(frozen=True, kw_only=True)
class ForgetInForce(LexicaCommand):
    """Removes the dates of an association and an edition: the known dates apply again."""

    code = "in_force.forgotten"
    association: str
    edition: str
    purpose: Purpose = "rated"

    def apply(self, work: Work) -> Row:
        known = edition_named(self.edition)
        edition = known.name if known else self.edition.strip()
        said = InForce.objects.filter(
            association__iexact=self.association.strip(),
            edition__iexact=edition,
            purpose=self.purpose,
        ).first()
        if said is None:
            raise Refused(
                phrase(
                    "No dates were entered here for {association} and "
                    "{edition}, for {purpose_words}.",
                    association=self.association.strip()[:30],
                    edition=edition[:30],
                    purpose_words=PURPOSE_WORDS[self.purpose],
                ),
                code="in_force.unknown",
                field="edition",
            )
        answer = {"association": said.association, "edition": said.edition}
        work.ledger.delete(said)
        return answer

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Dates of {edition} for {association}, {purpose_words}, taken back",
            edition=answer["edition"],
            association=answer["association"],
            purpose_words=PURPOSE_WORDS[self.purpose],
        )
