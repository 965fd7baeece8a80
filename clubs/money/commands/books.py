"""The books themselves: what a club takes, counter-entries, and months that are closed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date

from clubs.models import ClubFees, ClubHome, KeptLedgerRow
from clubs.money.commands.posting import Beside, MoneyCommand, PostingCommand
from clubs.money.fees.rules import FeeRules
from clubs.money.ledger.amounts import amount_words, checked_amount, digits_of
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.folding import counter_entry
from clubs.money.ledger.rows import LedgerRow
from clubs.money.queries.ledgers import MoneyBook, fees_of
from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase

MOST_NIGHTS = 999
OLDEST = 150


@register
@dataclass(frozen=True, kw_only=True)
class SetFees(MoneyCommand):
    """Says what a club takes, all of it anew, in minor units of its currency.

    Discounts are in percent, ages in years on the night. The currency stays once the ledger has a
    row. `season`, `card_price` and `card_nights` are what the till offers. `membership` is the fee
    of a year, `membership_early` that of a renewal a month before the last one ends,
    `membership_more` that of each further year; either is null where it costs as much as any.
    """

    code = "money.fees_set"
    currency: str
    nightly: int = 0
    guest: int | None = None
    first_night_free: bool = False
    junior_discount: int = 0
    junior_under: int = 18
    senior_discount: int = 0
    senior_from: int = 65
    to_prizes: int = 0
    season: int = 0
    card_price: int = 0
    card_nights: int = 0
    membership: int = 0
    membership_early: int | None = None
    membership_more: int | None = None

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        wanted = {name: value for name, value in asdict(self).items() if name != "club"}
        self._check()
        fees = fees_of(home)
        if fees is None:
            work.ledger.create(checked(ClubFees(club=home, **wanted)))
        else:
            self._keep_currency(home, fees)
            change_checked(fees, wanted)
            if not work.ledger.update(fees, **wanted):
                raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"currency": self.currency, "nightly": self.nightly}

    def _check(self) -> None:
        digits_of(self.currency)
        names = FeeRules.__dataclass_fields__
        FeeRules(**{name: getattr(self, name) for name in names})
        memberships = ("membership", "membership_early", "membership_more")
        for name in ("season", "card_price", *memberships):
            checked_amount(getattr(self, name) or 0, self.currency, field=name)
        for name, most in (
            ("card_nights", MOST_NIGHTS),
            ("junior_under", OLDEST),
            ("senior_from", OLDEST),
        ):
            if not 0 <= getattr(self, name) <= most:
                raise MoneyError(
                    phrase("Give a number from 0 to {most}.", most=most),
                    code="money.number",
                    field=name,
                )

    def _keep_currency(self, home: ClubHome, fees: ClubFees) -> None:
        kept = KeptLedgerRow.objects.filter(club=home)
        if fees.currency != self.currency and kept.exists():
            raise Refused(
                phrase("The ledger is in {currency} and stays so.", currency=fees.currency),
                code="money.currency_kept",
                field="currency",
            )

    def sentence(self, answer: Row) -> str:
        amount = amount_words(answer["nightly"], answer["currency"])
        return phrase("Fees set: {amount} for a night", amount=amount)


@register
@dataclass(frozen=True, kw_only=True)
class CounterEntry(PostingCommand):
    """Takes a transaction back, whole, by a counter-entry; `text` says why."""

    code = "money.countered"
    number: int
    text: str

    def row(self, book: MoneyBook, today: date) -> tuple[LedgerRow, Beside]:
        return counter_entry(book.ledger, self.number, today, self.text.strip()), {}


@register
@dataclass(frozen=True, kw_only=True)
class CloseMonth(PostingCommand):
    """Closes a month and all before it; `month` is any day of it."""

    code = "money.month_closed"
    month: date

    def row(self, book: MoneyBook, today: date) -> tuple[LedgerRow, Beside]:
        return book.ledger.closing(self.month, today), {}

    def sentence(self, answer: Row) -> str:
        return phrase("Ledger: {month} closed", month=answer["month"][:7])
