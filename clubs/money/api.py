"""The money of a club for programs: fees, the ledger, and what is taken and paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone

from api.operations import Asked, Download, Give, One, Paged, SentFile, register_api
from clubs.kernel.api_addresses import HOUSE, club_stream
from clubs.kernel.queries.clubs import home_of
from clubs.models import ClubFees, ClubHome
from clubs.money.commands.books import CloseMonth, CounterEntry, SetFees
from clubs.money.commands.payments import SellCard, SettleTab, TakeDues, TakeFee
from clubs.money.commands.spending import GiveBack, PayIn, PayPrize, RecordExpense, RecordIncome
from clubs.money.ledger.export import ledger_csv, shown_code
from clubs.money.ledger.receipts import receipt_of
from clubs.money.ledger.reports import balances, tabs
from clubs.money.ledger.rows import Transaction
from clubs.money.queries.ledgers import MoneyBook, dealers_in, fees_of, money_book
from clubs.money.queries.tonight import DueTonight, dues_of
from core.roles.table import Permission

MONEY = f"{HOUSE}/money"
_KEEPING: Mapping[str, Any] = {"permission": Permission.KEEP_MONEY, "stream": club_stream}


@dataclass(frozen=True, slots=True)
class FeesShown:
    """What a club takes, in minor units of its currency; discounts in percent."""

    currency: str
    nightly: int
    guest: int | None
    first_night_free: bool
    junior_discount: int
    junior_under: int
    senior_discount: int
    senior_from: int
    to_prizes: int
    season: int
    membership: int
    membership_early: int | None
    membership_more: int | None
    card_price: int
    card_nights: int


@dataclass(frozen=True, slots=True)
class MoneyShown:
    """How a club's money stands, in minor units: `balance` is what it has, in cash and at the bank.

    `accounts` are balances by code, debits positive; `owed` what members owe by their tabs.
    `closed` is the first day of the last month that is closed.
    """

    currency: str
    balance: int
    accounts: dict[str, int]
    owed: dict[str, int]
    transactions: int
    receipts: int
    closed: date | None


@dataclass(frozen=True, slots=True)
class PostingShown:
    """An amount on an account in minor units, a debit positive; `nights` those of a card."""

    account: str
    amount: int
    nights: int


@dataclass(frozen=True, slots=True)
class TransactionShown:
    """A transaction of a ledger; `happened` is the day of what it is about, where that differs."""

    number: int
    day: date
    happened: date | None
    text: str
    member: str
    currency: str
    postings: list[PostingShown]
    counters: int | None
    countered_by: int | None
    receipt: int | None


@dataclass(frozen=True, slots=True)
class ReceiptShown:
    """A receipt, as it is printed; `countered_by` names the counter-entry that made it void."""

    receipt: int
    transaction: int
    day: date
    payer: str
    text: str
    amount: int
    currency: str
    by_bank: bool
    countered_by: int | None


@dataclass(frozen=True, slots=True)
class DueShown:
    """What somebody owes for a night, in minor units or nights of a card, and why.

    `taken` is the number of the transaction by which it was taken, null while it was not.
    """

    currency: str
    reason: str
    why: str
    amount: int
    nights: int
    taken: int | None


@dataclass(frozen=True, slots=True)
class DuesWanted:
    """Whose dues, of which night: a player of the register, or a guest by name."""

    member: str = ""
    guest: str = ""
    night: date | None = None


def _home(asked: Asked) -> ClubHome:
    home = home_of(asked["club"])
    if home is None:
        raise Http404
    return home


def _book(asked: Asked) -> MoneyBook:
    book = money_book(_home(asked))
    if book is None:
        raise Http404
    return book


def _handles(book: MoneyBook) -> dict[str, str]:
    return {key: one.handle for key, one in dealers_in(book.ledger).items()}


def _fees(asked: Asked) -> FeesShown:
    fees: ClubFees | None = fees_of(_home(asked))
    if fees is None:
        raise Http404
    return FeesShown(**{name: getattr(fees, name) for name in FeesShown.__dataclass_fields__})


def _money(asked: Asked) -> MoneyShown:
    book = _book(asked)
    ledger, shown = book.ledger, _handles(book)
    sums = balances(ledger)
    owed = _summed((shown.get(key, key), amount) for key, amount in tabs(ledger).items())
    return MoneyShown(
        currency=ledger.currency,
        balance=ledger.balance,
        accounts=_summed((shown_code(account, shown), amount) for account, amount in sums.items()),
        owed={key: amount for key, amount in owed.items() if amount > 0},
        transactions=len(ledger.transactions),
        receipts=ledger.receipts,
        closed=ledger.closed,
    )


def _summed(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Returns amounts by what they are shown under: those of one person are one sum."""
    sums: dict[str, int] = {}
    for name, amount in amounts:
        sums[name] = sums.get(name, 0) + amount
    return sums


def _transactions(asked: Asked) -> list[TransactionShown]:
    book = _book(asked)
    shown = _handles(book)
    rows = sorted(book.ledger.transactions.values(), key=lambda one: -one.number)
    return [_transaction(one, book, shown) for one in rows]


def _transaction(one: Transaction, book: MoneyBook, shown: Mapping[str, str]) -> TransactionShown:
    return TransactionShown(
        number=one.number,
        day=one.day,
        happened=one.happened,
        text=one.text,
        member=shown.get(one.member, one.member),
        currency=one.currency,
        postings=[
            PostingShown(shown_code(p.account, shown), p.amount, p.nights) for p in one.postings
        ],
        counters=one.counters,
        countered_by=book.ledger.countered.get(one.number),
        receipt=one.receipt,
    )


def _receipt(asked: Asked) -> ReceiptShown:
    book = _book(asked)
    if not 0 < asked["receipt"] <= book.ledger.receipts:
        raise Http404
    names = {key: one.name for key, one in dealers_in(book.ledger).items()}
    one = receipt_of(book.ledger, asked["receipt"], names)
    return ReceiptShown(
        receipt=one.number,
        transaction=one.transaction,
        day=one.day,
        payer=one.payer,
        text=one.text,
        amount=one.amount,
        currency=one.currency,
        by_bank=one.by_bank,
        countered_by=one.countered_by,
    )


def _due(asked: Asked) -> DueShown:
    wanted: DuesWanted = asked.query
    members = (wanted.member,) if wanted.member else ()
    guests = (wanted.guest,) if wanted.guest else ()
    night = wanted.night or timezone.localdate()
    dues = dues_of(_home(asked), night, members, guests)
    found: list[DueTonight] = [*dues.players.values(), *dues.guests.values()] if dues else []
    if dues is None or len(found) != 1:
        raise Http404
    one = found[0]
    due = one.due
    return DueShown(dues.currency, due.reason, due.why, due.amount, due.nights, one.taken)


def _file(asked: Asked) -> SentFile:
    book = _book(asked)
    sent = ledger_csv(book.ledger, _handles(book))
    return SentFile(f"ledger-{asked['club']}.csv", "text/csv", [sent])


register_api(
    "clubs",
    One(
        path=f"{MONEY}/fees",
        name="club_fees_read",
        says="Shows what a club takes for a night, a season and a card.",
        shape=FeesShown,
        find=_fees,
        permission=Permission.VIEW,
        stream=club_stream,
    ),
    Give(path=f"{MONEY}/fees", name="club_fees_set", command=SetFees, verb="PUT"),
    One(
        path=MONEY,
        name="club_money_read",
        says="Shows how a club's money stands.",
        shape=MoneyShown,
        find=_money,
        **_KEEPING,
    ),
    Paged(
        path=f"{MONEY}/transactions",
        name="club_transactions_list",
        says="Lists the transactions of a club's ledger, the last one first.",
        shape=TransactionShown,
        items=_transactions,
        **_KEEPING,
    ),
    Download(
        path=f"{MONEY}/ledger.csv",
        name="club_ledger_file",
        says="Sends a club's ledger, one row for each posting.",
        kinds=("text/csv",),
        file=_file,
        **_KEEPING,
    ),
    One(
        path=f"{MONEY}/receipts/<count:receipt>",
        name="club_receipt_read",
        says="Shows a receipt.",
        shape=ReceiptShown,
        find=_receipt,
        **_KEEPING,
    ),
    One(
        path=f"{MONEY}/dues",
        name="club_due_read",
        says="Shows what somebody owes for a night, and why.",
        shape=DueShown,
        query=DuesWanted,
        find=_due,
        permission=Permission.CHECK_IN,
        stream=club_stream,
    ),
    Give(path=f"{MONEY}/dues", name="club_dues_take", command=TakeDues),
    Give(path=f"{MONEY}/fees_taken", name="club_fee_take", command=TakeFee),
    Give(path=f"{MONEY}/cards", name="club_card_sell", command=SellCard),
    Give(path=f"{MONEY}/tabs", name="club_tab_settle", command=SettleTab),
    Give(path=f"{MONEY}/prizes", name="club_prize_pay", command=PayPrize),
    Give(path=f"{MONEY}/expenses", name="club_expense_record", command=RecordExpense),
    Give(path=f"{MONEY}/income", name="club_income_record", command=RecordIncome),
    Give(path=f"{MONEY}/paid_in", name="club_cash_pay_in", command=PayIn),
    Give(path=f"{MONEY}/given_back", name="club_money_give_back", command=GiveBack),
    Give(path=f"{MONEY}/counter_entries", name="club_counter_entry", command=CounterEntry),
    Give(path=f"{MONEY}/closings", name="club_month_close", command=CloseMonth),
)
