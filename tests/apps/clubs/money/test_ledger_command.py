"""`manage.py ledger`, as other programs read it."""

from __future__ import annotations

import pytest

from clubs.money.commands.payments import SellCard, TakeDues
from tests.builders.clubs import found
from tests.builders.money import at_till, club_with_fees
from tests.contract_calls import answer, refusal

pytestmark = pytest.mark.django_db


def test_the_ledger_of_a_club_is_told_by_account_in_minor_units() -> None:
    club_with_fees()
    assert answer("ledger", "hill") == {"club": "hill", "entries": 0, "balance": 0, "accounts": {}}
    at_till(SellCard(club="hill", member="ann", amount=5000, nights=10, into="bank"))
    at_till(TakeDues(club="hill", member="bob", paid=400))
    assert answer("ledger", "hill") == {
        "club": "hill",
        "entries": 2,
        "balance": 5400,
        "accounts": {
            "bank": 5000,
            "cash": 400,
            "tab:bob": 200,
            "card:ann": -5000,
            "prizes": -100,
            "income:nights": -500,
        },
    }


def test_a_club_of_none_and_one_without_money_are_refused_in_a_sentence() -> None:
    found("vale")
    assert refusal("ledger", "nowhere")["code"] == "club.unknown"
    assert refusal("ledger", "vale")["code"] == "money.no_fees"
