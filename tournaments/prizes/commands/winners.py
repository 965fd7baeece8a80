"""Draw door prizes, and name the winners that no figure tells."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import listed, phrase
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import EventPrize, Tournament
from tournaments.prizes.commands.offers import PrizeCommand, find_prize
from tournaments.prizes.commands.terms import entries_by_key
from tournaments.prizes.queries.offered import rows_of, terms_of
from tournaments.prizing.records import BY_HAND, PrizeKind

MOST_WINNERS = 50


@register
@dataclass(frozen=True, kw_only=True)
class DrawPrize(PrizeCommand):
    """Draws who wins a door prize, among those who are here and have won no other door prize.

    The lot that it was drawn by and who was drawn are facts. Drawing again draws anew.
    """

    code = "prize.drawn"
    number: int
    winners: int = 1

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        row = find_prize(event, self.number)
        if row.kind != PrizeKind.DOOR:
            raise Refused(
                phrase("Prize {number} is not a door prize.", number=self.number),
                code="prize.not_drawn",
                field="number",
            )
        lot = work.facts.decide("lot", lambda: self._lot(event))
        drawn = work.facts.decide("drawn", lambda: self._drawn(event, row, lot))
        work.ledger.update(row, winners=drawn)
        return {"names": [one.shown_name for one in entries_by_key(event, tuple(drawn))]}

    def _lot(self, event: Tournament) -> str:
        """Returns the lot of this draw: the event's, the prize's, and how often it was drawn."""
        times = JournalEntry.objects.filter(
            stream__key=self.stream(), command=self.code, payload__number=self.number
        ).count()
        return f"{event.seed}/door/{self.number}/{times + 1}"

    def _drawn(self, event: Tournament, row: EventPrize, lot: str) -> list[int]:
        if not 1 <= self.winners <= MOST_WINNERS:
            raise Refused(
                phrase("Draw 1 to {most} winners.", most=MOST_WINNERS),
                code="prize.winners",
                field="winners",
            )
        keys = _in_the_draw(event, row)
        if len(keys) < self.winners:
            raise Refused(
                phrase("Fewer entries than that are in the draw: {count}.", count=len(keys)),
                code="prize.nobody",
                field="winners",
            )
        drawn = sorted(keys, key=lambda key: hashlib.sha256(f"{lot}/{key}".encode()).digest())
        return drawn[: self.winners]

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Prize {number} drawn: {names}",
            number=self.number,
            names=listed(answer["names"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class NameWinners(PrizeCommand):
    """Names who wins a prize that the director gives, by the keys of the entries; nobody, too."""

    code = "prize.winners_named"
    number: int
    entries: tuple[int, ...]

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        row = find_prize(event, self.number)
        if row.kind not in BY_HAND:
            raise Refused(
                phrase("Prize {number} is won by a figure.", number=self.number),
                code="prize.not_named",
                field="number",
            )
        if len(self.entries) > MOST_WINNERS:
            raise Refused(
                phrase("Name at most {most} winners.", most=MOST_WINNERS),
                code="prize.winners",
                field="entries",
            )
        named = entries_by_key(event, self.entries)
        if not work.ledger.update(row, winners=[one.key for one in named]):
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="entries"
            )
        return {"names": [one.shown_name for one in named]}

    def sentence(self, answer: Row) -> str:
        if not answer["names"]:
            return phrase("Prize {number} has no winner any more", number=self.number)
        return phrase(
            "Prize {number} goes to {names}", number=self.number, names=listed(answer["names"])
        )


def _in_the_draw(event: Tournament, row: EventPrize) -> list[int]:
    """Returns the keys of those in the draw: here, not excluded, without another door prize.

    House players are not in it, who win nothing.
    """
    held = {
        key
        for one in rows_of(event)
        if one.kind == PrizeKind.DOOR and one != row
        for key in one.winners
    }
    barred = held.union(terms_of(event).excluded)
    divisions = event.divisions.select_related("tournament").order_by("position")
    sheets = (load_sheet(one) for one in divisions if row.division in (None, one))
    return [
        entry.key
        for sheet in sheets
        for entry in sheet.entries.values()
        if not entry.has_left
        and entry.number not in sheet.house_from
        and entry.key not in barred
        and row.prize_class in ("", entry.prize_class)
    ]
