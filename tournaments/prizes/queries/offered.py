"""The prizes that an event offers, its terms, and the fund that they are paid from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.kernel.queries.sheet import Sheet
from tournaments.models import EventMoney, EventPrize, PrizeTerms, Tournament
from tournaments.prizing.books import Money
from tournaments.prizing.records import OneMoney, Prize, PrizeKind, Terms, ThingTies
from tournaments.prizing.splitting import WHOLE, parts_of_fund


def terms_of(event: Tournament) -> PrizeTerms:
    """Returns the terms of the prizes of an event; those that every event begins with, unsaved."""
    held: PrizeTerms | None = getattr(event, "prize_terms", None)
    return held or PrizeTerms(tournament=event)


def rows_of(event: Tournament) -> list[EventPrize]:
    """Returns the prizes that an event offers, in the order of its list."""
    return list(event.prizes.select_related("division", "target").order_by("position", "number"))


def awarding_terms(terms: PrizeTerms) -> Terms:
    """Returns the terms by which prizes are awarded; draws are by the lots of the event."""
    return Terms(
        one_money=OneMoney(terms.one_money),
        thing_ties=ThingTies(terms.thing_ties),
        unit=terms.unit,
        seed=terms.tournament.seed,
    )


def prizes_of(rows: Sequence[EventPrize], fund: int | None, unit: int = 1) -> list[Prize]:
    """Returns the prizes with their amounts, those that are parts of the fund worked out."""
    parted = [row for row in rows if row.part]
    amounts = parts_of_fund(fund or 0, [row.part for row in parted], unit)
    shares = dict(zip((row.number for row in parted), amounts, strict=True))
    return [prize_of(row, shares.get(row.number, row.amount)) for row in rows]


def prize_of(row: EventPrize, amount: int) -> Prize:
    """Returns a prize of this amount, 0 for a thing."""
    return Prize(
        number=row.number,
        kind=PrizeKind(row.kind),
        division=row.division.name if row.division else "",
        prize_class=row.prize_class,
        place=row.place,
        amount=amount,
        text=row.text,
        games=row.games,
        first_round=row.first_round,
        last_round=row.last_round,
        exclusive=row.exclusive,
        target=row.target.key if row.target else 0,
        winners=tuple(row.winners),
    )


def fees_of(sheets: Iterable[Sheet], terms: PrizeTerms) -> dict[int, int]:
    """Returns the entry fee of every entry by key, without those that pay none.

    Whoever never came, moved to another division or is a house player pays nothing here.
    """
    fees = {
        entry.key: terms.division_fees.get(sheet.division.name, terms.entry_fee)
        for sheet in sheets
        for entry in sheet.entries.values()
        if not entry.never_came and not entry.moved_to and entry.number not in sheet.house_from
    }
    return {key: fee for key, fee in fees.items() if fee}


def fund_of(terms: PrizeTerms, fees: Mapping[int, int], money: Iterable[EventMoney]) -> int | None:
    """Returns the fund of the prizes in minor units: as said, or from fees and what was added.

    None where neither is known.
    """
    if terms.fund is not None:
        return terms.fund
    added = sum(row.amount for row in money if row.kind == Money.ADDED)
    if not fees and not added:
        return None
    return sum(fees.values()) * terms.back // WHOLE + added


def money_rows(event: Tournament) -> list[EventMoney]:
    """Returns the money that changed hands in an event, in its order."""
    return list(event.money.select_related("entry").order_by("number"))
