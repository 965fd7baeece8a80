"""A process that has read a club's ledger reads only what was added since."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.kernel.queries.clubs import KnownClub
from clubs.models import KeptLedgerRow
from clubs.money.commands.payments import TakeDues
from clubs.money.commands.spending import RecordExpense
from clubs.money.queries.ledgers import money_book
from core import memo
from tests.builders.money import IN_MAY, at_till, club_with_fees

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_ledger_is_read_on_and_is_the_one_that_is_read_from_its_first_row() -> None:
    club = club_with_fees()
    for day in range(3):
        at_till(TakeDues(club="hill", member="ann"), at=IN_MAY + timedelta(days=day))
    assert _last(club) == 3
    at_till(RecordExpense(club="hill", kind="rent", amount=500, text="The hall"), at=IN_MAY)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        on = money_book(club.home)
    read = [one["sql"] for one in asked if KeptLedgerRow._meta.db_table in one["sql"]]
    assert len(read) == 1
    assert '"number" >= 3' in read[0]
    memo._memos.clear()
    anew = money_book(club.home)
    assert on == anew
    assert _last(club) == 4


def test_what_was_never_committed_is_not_remembered() -> None:
    club = club_with_fees()
    at_till(TakeDues(club="hill", member="ann"), at=IN_MAY)
    assert _last(club) == 1
    with transaction.atomic():
        at_till(RecordExpense(club="hill", kind="rent", amount=1, text="Never"), at=IN_MAY)
        assert _last(club) == 2
        transaction.set_rollback(True)
    assert _last(club) == 1
    at_till(RecordExpense(club="hill", kind="rent", amount=2, text="Paid"), at=IN_MAY)
    book = money_book(club.home)
    assert book is not None
    assert book.ledger.transactions[2].text == "Paid"


def _last(club: KnownClub) -> int:
    book = money_book(club.home)
    assert book is not None
    return book.ledger.last
