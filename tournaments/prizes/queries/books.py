"""The money of an event as its desk reads it: fees, receipts, what is due, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.prizes.queries.now import PrizesNow
from tournaments.prizing.books import (
    EventAccount,
    Money,
    MoneyRow,
    Statement,
    statement,
)
from tournaments.prizing.splitting import withheld


@dataclass(frozen=True, slots=True)
class FeePayer:
    """An entry with its fee: what it owes in all and has paid, in minor units."""

    key: int
    division: str
    number: int
    name: str
    fee: int
    paid: int


@dataclass(frozen=True, slots=True)
class PrizePayee:
    """A winner of money: what was won and paid, the tax kept back of it, and the prizes."""

    key: int
    division: str
    number: int
    name: str
    won: int
    paid: int
    tax: int
    prizes: tuple[str, ...]
    final: bool

    @property
    def due(self) -> int:
        """What is still to be paid, before tax; negative if too much was."""
        return self.won - self.paid


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """Money that changed hands, as a line of the books."""

    number: int
    kind: Money
    name: str
    amount: int
    withheld: int
    place: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EventBooks:
    """All money of an event."""

    payers: tuple[FeePayer, ...]
    payees: tuple[PrizePayee, ...]
    receipts: tuple[MoneyLine, ...]
    statement: Statement


def books_of(now: PrizesNow) -> EventBooks:
    """Returns the books of an event with its prizes as they are now."""
    payers, payees = _payers(now), _payees(now)
    return EventBooks(
        payers=payers,
        payees=payees,
        receipts=tuple(
            MoneyLine(
                number=row.number,
                kind=Money(row.kind),
                name=now.names.get(row.entry.key, "") if row.entry else "",
                amount=row.amount,
                withheld=row.withheld,
                place=row.place,
                text=row.text,
                at=row.at,
            )
            for row in now.money
        ),
        statement=statement(
            [
                MoneyRow(Money(row.kind), row.amount, row.withheld, EventAccount(row.place))
                for row in now.money
            ],
            fees_due=sum(max(one.fee - one.paid, 0) for one in payers),
            prizes_due=sum(one.due for one in payees),
        ),
    )


def paid_by_entry(now: PrizesNow, kind: Money) -> dict[int, int]:
    """Returns what every entry has paid in fees, or was paid in prizes, by key."""
    paid: dict[int, int] = {}
    for row in now.money:
        if row.kind == kind and row.entry is not None:
            paid[row.entry.key] = paid.get(row.entry.key, 0) + row.amount
    return paid


def _payers(now: PrizesNow) -> tuple[FeePayer, ...]:
    paid = paid_by_entry(now, Money.FEE)
    keys = [key for key in now.people if key in now.fees or key in paid]
    return tuple(
        FeePayer(
            key=key,
            division=now.people[key][0],
            number=now.people[key][1].number,
            name=now.names[key],
            fee=now.fees.get(key, 0),
            paid=paid.get(key, 0),
        )
        for key in keys
    )


def _payees(now: PrizesNow) -> tuple[PrizePayee, ...]:
    paid, terms = paid_by_entry(now, Money.PRIZE), now.terms
    return tuple(
        PrizePayee(
            key=key,
            division=now.people[key][0],
            number=now.people[key][1].number,
            name=now.names[key],
            won=now.due.get(key, 0),
            paid=paid.get(key, 0),
            tax=withheld(now.due.get(key, 0), terms.tax_percent, terms.tax_from),
            prizes=tuple(title for title, _ in _titles(now, key)),
            final=all(final for _, final in _titles(now, key)),
        )
        for key in now.people
        if key in now.due or key in paid
    )


def _titles(now: PrizesNow, key: int) -> list[tuple[str, bool]]:
    return [
        (one.title, one.final)
        for one in now.list
        if any(winner.key == key and winner.amount for winner in one.winners)
    ]
