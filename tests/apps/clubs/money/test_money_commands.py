"""What changes a club's money: who may, what is written, what is refused, and what stays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.kernel.queries.clubs import KnownClub
from clubs.models import ClubFees, KeptLedgerRow, Membership
from clubs.money.commands.books import CloseMonth, CounterEntry, SetFees
from clubs.money.commands.payments import SellCard, SettleTab, TakeDues, TakeFee
from clubs.money.commands.posting import MoneyCommand
from clubs.money.commands.spending import GiveBack, PayIn, PayPrize, RecordExpense, RecordIncome
from clubs.money.queries.kept_rows import model_of, row_of, values_of
from clubs.money.queries.tonight import dues_of
from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command, decode, encode, registry
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import RestoreTo, UndoEntry, says
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Permission, Role, roles_with
from people.commands import AddPlayer
from people.models import Player
from tests.apps.tournaments.desk_events import account, give
from tests.builders.clubs import found
from tests.builders.money import IN_JULY, IN_MAY, at_till, book_of, club_with_fees, sums_of

pytestmark = pytest.mark.django_db

NIGHT = IN_MAY.date()
HILL: dict[str, Any] = {"club": "hill"}


@pytest.fixture
def hill() -> KnownClub:
    return club_with_fees(owner="olga")


def test_who_keeps_the_money_gives_these_commands_and_who_checks_in_takes_dues(
    hill: KnownClub,
) -> None:
    mia = Actor(name="mia", user=account("mia", staff=False))
    with pytest.raises(NotAllowed):
        execute(TakeDues(**HILL, member="ann"), actor=mia)
    for role in Role:
        if role not in (Role.OWNER, Role.STREAMER):
            with_role = Actor(name=f"{role}", user=account(f"{role}", staff=False))
            give(GiveRole(journal="club:hill", account=f"{role}", role=role))
            for command, permission in (
                (TakeDues(**HILL, guest=f"Guest {role}"), Permission.CHECK_IN),
                (PayIn(**HILL, amount=1), Permission.KEEP_MONEY),
            ):
                if role in roles_with(permission):
                    execute(command, actor=with_role, at=IN_MAY)
                else:
                    with pytest.raises(NotAllowed):
                        execute(command, actor=with_role)


def test_a_night_is_paid_in_part_and_the_rest_is_on_the_tab_until_it_is_settled(
    hill: KnownClub,
) -> None:
    done = at_till(TakeDues(**HILL, member="ann", paid=400))
    assert done.answer == {
        "number": 1,
        "text": "Club night",
        "name": "Ann Lee",
        "amount": 400,
        "currency": "EUR",
        "receipt": 1,
    }
    assert sums_of(hill) == {"cash": 400, "tab:ann": 200, "prizes": -100, "income:nights": -500}
    at_till(SettleTab(**HILL, member="ann", amount=200, into="bank"))
    assert sums_of(hill) == {"cash": 400, "bank": 200, "prizes": -100, "income:nights": -500}
    assert book_of(hill).ledger.receipts == 2
    entry = JournalEntry.objects.get(stream__key="club:hill", seq=done.seq)
    assert says(entry) == "Ledger no. 1: Club night, Ann Lee: 4.00 EUR received"


def test_a_card_and_a_season_pay_nights_and_guests_pay_theirs_at_once(hill: KnownClub) -> None:
    at_till(SellCard(**HILL, member="ann", amount=5000, nights=10))
    at_till(TakeFee(**HILL, member="bob", kind="season", amount=6000, until=date(2026, 8, 31)))
    dues = dues_of(hill.home, NIGHT, ("ann", "bob", "cy", "nobody"), ("Tom",))
    assert dues is not None
    assert {key: one.due.reason for key, one in dues.players.items()} == {
        "ann": "card",
        "bob": "season",
        "cy": "nightly",
    }
    assert (dues.guests["Tom"].due.amount, dues.guests["Tom"].taken) == (800, None)
    at_till(TakeDues(**HILL, member="ann"))
    at_till(TakeDues(**HILL, guest="Tom"))
    assert sums_of(hill)["card:ann"] == -4500
    again = dues_of(hill.home, NIGHT, ("ann",), ("tom",))
    assert again is not None
    assert (again.players["ann"].taken, again.guests["tom"].taken) == (3, 4)


def test_dues_of_a_whole_night_are_asked_for_in_seven_queries(hill: KnownClub) -> None:
    with CaptureQueriesContext(connection) as asked:
        dues_of(hill.home, NIGHT, ("ann", "bob", "cy"), ("Tom", "Uma"))
    assert len(asked) == 7


def test_a_life_member_pays_no_night_and_a_member_from_elsewhere_pays_as_a_member(
    hill: KnownClub,
) -> None:
    for key, kind, last in (("zed", "life", None), ("yan", "regular", date(2027, 1, 1))):
        give(AddPlayer(key=key, given_name=key.title()))
        with writing():
            Membership.objects.create(
                club=hill.home,
                number=len(key + kind),
                player=key,
                kind=kind,
                first=date(2026, 1, 2),
                last=last,
            )
    give(AddPlayer(key="xia", given_name="Xia"))
    dues = dues_of(hill.home, NIGHT, ("zed", "yan", "xia"))
    assert dues is not None
    told = {key: (one.due.reason, one.due.amount) for key, one in dues.players.items()}
    assert told == {"zed": ("life", 0), "yan": ("nightly", 600), "xia": ("guest", 800)}


def test_a_junior_pays_less_and_no_entry_of_the_log_says_when_they_were_born(
    hill: KnownClub,
) -> None:
    born = date(2014, 3, 9)
    give(AddPlayer(key="jo", given_name="Jo", club="hill"))
    with writing():
        Player.objects.filter(key="jo").update(birth_date=born)
    at_till(SetFees(**HILL, currency="EUR", nightly=600, junior_discount=50))
    done = at_till(TakeDues(**HILL, member="jo"))
    assert done.answer["amount"] == 300
    entry = JournalEntry.objects.get(stream__key="club:hill", seq=done.seq)
    told = f"{entry.payload} {entry.facts} {entry.changes} {says(entry)}"
    assert "2014" not in told
    assert "unior" not in told


def test_the_first_night_is_free_until_somebody_came_once(hill: KnownClub) -> None:
    at_till(SetFees(**HILL, currency="EUR", nightly=600, first_night_free=True))
    first = dues_of(hill.home, NIGHT, ("cy",), ("Tom",))
    assert first is not None
    assert (first.players["cy"].due.reason, first.guests["Tom"].due.reason) == ("first", "first")


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (TakeDues(**HILL, member="zoe"), "money.stranger", "member"),
        (SellCard(**HILL, member="zoe", amount=1, nights=1), "money.stranger", "member"),
        (TakeDues(**HILL), "money.who", "member"),
        (TakeDues(**HILL, member="ann", guest="Tom"), "money.who", "member"),
        (TakeDues(**HILL, guest="Tom", paid=100), "money.guest_tab", "paid"),
        (TakeDues(**HILL, member="ann", paid=-1), "money.negative", "paid"),
        (TakeDues(**HILL, member="ann", day=date(2026, 5, 15)), "money.day_ahead", "day"),
        (TakeFee(**HILL, member="ann", kind="hats", amount=1), "money.account", "account"),
        (TakeFee(**HILL, member="ann", kind="season", amount=1), "money.until", "until"),
        (
            TakeFee(**HILL, member="ann", kind="season", amount=1, until=date(2026, 5, 1)),
            *("money.until_early", "until"),
        ),
        (SellCard(**HILL, member="ann", amount=1, nights=0), "money.nights", "nights"),
        (SettleTab(**HILL, member="ann", amount=0), "money.nothing", "amount"),
        (SettleTab(**HILL, member="ann", amount=10**12), "money.too_much", "amount"),
        (PayPrize(**HILL, member="ann", amount=1, text="First"), "money.pool", "amount"),
        (RecordExpense(**HILL, kind="rent", amount=1, text=" "), "money.text", "text"),
        (RecordIncome(**HILL, kind="rent", amount=1, text="x"), "money.account", "account"),
        (GiveBack(**HILL, member="ann", what="tab"), "money.refund", "amount"),
        (GiveBack(**HILL, member="ann", what="card"), "money.card", "member"),
        (CounterEntry(**HILL, number=7, text="Wrong"), "money.counter_unknown", "counters"),
        (CloseMonth(**HILL, month=date(2026, 5, 1)), "money.month_running", "month"),
        (SetFees(**HILL, currency="Euro"), "money.currency_unknown", "currency"),
        (SetFees(**HILL, currency="EUR", junior_discount=101), "money.percent", "junior_discount"),
        (SetFees(**HILL, currency="EUR", nightly=-1), "money.negative", "nightly"),
        (SetFees(**HILL, currency="EUR", card_nights=1000), "money.number", "card_nights"),
        (SetFees(**HILL, currency="EUR", membership=-1), "money.negative", "membership"),
        (
            SetFees(**HILL, currency="EUR", membership_early=-1),
            *("money.negative", "membership_early"),
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence_and_nothing_is_written(
    hill: KnownClub, command: Command, code: str, field: str
) -> None:
    before = JournalEntry.objects.count()
    with pytest.raises(UserError) as refused:
        at_till(command)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert refused.value.message.endswith(".")
    assert (JournalEntry.objects.count(), KeptLedgerRow.objects.count()) == (before, 0)


def test_a_night_that_was_taken_is_not_taken_twice_unless_it_was_countered(
    hill: KnownClub,
) -> None:
    at_till(TakeDues(**HILL, member="ann"))
    with pytest.raises(UserError, match=r"were taken: no\. 1"):
        at_till(TakeDues(**HILL, member="ann"))
    at_till(CounterEntry(**HILL, number=1, text="It was Bob"))
    assert sums_of(hill) == {}
    at_till(TakeDues(**HILL, member="ann"))
    assert book_of(hill).nights == {("ann", NIGHT): 3}


def test_a_closed_month_takes_nothing_and_what_is_found_later_is_in_the_open_one(
    hill: KnownClub,
) -> None:
    at_till(TakeDues(**HILL, member="ann"))
    at_till(CloseMonth(**HILL, month=NIGHT), at=IN_JULY)
    at_till(TakeDues(**HILL, member="bob", day=NIGHT), at=IN_JULY)
    found_later = book_of(hill).ledger.transactions[3]
    assert (found_later.day, found_later.happened) == (date(2026, 6, 1), NIGHT)
    assert ("bob", NIGHT) in book_of(hill).nights
    with pytest.raises(UserError, match="closed already"):
        at_till(CloseMonth(**HILL, month=NIGHT), at=IN_JULY)


def test_money_is_not_undone_and_a_restore_leaves_it_as_it_is(hill: KnownClub) -> None:
    before = JournalEntry.objects.filter(stream__key="club:hill").latest("seq").seq
    done = at_till(TakeDues(**HILL, member="ann"))
    with pytest.raises(Refused, match="counter-entry"):
        give(UndoEntry(journal="club:hill", seq=done.seq))
    with pytest.raises(Refused, match="Nothing was done"):
        give(RestoreTo(journal="club:hill", seq=before))
    assert sums_of(hill)["cash"] == 600


def test_the_currency_stays_once_the_ledger_has_a_row(hill: KnownClub) -> None:
    at_till(SetFees(**HILL, currency="JPY", nightly=500))
    at_till(TakeDues(**HILL, member="ann"))
    with pytest.raises(Refused, match="in JPY and stays so"):
        at_till(SetFees(**HILL, currency="EUR"))
    assert ClubFees.objects.get().currency == "JPY"


def test_a_club_that_has_not_said_its_fees_takes_no_money() -> None:
    found("vale")
    with pytest.raises(Refused) as refused:
        at_till(PayIn(club="vale", amount=1))
    assert refused.value.code == "money.no_fees"


def test_prizes_expenses_and_donations_move_what_they_say(hill: KnownClub) -> None:
    at_till(RecordIncome(**HILL, kind="opening", amount=10000, text="What we had", into="bank"))
    at_till(RecordIncome(**HILL, kind="prizes", amount=2000, text="For the prizes"))
    at_till(RecordIncome(**HILL, kind="donations", amount=300, text="A hat went round"))
    at_till(PayPrize(**HILL, member="ann", amount=1500, text="First of May"))
    at_till(RecordExpense(**HILL, kind="rent", amount=4000, text="The hall", out_of="bank"))
    at_till(PayIn(**HILL, amount=800))
    at_till(SettleTab(**HILL, member="bob", amount=500))
    at_till(GiveBack(**HILL, member="bob", what="tab"))
    assert sums_of(hill) == {
        "bank": 6800,
        "prizes": -500,
        "opening": -10000,
        "income:donations": -300,
        "expense:rent": 4000,
    }
    assert sums_of(hill).get("cash", 0) == 0


@pytest.mark.both_databases("json")
def test_the_rows_are_read_back_as_they_were_written_and_replay_to_the_same(
    hill: KnownClub,
) -> None:
    commands: tuple[Callable[[], Command], ...] = (
        lambda: SellCard(**HILL, member="ann", amount=5000, nights=7),
        lambda: TakeDues(**HILL, member="ann"),
        lambda: TakeDues(**HILL, guest="Tom"),
        lambda: TakeFee(**HILL, member="bob", kind="season", amount=9, until=date(2026, 8, 31)),
        lambda: CounterEntry(**HILL, number=2, text="Wrong"),
    )
    for make in commands:
        at_till(make())
    at_till(CloseMonth(**HILL, month=NIGHT), at=IN_JULY)
    rows = list(KeptLedgerRow.objects.order_by("number"))
    ledger = book_of(hill).ledger
    for kept in rows:
        row = row_of(kept)
        beside = {} if kept.month else {"night": kept.night, "paid_until": kept.paid_until}
        assert row_of(model_of(hill.home, values_of(row, **beside))) == row
    assert [row_of(kept) for kept in rows if kept.day] == list(ledger.transactions.values())
    # In another club, and with nobody left in the register, the facts say it all.
    found("vale")
    with writing():
        Player.objects.all().delete()
    for entry in JournalEntry.objects.filter(stream__key="club:hill").order_by("seq"):
        if issubclass(registry()[entry.command], MoneyCommand):
            payload = {**entry.payload, "club": "vale"}
            again = decode(entry.command, payload, entry.schema)
            assert encode(again) == payload
            assert at_till(again, at=entry.at, recorded=entry.facts).answer == entry.answer
    copied = KeptLedgerRow.objects.filter(club__slug="vale").order_by("number")
    assert [row_of(one) for one in copied] == [row_of(one) for one in rows]
