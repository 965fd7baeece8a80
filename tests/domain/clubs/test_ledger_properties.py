"""Whatever a club does with its money: its ledger balances, and is the same however it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from clubs.money.fees.till import Till
from clubs.money.fees.tonight import Payer, due_tonight
from clubs.money.ledger.accounts import BANK, CASH
from clubs.money.ledger.amounts import month_of
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.folding import ClubLedger, counter_entry
from clubs.money.ledger.reports import (
    balances,
    by_month,
    nights_left,
    statement,
    tabs,
    trial_balance,
)
from clubs.money.ledger.rows import Closing, LedgerRow, Transaction
from tests.depth import examples
from tests.domain.clubs.nights import NAMES, RULES, till

FIRST, LAST = date(2026, 1, 1), date(2026, 6, 30)
MEMBERS = tuple(NAMES)


def _anything(it: Till, dice: Random) -> LedgerRow:
    """Return something that a club does with its money; it may be refused."""
    member, amount = dice.choice(MEMBERS), dice.randint(1, 5000)
    into = dice.choice((CASH, BANK))
    payer = Payer(NAMES[member], nights_left=nights_left(it.ledger, member), nights_before=1)
    due = due_tonight(payer, RULES, it.happened)
    ways = (
        lambda: it.night(member, due, paid=dice.choice((0, 300, due.amount, 1000)), into=into),
        lambda: it.night(member, due, paid=due.amount, into=into),
        lambda: it.with_receipt(it.pay_tab(member, amount, into=into)),
        lambda: it.sell_card(member, amount, dice.randint(1, 9), into=into),
        lambda: it.charge(member, "season", amount, paid=amount // 2),
        lambda: it.refund(member, "season", amount // 4),
        lambda: it.refund_card(member),
        lambda: it.refund_tab(member),
        lambda: it.prize(member, amount, "A prize"),
        lambda: it.spend("rent", amount, "Rent"),
        lambda: it.pay_in(amount),
        lambda: it.ledger.closing(it.happened - timedelta(days=40), it.happened),
        lambda: counter_entry(it.ledger, dice.randint(1, 30), it.happened, "Wrong"),
    )
    return dice.choice(ways)()


def _kept(seed: int, steps: int, *, by_day: bool = False) -> tuple[ClubLedger, list[LedgerRow]]:
    """Return a ledger that was kept row by row, and its rows."""
    dice = Random(seed)
    ledger, rows = ClubLedger("EUR"), list[LedgerRow]()
    days = [FIRST + timedelta(days=dice.randint(0, 150)) for _ in range(steps)]
    for day in sorted(days) if by_day else days:
        try:
            row = _anything(till(ledger, day), dice)
            ledger = ledger.posted([row])
        except MoneyError:
            continue
        rows.append(row)
    return ledger, rows


seeds, lengths = st.integers(0, 10_000), st.integers(1, 60)
ledgers = st.builds(_kept, seeds, lengths)
ledgers_by_day = st.builds(_kept, seeds, lengths, by_day=st.just(True))


@examples(80)
@given(kept=ledgers, through=st.dates(FIRST, LAST))
def test_any_series_of_postings_balances(
    kept: tuple[ClubLedger, list[LedgerRow]], through: date
) -> None:
    ledger, _ = kept
    for day in (None, through):
        rows = trial_balance(ledger, day)
        assert sum(row.debit for row in rows) == sum(row.credit for row in rows)
    assert balances(ledger) == balances(ledger, LAST)
    months = by_month(ledger)
    equity = sum(
        amount for a, amount in balances(ledger).items() if a.side in ("income", "expense")
    )
    assert sum(month.result for month in months) == -equity
    for member in MEMBERS:
        said = statement(ledger, member, through, LAST)
        assert said.opening + sum(r.charged - r.paid for r in said.rows) == said.closing
        assert tabs(ledger).get(member, 0) == said.closing
        assert said.nights_left == nights_left(ledger, member) == nights_left(ledger, member, LAST)


@examples(60)
@given(kept=ledgers, seed=st.integers(0, 99))
def test_a_ledger_read_from_its_rows_in_any_order_is_the_one_kept_step_by_step(
    kept: tuple[ClubLedger, list[LedgerRow]], seed: int
) -> None:
    ledger, rows = kept
    shuffled = Random(seed).sample(rows, len(rows))
    assert ClubLedger.of("EUR", shuffled) == ledger
    half = ClubLedger("EUR").posted(rows[: len(rows) // 2])
    assert half.posted(rows[len(rows) // 2 :]) == ledger


def _in_other_order(day: Sequence[Transaction], dice: Random) -> list[Transaction]:
    """Return a day's transactions with the members taken in another order."""
    places = [one.member for one in day]
    dice.shuffle(places)
    own = {member: iter([one for one in day if one.member == member]) for member in set(places)}
    return [next(own[member]) for member in places]


@examples(60)
@given(kept=ledgers_by_day, seed=st.integers(0, 99))
def test_any_order_of_a_days_transactions_gives_the_same_month(
    kept: tuple[ClubLedger, list[LedgerRow]], seed: int
) -> None:
    ledger, rows = kept
    dice = Random(seed)
    posted = [row for row in rows if isinstance(row, Transaction)]
    anew = [
        replace(row, receipt=None, counters=None)
        for _, day in groupby(posted, key=lambda row: row.day)
        for row in _in_other_order(list(day), dice)
    ]
    numbered = [replace(row, number=number) for number, row in enumerate(anew, 1)]
    assert by_month(ClubLedger.of("EUR", numbered)) == by_month(ledger)


@examples(60)
@given(kept=ledgers)
def test_what_was_posted_before_a_month_was_closed_stays_as_it_was(
    kept: tuple[ClubLedger, list[LedgerRow]],
) -> None:
    ledger, rows = kept
    for at, row in enumerate(rows):
        if isinstance(row, Closing):
            then = by_month(ClubLedger.of("EUR", rows[:at]))
            now = by_month(ledger)
            closed = month_of(row.month)
            assert [m for m in then if m.month <= closed] == [m for m in now if m.month <= closed]
