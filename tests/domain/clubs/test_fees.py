"""What somebody owes for a night, why, and what their payment makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, cast

import pytest

from clubs.ages import age_on
from clubs.money.fees.rules import FeeRules
from clubs.money.fees.till import Till
from clubs.money.fees.tonight import Due, Payer, due_tonight
from clubs.money.ledger.accounts import BANK, CASH, PRIZES, card, income, tab
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.folding import ClubLedger
from clubs.money.ledger.reports import balances, nights_left, statement, tabs
from clubs.money.ledger.rows import Transaction
from tests.domain.clubs.nights import JUNE, MAY, NIGHT, RULES, till, with_row

ANN = Payer("Ann Lee", nights_before=3)
FEE = due_tonight(ANN, RULES, NIGHT)


@pytest.mark.parametrize(
    ("payer", "reason", "amount", "why"),
    [
        (ANN, "nightly", 600, "The fee for a night is 6.00 EUR."),
        (replace(ANN, is_life_member=True), "life", 0, "Ann Lee is a life member."),
        (replace(ANN, season_through=NIGHT), "season", 0, "Ann Lee has paid until 2026-05-14."),
        (replace(ANN, season_through=date(2026, 5, 13)), "nightly", 600, FEE.why),
        (replace(ANN, nights_before=0), "first", 0, "The first night of Ann Lee is free."),
        (replace(ANN, is_member=False), "guest", 800, "Guests pay 8.00 EUR."),
        (replace(ANN, born=date(2008, 5, 15)), "junior", 300, "Juniors pay 3.00 EUR."),
        (replace(ANN, born=date(2008, 5, 14)), "nightly", 600, FEE.why),
        (replace(ANN, born=date(1961, 5, 14)), "senior", 450, "Seniors pay 4.50 EUR."),
        (replace(ANN, born=date(1961, 5, 15)), "nightly", 600, FEE.why),
        (
            replace(ANN, nights_left=1),
            "card",
            0,
            "Ann Lee has 1 night left on a card, tonight included.",
        ),
        (
            replace(ANN, nights_left=4, is_life_member=True),
            "life",
            0,
            "Ann Lee is a life member.",
        ),
    ],
)
def test_what_is_due_depends_on_who_comes_and_is_explained(
    payer: Payer, reason: str, amount: int, why: str
) -> None:
    due = due_tonight(payer, RULES, NIGHT)
    assert (due.reason, due.amount, due.why) == (reason, amount, why)
    assert due.nights == (1 if reason == "card" else 0)


def test_a_junior_guest_pays_the_guests_fee_less_the_juniors_discount() -> None:
    junior = replace(ANN, is_member=False, born=date(2010, 1, 1))
    due = due_tonight(junior, RULES, NIGHT)
    assert (due.amount, due.is_guest) == (400, True)


def test_a_discount_leaves_no_part_of_the_smallest_unit() -> None:
    rules = replace(RULES, nightly=333, to_prizes=200)
    due = due_tonight(replace(ANN, born=date(2010, 1, 1)), rules, NIGHT)
    assert (due.amount, due.to_prizes) == (166, 166)


def test_a_club_without_a_fee_says_so() -> None:
    due = due_tonight(ANN, FeeRules("EUR"), NIGHT)
    assert (due.amount, due.why) == (0, "The club takes no fee for a night.")


def test_who_was_born_on_29_february_is_older_on_1_march() -> None:
    born = date(2008, 2, 29)
    assert [age_on(born, date(2026, 2, 28)), age_on(born, date(2026, 3, 1))] == [17, 18]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("nightly", -1, "money.negative"),
        ("guest", 10**10, "money.too_much"),
        ("to_prizes", -1, "money.negative"),
        ("junior_discount", 101, "money.percent"),
        ("senior_discount", -1, "money.percent"),
    ],
)
def test_fees_that_cannot_be_are_refused_at_their_field(field: str, value: int, code: str) -> None:
    with pytest.raises(MoneyError) as refused:
        replace(RULES, **cast(dict[str, Any], {field: value}))
    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize(("paid", "on_tab"), [(600, 0), (0, 600), (200, 400), (1000, -400)])
def test_what_is_not_paid_of_a_night_is_on_the_tab(paid: int, on_tab: int) -> None:
    ledger = with_row(ClubLedger("EUR"), till().night("ann", FEE, paid=paid))
    assert {a.code: b for a, b in balances(ledger).items() if b} == {
        a: b
        for a, b in {"cash": paid, "tab:ann": on_tab, "prizes": -100, "income:nights": -500}.items()
        if b
    }
    assert tabs(ledger) == ({"ann": on_tab} if on_tab else {})


def test_a_card_is_used_up_night_by_night_to_the_last_cent() -> None:
    ledger = with_row(ClubLedger("EUR"), till().sell_card("ann", 4000, 7, into=BANK))
    released = []
    for left in range(7, 0, -1):
        due = due_tonight(replace(ANN, nights_left=nights_left(ledger, "ann")), RULES, NIGHT)
        night = till(ledger).night("ann", due, paid=0)
        released.append(night.on(card("ann")))
        ledger = with_row(ledger, night)
        assert nights_left(ledger, "ann") == left - 1
    assert sum(released) == 4000
    assert max(released) - min(released) <= 1
    assert (balances(ledger)[card("ann")], balances(ledger)[income("nights")]) == (0, -4000)
    with pytest.raises(MoneyError) as refused:
        till(ledger).night("ann", Due("card", "", nights=1), paid=0)
    assert refused.value.message == "Ann Lee has no night left on a card."


def test_the_rest_of_a_card_and_of_a_tab_can_be_given_back() -> None:
    ledger = ClubLedger("EUR")
    ledger = with_row(ledger, till(ledger).sell_card("ann", 3000, 6))
    ledger = with_row(ledger, till(ledger).night("ann", Due("card", "", nights=1), paid=0))
    ledger = with_row(ledger, till(ledger).refund_card("ann"))
    ledger = with_row(ledger, till(ledger).pay_tab("bob", 1000))
    ledger = with_row(ledger, till(ledger).refund_tab("bob", out_of=BANK))
    now = balances(ledger)
    assert (now[CASH], now[BANK], now[tab("bob")], now[card("ann")]) == (1500, -1000, 0, 0)
    assert nights_left(ledger, "ann") == 0


def test_a_refund_is_no_more_than_what_was_paid_of_its_kind() -> None:
    ledger = with_row(ClubLedger("EUR"), till().charge("ann", "season", 5000, paid=5000))
    ledger = with_row(ledger, till(ledger).refund("ann", "season", 3000))
    for amount, member, had in ((2001, "ann", "Ann Lee has 20.00"), (1, "bob", "Bob Day has 0.00")):
        with pytest.raises(MoneyError) as refused:
            till(ledger).refund(member, "season", amount)
        assert refused.value.message == f"{had} EUR to be refunded."
    assert till(ledger).refund("ann", "season", 2000).money == -2000


def test_what_is_still_on_the_tab_is_not_refunded() -> None:
    ledger = with_row(ClubLedger("EUR"), till().charge("ann", "season", 5000, paid=2000))
    with pytest.raises(MoneyError) as refused:
        till(ledger).refund("ann", "season", 2001)
    assert refused.value.message == "Ann Lee has 20.00 EUR to be refunded."
    assert till(ledger).refund("ann", "season", 2000).money == -2000


def test_a_prize_is_paid_out_of_the_pool_and_of_nothing_else() -> None:
    ledger = with_row(ClubLedger("EUR"), till().night("ann", FEE, paid=600))
    ledger = with_row(ledger, till(ledger).donate_to_pool(400, "From the box"))
    with pytest.raises(MoneyError) as refused:
        till(ledger).prize("bob", 501, "First place")
    assert refused.value.message == "The prize pool has 5.00 EUR."
    ledger = with_row(ledger, till(ledger).prize("bob", 500, "First place"))
    assert (balances(ledger)[PRIZES], balances(ledger)[CASH]) == (0, 500)


@pytest.mark.parametrize(
    ("ask", "code", "field"),
    [
        (lambda it: it.pay_tab("zoe", 100), "stranger", "member"),
        (lambda it: it.night("zoe", FEE, paid=600), "stranger", "member"),
        (lambda it: it.prize("zoe", 100, "Prize"), "stranger", "member"),
        (lambda it: it.pay_tab("ann", 0), "nothing", "amount"),
        (lambda it: it.pay_tab("ann", -5), "negative", "amount"),
        (lambda it: it.pay_tab("ann", 10**9), "too_much", "amount"),
        (lambda it: it.night("ann", FEE, paid=-1), "negative", "paid"),
        (lambda it: it.pay_tab("ann", 5, into=PRIZES), "account", "into"),
        (lambda it: it.charge("ann", "bribes", 5, paid=5), "account", "account"),
        (lambda it: it.spend("bribes", 5, "Wine"), "account", "account"),
        (lambda it: it.sell_card("ann", 100, 0), "nights", "nights"),
        (lambda it: it.refund_card("ann"), "card", "member"),
        (lambda it: it.refund_tab("ann"), "refund", "amount"),
        (lambda it: it.night("ann", Due("life", ""), paid=0), "nothing_due", None),
        (lambda it: it.night("ann", replace(FEE, is_guest=True), paid=0), "guest_tab", "paid"),
        (lambda it: it.night("ann", replace(FEE, is_guest=True), paid=601), "guest_tab", "paid"),
    ],
)
def test_a_payment_that_cannot_be_is_refused_at_its_field(
    ask: Callable[[Till], Transaction], code: str, field: str | None
) -> None:
    with pytest.raises(MoneyError) as refused:
        ask(till())
    assert (refused.value.code, refused.value.field) == (f"money.{code}", field)


def test_the_statement_of_a_member_tells_what_was_charged_paid_and_is_left() -> None:
    ledger = with_row(ClubLedger("EUR"), till(day=date(2026, 4, 30)).night("ann", FEE, paid=0))
    ledger = with_row(ledger, till(ledger).night("ann", FEE, paid=100))
    ledger = with_row(ledger, till(ledger).night("bob", FEE, paid=600))
    ledger = with_row(ledger, till(ledger).sell_card("ann", 3000, 6))
    ledger = with_row(ledger, till(ledger, JUNE).pay_tab("ann", 1100))
    said = statement(ledger, "ann", MAY, date(2026, 5, 31))
    assert [(r.text, r.charged, r.paid, r.nights, r.balance) for r in said.rows] == [
        ("Club night", 600, 100, 0, 1100),
        ("Prepaid card", 3000, 3000, 6, 1100),
    ]
    assert (said.opening, said.closing, said.nights_left) == (600, 1100, 6)
    assert tabs(ledger, date(2026, 5, 31)) == {"ann": 1100}
    assert tabs(ledger) == {}
