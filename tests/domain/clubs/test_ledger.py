"""A club's ledger balances, forgets nothing, and keeps closed months as they are."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from clubs.money.fees.tonight import Due
from clubs.money.ledger.accounts import (
    BANK,
    CASH,
    OPENING,
    LedgerAccount,
    account_of,
    account_words,
    card,
    expense,
    income,
    tab,
)
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.export import HEADING, ledger_csv
from clubs.money.ledger.folding import CardLeft, ClubLedger, counter_entry
from clubs.money.ledger.receipts import receipt_of
from clubs.money.ledger.reports import balances, by_month, nights_left, trial_balance
from clubs.money.ledger.rows import Closing, Posting, Transaction
from tests.domain.clubs.nights import JULY, JUNE, MAY, NAMES, NIGHT, till, with_row

PAID = Transaction(1, NIGHT, "EUR", "Rent", (Posting(CASH, -700), Posting(expense("rent"), 700)))


def _refused(ledger: ClubLedger, row: Transaction | Closing) -> MoneyError:
    with pytest.raises(MoneyError) as refused:
        ledger.posted([row])
    return refused.value


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"postings": (Posting(CASH, -700), Posting(expense("rent"), 650))},
            "This does not balance: 6.50 EUR debited, 7.00 EUR credited.",
        ),
        ({"postings": ()}, "A transaction needs an amount."),
        (
            {"postings": (Posting(CASH, 10**9), Posting(BANK, -(10**9)))},
            "An amount cannot be more than 9999999.99 EUR.",
        ),
        (
            {"currency": "USD"},
            "This ledger is in EUR; an amount in USD does not belong in it.",
        ),
        ({"text": " "}, "Say what this is for, in at most 200 characters."),
        ({"text": "a" * 201}, "Say what this is for, in at most 200 characters."),
        ({"text": "a\x00"}, "Say what this is for, in at most 200 characters."),
        ({"day": date.max}, "9999-12-31 cannot be right."),
        ({"number": 0}, "No. 0 is already in the ledger."),
        ({"receipt": 2}, "The next receipt is no. 1."),
        ({"counters": 7}, "The ledger has no transaction no. 7."),
        (
            {"postings": (Posting(CASH, 0, 3), Posting(BANK, 0))},
            "Only a card has nights.",
        ),
        (
            {"postings": (Posting(card("ann"), 5, -1), Posting(CASH, -5))},
            "The card has fewer nights left than this takes off it.",
        ),
    ],
)
def test_a_transaction_that_cannot_be_is_refused_in_one_sentence(
    change: dict[str, Any], sentence: str
) -> None:
    refused = _refused(ClubLedger("EUR"), replace(PAID, **change))
    assert refused.message == sentence


def test_one_refused_row_keeps_all_others_that_came_with_it_out() -> None:
    ledger = ClubLedger("EUR")
    with pytest.raises(MoneyError):
        ledger.posted([PAID, replace(PAID, number=2, currency="USD")])
    assert ledger == ClubLedger("EUR")


def test_a_counter_entry_takes_a_transaction_back_and_names_it() -> None:
    ledger = with_row(ClubLedger("EUR"), PAID)
    ledger = with_row(ledger, counter_entry(ledger, 1, NIGHT, "Paid by the library"))
    assert set(balances(ledger).values()) == {0}
    assert (ledger.transactions[2].counters, dict(ledger.countered)) == (1, {1: 2})
    assert _refused(ledger, counter_entry(ledger, 1, NIGHT, "Again")).message == (
        "No. 1 has been countered by no. 2 already."
    )
    assert _refused(ledger, counter_entry(ledger, 2, NIGHT, "Back")).message == (
        "No. 2 is a counter-entry itself; post it anew."
    )
    with pytest.raises(MoneyError) as refused:
        counter_entry(ledger, 9, NIGHT, "Nothing")
    assert refused.value.field == "counters"


def test_a_counter_entry_takes_back_the_whole_and_is_never_dated_before_it() -> None:
    ledger = with_row(ClubLedger("EUR"), PAID)
    right = counter_entry(ledger, 1, MAY, "Wrong")
    assert (right.day, right.happened) == (NIGHT, MAY)
    half = (Posting(CASH, 350), Posting(expense("rent"), -350))
    assert _refused(ledger, replace(right, postings=half)).code == "money.counter_differs"
    assert _refused(ledger, replace(right, day=MAY)).code == "money.counter_early"


def test_a_card_of_which_nights_were_used_cannot_be_taken_back() -> None:
    ledger = with_row(ClubLedger("EUR"), till().sell_card("ann", 3000, 6))
    used = (Posting(card("ann"), 500, -1), Posting(income("nights"), -500))
    ledger = with_row(ledger, Transaction(2, NIGHT, "EUR", "Club night", used))
    assert _refused(ledger, counter_entry(ledger, 1, NIGHT, "Not paid")).code == "money.card"
    ledger = with_row(ledger, counter_entry(ledger, 2, NIGHT, "Was not here"))
    assert nights_left(ledger, "ann") == 6
    ledger = with_row(ledger, counter_entry(ledger, 1, NIGHT, "Not paid"))
    assert nights_left(ledger, "ann") == 0


def test_a_card_whose_money_other_nights_were_paid_with_cannot_be_taken_back() -> None:
    ledger = with_row(ClubLedger("EUR"), till().sell_card("ann", 1000, 2))
    ledger = with_row(ledger, till(ledger).sell_card("ann", 200, 2))
    for _ in range(2):
        ledger = with_row(ledger, till(ledger).night("ann", Due("card", "", nights=1), paid=0))
    assert ledger.cards["ann"] == CardLeft(nights=2, amount=600)
    for sale in (1, 2):
        assert _refused(ledger, counter_entry(ledger, sale, NIGHT, "Not paid")).code == "money.card"


def test_nothing_is_posted_into_a_closed_month_and_what_is_found_goes_into_the_open_one() -> None:
    ledger = with_row(ClubLedger("EUR"), PAID)
    ledger = with_row(ledger, ledger.closing(NIGHT, JUNE))
    before = by_month(ledger)
    refused = _refused(ledger, replace(PAID, number=3))
    assert refused.message == "2026-05 is closed; date this 2026-06-01 or later."
    assert refused.field == "day"
    found = till(ledger, NIGHT).spend("rent", 100, "Rent of May")
    assert (found.day, found.happened) == (JUNE, NIGHT)
    back = counter_entry(ledger, 1, NIGHT, "Paid twice")
    assert (back.day, back.happened) == (JUNE, NIGHT)
    ledger = with_row(ledger, found)
    assert by_month(ledger)[0] == before[0]
    assert [(m.month, m.result) for m in by_month(ledger)] == [(MAY, -700), (JUNE, -100)]


def test_a_month_is_closed_once_when_it_is_over_with_all_before_it() -> None:
    ledger = ClubLedger("EUR")
    with pytest.raises(MoneyError) as refused:
        ledger.closing(NIGHT, date(2026, 5, 31))
    assert refused.value.message == "2026-05 is not over yet."
    ledger = with_row(ledger, ledger.closing(JUNE, JULY))
    for month in (MAY, JUNE):
        with pytest.raises(MoneyError) as refused:
            ledger.closing(month, JULY)
        assert refused.value.message == f"{month:%Y-%m} is closed already."
    assert _refused(ledger, Closing(2, date.max)).code == "money.day"
    with pytest.raises(MoneyError):
        ledger.closing(date.max, JULY)
    assert _refused(ledger, Closing(2, MAY)).code == "money.closed_before"
    assert _refused(ledger, replace(PAID, number=2)).code == "money.closed"


def test_the_trial_balance_has_equal_sides() -> None:
    ledger = with_row(ClubLedger("EUR"), till().open(5000, into=BANK))
    ledger = with_row(ledger, till(ledger).pay_tab("ann", 300))
    ledger = with_row(ledger, till(ledger).pay_in(300))
    rows = trial_balance(ledger)
    assert [(row.account, row.debit, row.credit) for row in rows] == [
        (BANK, 5300, 0),
        (tab("ann"), 0, 300),
        (OPENING, 0, 5000),
    ]


def test_a_receipt_says_who_paid_what_for_what_and_that_it_is_void() -> None:
    ledger = ClubLedger("EUR")
    for member in ("ann", "bob"):
        paid = till(ledger).pay_tab(member, 650)
        ledger = with_row(ledger, till(ledger).with_receipt(paid))
    ledger = with_row(ledger, counter_entry(ledger, 2, NIGHT, "Not paid"))
    assert list(receipt_of(ledger, 1, NAMES).lines("Lexington")) == [
        "Lexington: receipt no. 1",
        "Received from Ann Lee in cash: 6.50 EUR",
        "For: Paid on the tab",
        "Date: 2026-05-14",
    ]
    assert list(receipt_of(ledger, 2, NAMES).lines("Lexington"))[-1] == (
        "This receipt is void: see no. 3."
    )
    with pytest.raises(MoneyError) as refused:
        receipt_of(ledger, 3, NAMES)
    assert refused.value.message == "There is no receipt no. 3."
    with pytest.raises(MoneyError) as refused:
        till(ledger).with_receipt(till(ledger).spend("rent", 100, "Rent"))
    assert refused.value.message == "A receipt is for money that was paid."


def test_a_receipt_for_money_at_the_bank_says_so() -> None:
    ledger = ClubLedger("EUR")
    paid = till().charge("ann", "season", 5000, paid=5000, into=BANK)
    ledger = with_row(ledger, till().with_receipt(paid))
    assert "Received from Ann Lee at the bank: 50.00 EUR" in list(
        receipt_of(ledger, 1, NAMES).lines("Lexington")
    )


def test_the_export_has_a_row_for_each_posting_and_no_formula() -> None:
    ledger = with_row(ClubLedger("EUR"), replace(PAID, text='=HYPERLINK("x")'))
    ledger = with_row(ledger, counter_entry(ledger, 1, NIGHT, "Wrong"))
    heading, *lines = ledger_csv(ledger).decode("utf-8-sig").splitlines()
    assert heading == ",".join(HEADING)
    assert lines == [
        '1,2026-05-14,,"\'=HYPERLINK(""x"")",,cash,,7.00,EUR,,,,2',
        '1,2026-05-14,,"\'=HYPERLINK(""x"")",,expense:rent,7.00,,EUR,,,,2',
        "2,2026-05-14,,Wrong,,cash,7.00,,EUR,,,1,",
        "2,2026-05-14,,Wrong,,expense:rent,,7.00,EUR,,,1,",
    ]


@pytest.mark.parametrize(
    ("account", "words"),
    [
        (CASH, "Cash"),
        (tab("ann"), "Tab of Ann Lee"),
        (card("zoe"), "Card of zoe"),
        (income("nights"), "Nightly fees"),
        (expense("rent"), "Rent"),
    ],
)
def test_an_account_is_found_by_its_code_and_named_in_words(
    account: LedgerAccount, words: str
) -> None:
    assert account_of(account.code) == account
    assert account_words(account, NAMES) == words


@pytest.mark.parametrize("code", ["", "tab", "tab:", "income:bribes", "cash:ann", "gold"])
def test_a_code_of_no_account_is_refused(code: str) -> None:
    with pytest.raises(MoneyError) as refused:
        account_of(code)
    assert refused.value.code == "money.account"
