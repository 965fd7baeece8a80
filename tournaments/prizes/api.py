"""The prizes of an event for programs: the list with its winners, the books, and the commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from api.operations import Asked, Give, One, Stored, VersionedAnswer, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.prizes.commands.money import PayPrizes, RecordMoney, RemoveMoney, TakeFees
from tournaments.prizes.commands.offers import AddPrizes, ChangePrize, MovePrize, RemovePrize
from tournaments.prizes.commands.terms import ExcludeFromPrizes, PublishPrizes, SetPrizeTerms
from tournaments.prizes.commands.winners import DrawPrize, NameWinners
from tournaments.prizes.pages.public import prizes_are_public
from tournaments.prizes.queries.books import EventBooks, books_of
from tournaments.prizes.queries.now import PrizeNow, PrizesNow, prizes_now
from tournaments.readmodel.division import PageMissing
from tournaments.readmodel.page_versions import versioned_event

PRIZES = f"{EVENT}/prizes"
PRIZE = f"{PRIZES}/<number:number>"
MONEY = f"{EVENT}/money"


@dataclass(frozen=True, slots=True)
class PrizeWinnerShown:
    """Who won a prize; `amount` is in minor units, null of a thing.

    `key` names the entry in the commands on prizes and money.
    """

    division: str
    entry: int
    key: int
    name: str
    amount: int | None


@dataclass(frozen=True, slots=True)
class PrizeShown:
    """A prize with its winners and the reason; not `final` while games can still change them.

    `amount` is in minor units, null of a thing, which `text` names. `division` and `prize_class`
    are empty where it is over all; `first_round` and `last_round` are 0 where all count. `worth`
    and `title` are in words.
    """

    prize: int
    kind: str
    division: str
    prize_class: str
    place: int
    first_round: int
    last_round: int
    amount: int | None
    text: str
    title: str
    worth: str
    winners: list[PrizeWinnerShown]
    why: str
    final: bool


@dataclass(frozen=True, slots=True)
class PrizesShown:
    """The prizes of an event in the order of its list, won as if it ended now.

    `fund` is in minor units, null where it is not known; `currency` is empty where none is set.
    """

    event: str
    currency: str
    fund: int | None
    prizes: list[PrizeShown]


@dataclass(frozen=True, slots=True)
class MoneyOfEntry:
    """The money of an entry in minor units: its fee, and the prizes in money that it wins."""

    key: int
    division: str
    entry: int
    name: str
    fee: int
    fee_paid: int
    won: int
    won_paid: int


@dataclass(frozen=True, slots=True)
class MoneyReceipt:
    """Money that changed hands: a fee, money added, an expense or a prize."""

    number: int
    kind: str
    name: str
    amount: int
    withheld: int
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class EventMoneyShown:
    """The books of an event; all amounts are in minor units of `currency`.

    `left` is what is left when everything is paid.
    """

    event: str
    currency: str
    fund: int | None
    fees: int
    fees_due: int
    added: int
    expenses: int
    prizes: int
    prizes_due: int
    withheld: int
    cash: int
    bank: int
    left: int
    balances: bool
    entries: list[MoneyOfEntry]
    receipts: list[MoneyReceipt]


def prizes_shown(now: PrizesNow) -> PrizesShown:
    """Returns the prizes of an event as programs read them."""
    return PrizesShown(
        event=now.event.slug,
        currency=now.terms.currency,
        fund=now.fund,
        prizes=[_prize(one) for one in now.list],
    )


def _prize(one: PrizeNow) -> PrizeShown:
    prize = one.prize
    return PrizeShown(
        prize=prize.number,
        kind=str(prize.kind),
        division=prize.division,
        prize_class=prize.prize_class,
        place=prize.place,
        first_round=prize.first_round,
        last_round=prize.last_round,
        amount=prize.amount or None,
        text=prize.text,
        title=str(one.title),
        worth=str(one.worth),
        winners=[
            PrizeWinnerShown(
                division=won.division,
                entry=won.number,
                key=won.key,
                name=won.name,
                amount=won.amount if prize.is_money else None,
            )
            for won in one.winners
        ],
        why=str(one.why),
        final=one.final,
    )


def money_shown(now: PrizesNow) -> EventMoneyShown:
    """Returns the books of an event as programs read them."""
    books = books_of(now)
    sums = books.statement
    return EventMoneyShown(
        event=now.event.slug,
        currency=now.terms.currency,
        fund=now.fund,
        fees=sums.fees,
        fees_due=sums.fees_due,
        added=sums.added,
        expenses=sums.expenses,
        prizes=sums.prizes,
        prizes_due=sums.prizes_due,
        withheld=sums.withheld,
        cash=sums.cash,
        bank=sums.bank,
        left=sums.left,
        balances=sums.balances,
        entries=_entries(now, books),
        receipts=[
            MoneyReceipt(
                number=one.number,
                kind=str(one.kind),
                name=one.name,
                amount=one.amount,
                withheld=one.withheld,
                place=one.place,
                text=one.text,
            )
            for one in books.receipts
        ],
    )


def _entries(now: PrizesNow, books: EventBooks) -> list[MoneyOfEntry]:
    payers = {one.key: one for one in books.payers}
    payees = {one.key: one for one in books.payees}
    return [
        MoneyOfEntry(
            key=key,
            division=division,
            entry=entry.number,
            name=now.names[key],
            fee=payers[key].fee if key in payers else 0,
            fee_paid=payers[key].paid if key in payers else 0,
            won=payees[key].won if key in payees else 0,
            won_paid=payees[key].paid if key in payees else 0,
        )
        for key, (division, entry) in now.people.items()
    ]


def _public(event: str) -> VersionedAnswer:
    versioned = versioned_event(event)
    if versioned is None:
        raise Http404

    def made() -> tuple[str, Any]:
        if not prizes_are_public(versioned.event):
            raise PageMissing("prizes")
        return versioned.version, prizes_shown(prizes_now(versioned.event, public=True))

    return VersionedAnswer(versioned.version, made)


def _now(asked: Asked) -> PrizesNow:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return prizes_now(event)


register_api(
    "prizes",
    Stored(
        path=f"{PRIZES}/shown",
        name="prizes_read",
        says="Shows the prizes and their winners, where everybody may see them.",
        shape=PrizesShown,
        page=_public,
        rows="prizes",
    ),
    One(
        path=PRIZES,
        name="prizes_desk_read",
        says="Shows the prizes and who wins them if it ended now to who works at the event.",
        shape=PrizesShown,
        find=lambda asked: prizes_shown(_now(asked)),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    One(
        path=MONEY,
        name="event_money_read",
        says="Shows the money of an event: fees, prizes due, receipts, and that it balances.",
        shape=EventMoneyShown,
        find=lambda asked: money_shown(_now(asked)),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=PRIZES, name="prizes_add", command=AddPrizes),
    Give(path=PRIZE, name="prize_change", command=ChangePrize, verb="PUT"),
    Give(path=f"{PRIZE}/removal", name="prize_remove", command=RemovePrize),
    Give(path=f"{PRIZE}/line", name="prize_move", command=MovePrize, verb="PUT"),
    Give(path=f"{PRIZE}/draw", name="prize_draw", command=DrawPrize),
    Give(path=f"{PRIZE}/winners", name="prize_winners_name", command=NameWinners, verb="PUT"),
    Give(path=f"{PRIZES}/terms", name="prize_terms_set", command=SetPrizeTerms, verb="PUT"),
    Give(
        path=f"{PRIZES}/excluded",
        name="prizes_exclude",
        command=ExcludeFromPrizes,
        verb="PUT",
    ),
    Give(path=f"{PRIZES}/publication", name="prizes_publish", command=PublishPrizes, verb="PUT"),
    Give(path=f"{MONEY}/fees", name="entry_fees_take", command=TakeFees),
    Give(path=MONEY, name="event_money_record", command=RecordMoney),
    Give(path=f"{MONEY}/prizes", name="prizes_pay", command=PayPrizes),
    Give(path=f"{MONEY}/<number:number>/removal", name="event_money_remove", command=RemoveMoney),
)
