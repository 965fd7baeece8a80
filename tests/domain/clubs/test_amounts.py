"""Amounts of money are read and written in the smallest unit of their currency."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.money.ledger.amounts import MOST, amount_figures, amount_words, digits_of, read_amount
from clubs.money.ledger.errors import MoneyError


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("6", "EUR", 600),
        ("6.5", "EUR", 650),
        ("6,50", "EUR", 650),
        (" 6.50 eur ", "EUR", 650),
        ("GBP 0.05", "GBP", 5),
        ("500", "JPY", 500),
        ("1.234", "KWD", 1234),
        ("0", "EUR", 0),
        ("9999999.99", "EUR", MOST),
    ],
)
def test_an_amount_is_read_as_people_write_it(text: str, currency: str, amount: int) -> None:
    assert read_amount(text, currency) == amount


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("six", "words", "'six' is not an amount; write it in digits."),
        ("", "words", "'' is not an amount; write it in digits."),
        ("٦", "words", "'٦' is not an amount; write it in digits."),
        ("1e3", "words", "'1e3' is not an amount; write it in digits."),
        ("x" * 500, "words", f"'{'x' * 40}' is not an amount; write it in digits."),
        ("-6", "negative", "An amount cannot be negative."),
        ("\u22126", "negative", "An amount cannot be negative."),
        (
            "6 USD",
            "currency",
            "This ledger is in EUR; an amount in USD does not belong in it.",
        ),
        (
            "1,500",
            "digits",
            "Write no more than 2 digits after the point, and none between thousands.",
        ),
        ("10000000", "too_much", "An amount cannot be more than 9999999.99 EUR."),
        ("9" * 5000, "too_much", "An amount cannot be more than 9999999.99 EUR."),
    ],
)
def test_what_is_not_an_amount_is_refused_in_one_sentence_at_its_field(
    text: str, code: str, sentence: str
) -> None:
    with pytest.raises(MoneyError) as refused:
        read_amount(text, "EUR", field="fee")
    told = refused.value
    assert (told.code, told.field, told.message) == (f"money.{code}", "fee", sentence)


def test_an_amount_without_a_part_has_no_point() -> None:
    with pytest.raises(MoneyError) as refused:
        read_amount("500.5", "JPY")
    assert refused.value.message == "An amount in JPY has no point."


def test_a_currency_that_does_not_exist_is_refused() -> None:
    with pytest.raises(MoneyError) as refused:
        digits_of("XYZ")
    assert refused.value.message == "'XYZ' is not the code of a currency, such as EUR."


@given(amount=st.integers(0, MOST), currency=st.sampled_from(("EUR", "JPY", "KWD")))
def test_an_amount_is_read_as_it_is_written(amount: int, currency: str) -> None:
    assert read_amount(amount_figures(amount, currency), currency) == amount
    assert read_amount(amount_words(amount, currency), currency) == amount


def test_a_small_amount_below_nothing_keeps_its_sign() -> None:
    assert amount_figures(-5, "EUR") == "-0.05"
    assert amount_words(-5, "EUR") == "\N{MINUS SIGN}0.05 EUR"
