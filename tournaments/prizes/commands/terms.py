"""Say how the prizes are paid, who wins none, and whether everybody may read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.money import MoneyError, amount_words, checked_amount, digits_of
from core.phrases import listed, phrase
from tournaments.kernel.commands.base import EventCommand, find_tournament
from tournaments.models import Entry, Tournament
from tournaments.prizes.commands.offers import PrizeCommand
from tournaments.prizes.queries.offered import money_rows, rows_of, terms_of
from tournaments.prizes.wording.titles import ONE_MONEY, THING_TIES
from tournaments.prizing.records import OneMoney, ThingTies
from tournaments.prizing.splitting import WHOLE

LARGEST_UNIT = 1_000_000


@register
@dataclass(frozen=True, kw_only=True)
class SetPrizeTerms(PrizeCommand):
    """Says in what currency an event pays, what it pays from, and by which rules prizes are won.

    Amounts are in minor units, percent in hundredths. Without a `fund` it is `back` of the entry
    fees, with the money that was added. `division_fees` are those of divisions that ask for
    another fee than `entry_fee`. Prizes are split in whole `unit`s; of what somebody wins from
    `tax_from` on, `tax_percent` is kept back.
    """

    code = "prize.terms_set"
    currency: str
    fund: int | None = None
    entry_fee: int = 0
    division_fees: Mapping[str, int] = field(default_factory=dict)
    back: int = WHOLE
    one_money: OneMoney = OneMoney.NO
    thing_ties: ThingTies = ThingTies.DRAW
    unit: int = 1
    tax_percent: int = 0
    tax_from: int = 0

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        self._check(event)
        values: dict[str, Any] = {
            "currency": self.currency,
            "fund": self.fund,
            "entry_fee": self.entry_fee,
            "division_fees": dict(self.division_fees),
            "back": self.back,
            "one_money": str(self.one_money),
            "thing_ties": str(self.thing_ties),
            "unit": self.unit,
            "tax_percent": self.tax_percent,
            "tax_from": self.tax_from,
        }
        write_terms(work, event, values)
        return {}

    def _check(self, event: Tournament) -> None:
        try:
            digits_of(self.currency)
            for name in ("fund", "entry_fee", "tax_from"):
                checked_amount(getattr(self, name) or 0, self.currency, field=name)
            for amount in self.division_fees.values():
                checked_amount(amount, self.currency, field="division_fees")
        except MoneyError as wrong:
            raise Refused(wrong.message, code=wrong.code, field=wrong.field) from wrong
        for name in ("back", "tax_percent"):
            if not 0 <= getattr(self, name) <= WHOLE:
                raise Refused(
                    phrase("Give a percentage from 0 to 100."), code="prize.percent", field=name
                )
        if not 1 <= self.unit <= LARGEST_UNIT:
            raise Refused(
                phrase("The unit is 1 to {most} minor units.", most=LARGEST_UNIT),
                code="prize.unit",
                field="unit",
            )
        names = set(event.divisions.values_list("name", flat=True))
        unknown = sorted(set(self.division_fees) - names)
        if unknown:
            raise Refused(
                phrase("There is no division {name}.", name=unknown[0]),
                code="division.unknown",
                field="division_fees",
            )
        self._check_money(event)

    def _check_money(self, event: Tournament) -> None:
        before = terms_of(event).currency
        rows = rows_of(event)
        paid = [row for row in rows if row.amount]
        if before and before != self.currency and (paid or money_rows(event)):
            raise Refused(
                phrase(
                    "There are amounts in {currency} already, so the currency stays.",
                    currency=before,
                ),
                code="prize.currency",
                field="currency",
            )
        parts = sum(row.part for row in rows)
        total = sum(row.amount for row in paid) + (self.fund or 0) * parts // WHOLE
        if self.fund is not None and total > self.fund:
            raise Refused(
                phrase(
                    "The prizes come to {total}, which is more than a fund of {fund}.",
                    total=amount_words(total, self.currency),
                    fund=amount_words(self.fund, self.currency),
                ),
                code="prize.more_than_fund",
                field="fund",
            )

    def sentence(self, answer: Row) -> str:
        fund = (
            phrase("from entry fees and what is added")
            if self.fund is None
            else amount_words(self.fund, self.currency)
        )
        return phrase(
            "Terms of the prizes: fund {fund}, entry fee {fee}; prizes a player can win: "
            "{one_money}; things that are tied: {ties}",
            fund=fund,
            fee=amount_words(self.entry_fee, self.currency),
            one_money=ONE_MONEY[self.one_money],
            ties=THING_TIES[self.thing_ties],
        )


@register
@dataclass(frozen=True, kw_only=True)
class ExcludeFromPrizes(PrizeCommand):
    """Says which entries win nothing, by their keys, such as staff who play; it replaces the list.

    Places are then counted among the others.
    """

    code = "prize.excluded"
    entries: tuple[int, ...]

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        rows = entries_by_key(event, self.entries)
        write_terms(work, event, {"excluded": sorted(row.key for row in rows)})
        return {"names": [row.shown_name for row in rows]}

    def sentence(self, answer: Row) -> str:
        if not answer["names"]:
            return phrase("Everybody can win prizes")
        return phrase("No prizes for {names}", names=listed(answer["names"]))


@register
@dataclass(frozen=True, kw_only=True)
class PublishPrizes(EventCommand):
    """Shows the prizes and their winners to everybody, or to nobody but the desk."""

    code = "prize.published"
    is_public: bool

    def apply(self, work: Work) -> Row:
        write_terms(work, find_tournament(self.event), {"is_public": self.is_public})
        return {}

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """It changes nothing of the event, so a closed one does not keep it."""

    def sentence(self, answer: Row) -> str:
        if self.is_public:
            return phrase("The prizes are shown to everybody")
        return phrase("The prizes are no longer shown to everybody")


def write_terms(work: Work, event: Tournament, values: Mapping[str, Any]) -> None:
    """Writes terms of the prizes; Refused where nothing would change."""
    terms = terms_of(event)
    if terms._state.adding:  # noqa: SLF001 - how Django says that it is not saved yet
        for name, value in values.items():
            setattr(terms, name, value)
        work.ledger.create(checked(terms))
        return
    change_checked(terms, values)
    if not work.ledger.update(terms, **values):
        raise Refused(phrase("This would change nothing."), code="nothing_changed")


def entries_by_key(event: Tournament, keys: tuple[int, ...], field: str = "entries") -> list[Entry]:
    """Returns entries of the event in the order of their keys; Refused for a key of none."""
    rows = Entry.objects.filter(tournament=event, key__in=keys).select_related("division")
    found = {row.key: row for row in rows}
    unknown = [key for key in keys if key not in found]
    if unknown:
        raise Refused(
            phrase("There is no entry {key} in this event.", key=unknown[0]),
            code="entry.unknown",
            field=field,
        )
    return [found[key] for key in dict.fromkeys(keys)]
