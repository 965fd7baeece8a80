"""Open and close the handing in of games by the players' own links, and renew links."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import phrase
from tournaments.kernel.commands.base import (
    DivisionCommand,
    EventCommand,
    find_entry,
    find_tournament,
    must_be_open,
)


@register
@dataclass(frozen=True, kw_only=True)
class OpenHandIn(DivisionCommand):
    """Says whether the players of a division may hand in games of theirs by their links."""

    code = "division.hand_in_changed"
    takes_games: bool

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        if not work.ledger.update(division, takes_games=self.takes_games):
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="takes_games"
            )
        return {}

    def sentence(self, answer: Row) -> str:
        if self.takes_games:
            return phrase(
                "Players of division {division} hand in games through their links",
                division=self.division,
            )
        return phrase(
            "Division {division} no longer takes games through links", division=self.division
        )


@register
@dataclass(frozen=True, kw_only=True)
class RenewLinks(EventCommand):
    """Renews the links of all entries of the event; the older ones stop working.

    Undone, those before hold again; which number the new ones have is a fact, and none is given
    twice, so that cards that an undo ended stay ended.
    """

    code = "event.links_renewed"
    confirmed: bool = False

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        must_be_open(event)
        if not self.confirmed:
            raise NeedsConfirmation(
                phrase("All links stop working now, and you have to print all cards again."),
                code="confirm",
                field="confirmed",
            )
        number = work.facts.decide("number", self._number)
        work.ledger.update(event, links_renewed=number)
        return {"times": number}

    def _number(self) -> int:
        renewals = JournalEntry.objects.filter(stream__key=self.stream(), command=self.code)
        return renewals.count() + 1

    def sentence(self, answer: Row) -> str:
        return phrase("New links for all entries; the earlier ones no longer work")


@register
@dataclass(frozen=True, kw_only=True)
class RenewLink(DivisionCommand):
    """Renews the link and the PIN of one entry: their card was lost, or somebody else has it.

    Undone, the one before works again. Which number the new one has is a fact, as for all links.
    """

    code = "entry.link_renewed"
    entry: int

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        must_be_open(division.tournament)
        entry = find_entry(division, self.entry)
        if not self.confirmed:
            raise NeedsConfirmation(
                phrase(
                    "The link and the PIN of {entry} stop working now; print the card again.",
                    entry=entry,
                ),
                code="confirm",
                field="confirmed",
            )
        number = work.facts.decide("number", lambda: self._number(entry.key))
        work.ledger.update(entry, link_renewed=number)
        return {"name": entry.shown_name}

    def _number(self, key: int) -> int:
        renewals = JournalEntry.objects.filter(stream__key=self.stream(), command=self.code)
        changes = renewals.values_list("changes", flat=True)
        return sum(any(one["row"] == ["entry", [key]] for one in rows) for rows in changes) + 1

    def sentence(self, answer: Row) -> str:
        return phrase(
            "New link and PIN for no. {entry} {name}; the earlier ones no longer work",
            entry=self.entry,
            name=answer["name"],
        )
