"""Who has won which prize: as if the event ended now, and for good once it has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.kernel.queries.sheet import EntryLine, Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds
from tournaments.models import EventMoney, EventPrize, PrizeTerms, Tournament
from tournaments.prizes.queries.field import field_of
from tournaments.prizes.queries.offered import (
    awarding_terms,
    fees_of,
    fund_of,
    money_rows,
    prizes_of,
    rows_of,
    terms_of,
)
from tournaments.prizes.wording.reasons import Told, why
from tournaments.prizes.wording.titles import title_of, worth_of
from tournaments.prizing.awarding import awarded
from tournaments.prizing.records import BY_HAND, Field, Prize, PrizeAward


@dataclass(frozen=True, slots=True)
class PrizeWinner:
    """Who won a prize: the entry, and what it gets of it in minor units."""

    key: int
    division: str
    number: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class PrizeNow:
    """A prize with its winners and the reason; not `final` while games can still change them."""

    row: EventPrize
    prize: Prize
    award: PrizeAward
    title: str
    worth: str
    winners: tuple[PrizeWinner, ...]
    why: str
    final: bool


@dataclass(frozen=True)
class PrizesNow:
    """The prizes of an event and who wins them with the results that are in.

    `public` names people as they chose; the desk as they entered.
    """

    event: Tournament
    sheets: tuple[Sheet, ...]
    terms: PrizeTerms
    rows: tuple[EventPrize, ...]
    money: tuple[EventMoney, ...]
    public: bool = False

    @cached_property
    def people(self) -> dict[int, tuple[str, EntryLine]]:
        """Every entry by key, with its division."""
        return {
            entry.key: (sheet.division.name, entry)
            for sheet in self.sheets
            for entry in sheet.entries.values()
        }

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of every entry by key."""
        return {
            key: entry.name if self.public else entry.entered_name
            for key, (_, entry) in self.people.items()
        }

    @cached_property
    def fees(self) -> dict[int, int]:
        """The entry fees by key."""
        return fees_of(self.sheets, self.terms)

    @cached_property
    def fund(self) -> int | None:
        """What the prizes in money are paid from, None where it is not known."""
        return fund_of(self.terms, self.fees, self.money)

    @cached_property
    def prizes(self) -> tuple[Prize, ...]:
        """The prizes with their amounts; whoever was drawn or named and is gone wins nothing."""
        return tuple(
            replace(prize, winners=tuple(key for key in prize.winners if key in self.people))
            for prize in prizes_of(self.rows, self.fund, self.terms.unit)
        )

    @property
    def total(self) -> int:
        """What all prizes in money come to."""
        return sum(prize.amount for prize in self.prizes)

    @cached_property
    def field(self) -> Field:
        """Who can win, and the games that count."""
        return field_of(self.sheets, frozenset(self.terms.excluded))

    @cached_property
    def awards(self) -> tuple[PrizeAward, ...]:
        """The award of every prize, in the order of the list."""
        return awarded(self.prizes, self.field, awarding_terms(self.terms))

    @cached_property
    def finished(self) -> frozenset[str]:
        """The divisions in which every round is complete, and all once the event is closed."""
        return frozenset(
            sheet.division.name
            for sheet in self.sheets
            if self.event.closed or complete_rounds(sheet) >= sheet.division.planned_rounds
        )

    @cached_property
    def list(self) -> tuple[PrizeNow, ...]:
        """Every prize with its winners and the reason."""
        told = Told(self.names, {one.key: one for one in self.field.contestants})
        return tuple(
            self._now(row, award, told) for row, award in zip(self.rows, self.awards, strict=True)
        )

    @cached_property
    def due(self) -> dict[int, int]:
        """What every winner is to be paid in money, by key."""
        due: dict[int, int] = {}
        for award in self.awards:
            for share in award.winners:
                if share.amount:
                    due[share.key] = due.get(share.key, 0) + share.amount
        return due

    def _now(self, row: EventPrize, award: PrizeAward, told: Told) -> PrizeNow:
        prize = award.prize
        return PrizeNow(
            row=row,
            prize=prize,
            award=award,
            title=title_of(prize, self.names.get(prize.target, "")),
            worth=worth_of(prize, self.terms.currency),
            winners=tuple(
                self._winner(share.key, share.amount)
                for share in award.winners
                if share.key in self.people
            ),
            why=why(award, told),
            final=self._is_final(prize),
        )

    def _winner(self, key: int, amount: int) -> PrizeWinner:
        division, entry = self.people[key]
        return PrizeWinner(key, division, entry.number, self.names[key], amount)

    def _is_final(self, prize: Prize) -> bool:
        if prize.kind in BY_HAND:
            return bool(prize.winners)
        counted = [one for one in self.sheets if prize.division in ("", one.division.name)]
        return all(
            one.division.name in self.finished or 0 < prize.last_round <= complete_rounds(one)
            for one in counted
        )


def prizes_now(event: Tournament, *, public: bool = False) -> PrizesNow:
    """Returns the prizes of an event as they would be won now."""
    divisions = event.divisions.select_related("tournament").order_by("position", "name")
    return prizes_on(event, [load_sheet(division) for division in divisions], public=public)


def prizes_on(event: Tournament, sheets: Sequence[Sheet], *, public: bool = False) -> PrizesNow:
    """Returns the prizes of an event as they would be won by these sheets of its divisions."""
    return PrizesNow(
        event=event,
        sheets=tuple(sheets),
        terms=terms_of(event),
        rows=tuple(rows_of(event)),
        money=tuple(money_rows(event)),
        public=public,
    )
