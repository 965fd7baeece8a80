"""A club that keeps its money for months: the ledger is the same however it is come by."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from clubs.models import KeptLedgerRow
from clubs.money.commands.books import CloseMonth, CounterEntry
from clubs.money.commands.payments import SellCard, SettleTab, TakeDues, TakeFee
from clubs.money.commands.posting import PostingCommand
from clubs.money.commands.spending import GiveBack, PayPrize, RecordExpense
from clubs.money.ledger.folding import ClubLedger
from clubs.money.ledger.reports import trial_balance
from clubs.money.queries.kept_rows import KEPT, row_of
from core.errors import UserError
from tests.builders.money import MEMBERS, at_till, book_of, club_with_fees
from tests.contract_calls import answer

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("json", "constraints")]

FIRST = datetime(2026, 1, 8, 20, tzinfo=UTC)


def _anything(dice: Random, at: datetime) -> PostingCommand:
    """Return a command that a treasurer gives; it may be refused."""
    member, amount = dice.choice(tuple(MEMBERS)), dice.randint(1, 6000)
    where: dict[str, Any] = {"club": "hill"}
    return dice.choice(
        (
            TakeDues(**where, member=member, paid=dice.choice((None, 0, 300, 1000))),
            TakeDues(**where, guest=dice.choice(("Tom", "Uma"))),
            SellCard(**where, member=member, amount=amount, nights=dice.randint(1, 5)),
            SettleTab(**where, member=member, amount=amount, into="bank"),
            TakeFee(**where, member=member, kind="membership", amount=amount, paid=amount // 2),
            GiveBack(**where, member=member, what=dice.choice(("card", "tab"))),
            PayPrize(**where, member=member, amount=dice.randint(1, 300), text="A prize"),
            RecordExpense(**where, kind="rent", amount=amount, text="The hall"),
            CounterEntry(**where, number=dice.randint(1, 40), text="Wrong"),
            CloseMonth(**where, month=(at - timedelta(days=40)).date()),
        )
    )


def test_the_ledger_from_scratch_is_the_one_that_was_kept_row_by_row_in_any_order() -> None:
    club, dice = club_with_fees(), Random(18)
    kept, refused = ClubLedger("EUR"), 0
    for step in range(60):
        at = FIRST + timedelta(days=3 * step)
        before = kept.last
        try:
            at_till(_anything(dice, at), at=at)
        except UserError:
            # Nothing of what is refused is kept.
            refused += 1
            assert KeptLedgerRow.objects.count() == before
            continue
        kept = kept.posted([row_of(KeptLedgerRow.objects.get(number=before + 1))])
    assert 0 < refused < 40
    assert len(kept.transactions) > 20
    assert kept.closed is not None
    assert book_of(club).ledger == kept
    rows = [row_of(one) for one in KeptLedgerRow.objects.values(*KEPT)]
    dice.shuffle(rows)
    assert ClubLedger.of("EUR", rows) == kept
    assert [one.receipt for one in kept.transactions.values() if one.receipt] == [
        *range(1, kept.receipts + 1)
    ]
    trial = trial_balance(kept)
    assert sum(one.debit for one in trial) == sum(one.credit for one in trial) > 0
    told = answer("ledger", "hill")
    assert sum(told["accounts"].values()) == 0
    assert json.loads(json.dumps(told))["balance"] == kept.balance
