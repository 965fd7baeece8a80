"""What members and guests pay: tonight's dues, fees, cards, and their tabs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from clubs.money.commands.posting import Beside, TillCommand, Where, place_of
from clubs.money.fees.till import Till
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.rows import Transaction
from clubs.money.queries.ledgers import MoneyBook
from clubs.money.queries.tonight import DueTonight, dues_in
from core.journal.command import register
from core.phrases import phrase
from core.roles.table import Permission


@register
@dataclass(frozen=True, kw_only=True)
class TakeDues(TillCommand):
    """Takes the dues of a night of a player of the register, or of a guest by name.

    `day` is the night. `paid` is what they give, all that is due unless it is given; the rest is
    put on the tab of a member.
    """

    code = "money.dues_taken"
    permission = Permission.CHECK_IN
    member: str = ""
    guest: str = ""
    paid: int | None = None
    into: Where = "cash"

    def payer(self) -> str:
        return self.member

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        guest = self.guest.strip()
        if bool(guest) == bool(self.member):
            raise MoneyError(
                phrase("Name a player of the register, or a guest."),
                code="money.who",
                field="member",
            )
        due = self._due(till, book, guest)
        if due.taken is not None:
            raise MoneyError(
                phrase(
                    "The dues of {name} for {night} were taken: no. {number}.",
                    name=due.name,
                    night=till.happened.isoformat(),
                    number=due.taken,
                ),
                code="money.night_taken",
                field="member" if self.member else "guest",
            )
        paid = due.due.amount if self.paid is None else self.paid
        if guest:
            return till.guest_night(guest, due.due, paid=paid, into=place_of(self.into))
        return till.night(self.member, due.due, paid=paid, into=place_of(self.into))

    def _due(self, till: Till, book: MoneyBook, guest: str) -> DueTonight:
        if guest:
            return dues_in(book, till.happened, (), (guest,)).guests[guest]
        found = dues_in(book, till.happened, (self.member,)).players.get(self.member)
        if found is None:
            raise till.stranger(self.member)
        return found

    def beside(self, made: Transaction) -> Beside:
        return {"night": made.happened or made.day}


@register
@dataclass(frozen=True, kw_only=True)
class TakeFee(TillCommand):
    """Charges a member a fee, such as the season's; what is not paid goes on their tab.

    `kind` is a kind of income, `amount` the fee, `paid` what they give: all of it unless it is
    given. `until` is the last day of the season that it pays for: until then no night costs more.
    """

    code = "money.fee_taken"
    member: str
    kind: str
    amount: int
    paid: int | None = None
    until: date | None = None
    into: Where = "cash"

    def payer(self) -> str:
        return self.member

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        self._check_until(till)
        paid = self.amount if self.paid is None else self.paid
        into = place_of(self.into)
        return till.charge(self.member, self.kind, self.amount, paid=paid, into=into)

    def _check_until(self, till: Till) -> None:
        if (self.until is not None) != (self.kind == "season"):
            raise MoneyError(
                phrase("Say until when the season is paid; only a season has such a day."),
                code="money.until",
                field="until",
            )
        if self.until is not None and self.until < till.happened:
            raise MoneyError(
                phrase("The season would end before it is paid."),
                code="money.until_early",
                field="until",
            )

    def beside(self, made: Transaction) -> Beside:
        return {"paid_until": self.until}


@register
@dataclass(frozen=True, kw_only=True)
class SellCard(TillCommand):
    """Sells a member a card of so many nights."""

    code = "money.card_sold"
    member: str
    amount: int
    nights: int
    into: Where = "cash"

    def payer(self) -> str:
        return self.member

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        return till.sell_card(self.member, self.amount, self.nights, into=place_of(self.into))


@register
@dataclass(frozen=True, kw_only=True)
class SettleTab(TillCommand):
    """Takes what a member pays on their tab; more than they owe stays there for them."""

    code = "money.tab_settled"
    member: str
    amount: int
    into: Where = "cash"

    def payer(self) -> str:
        return self.member

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        return till.pay_tab(self.member, self.amount, into=place_of(self.into))
