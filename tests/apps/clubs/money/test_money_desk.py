"""The money of a club at its desk: who may come, what it shows, and every form without scripts."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.kernel.queries.clubs import KnownClub, club_named
from clubs.models import KeptLedgerRow
from clubs.money.commands.books import CloseMonth
from clubs.money.commands.payments import SellCard, TakeDues
from clubs.money.commands.spending import RecordIncome
from clubs.money.desk_pages import OF_CLUB, OF_MEMBER
from core.roles.commands import GiveRole
from core.roles.table import Permission, Role, roles_with
from people.commands import AddPlayer
from people.models import Player
from tests.apps.tournaments.desk_events import give, hidden, signed_in
from tests.builders.clubs import found
from tests.builders.money import IN_JULY, at_till, book_of, club_with_fees, sums_of
from tests.pages import source_at, words_at

pytestmark = pytest.mark.django_db

HILL: dict[str, Any] = {"club": "hill"}
PAGES = ("money", "till", "ledger", "receipts", "ledger-file")


@pytest.fixture
def hill() -> KnownClub:
    return club_with_fees(owner="olga")


@pytest.fixture
def tess(hill: KnownClub) -> Client:
    """Return the browser of the club's treasurer."""
    client = signed_in("tess", staff=False)
    give(GiveRole(journal="club:hill", account="tess", role=Role.TREASURER))
    return client


def at(name: str, query: str = "") -> str:
    return reverse(f"desk-club-{name}", kwargs=HILL) + query


def number(key: str) -> int:
    return Player.objects.get(key=key).pk


def send(client: Client, address: str, **values: Any) -> Any:
    """Send a form as a browser without scripts does."""
    token = hidden(client.get(address).content)
    return client.post(address, {"token": token, **values})


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.STREAMER])
def test_only_who_keeps_money_sees_it_and_who_checks_in_takes_dues(
    hill: KnownClub, role: Role
) -> None:
    if role is Role.OWNER:
        mia = signed_in("olga", staff=False)
    else:
        mia = signed_in("mia", staff=False)
        give(GiveRole(journal="club:hill", account="mia", role=role))
    for permission, names in (
        (Permission.KEEP_MONEY, (*PAGES, "expense", "counter-entry", "close-month", "fees")),
        (Permission.CHECK_IN, ("dues", "guest-dues")),
    ):
        allowed = role in roles_with(permission)
        assert {mia.get(at(name)).status_code for name in names} == {200 if allowed else 403}
    assert Client().get(at("money")).status_code == 302


def test_a_club_begins_by_saying_its_currency_and_fees() -> None:
    found("vale", owner="vic")
    vic = signed_in("vic", staff=False)
    money = reverse("desk-club-money", kwargs={"club": "vale"})
    fees = reverse("desk-club-fees", kwargs={"club": "vale"})
    assert "keeps no money here yet" in words_at(vic, money)
    page = send(vic, fees, currency="xyz1", nightly="six")
    assert page.status_code == 422
    page = send(vic, fees, currency="xyy", nightly="6")
    assert "is not the code of a currency" in page.text
    page = send(vic, fees, currency="eur", nightly="six")
    assert "is not an amount; write it in digits" in page.text
    page = send(vic, fees, currency="jpy", nightly="6.50")
    assert "An amount in JPY has no point" in page.text
    page = send(vic, fees, currency="eur", nightly="6", membership="thirty")
    assert "is not an amount; write it in digits" in page.text
    sent = {"nightly": "6,50", "junior_discount": "50", "membership": "30"}
    assert send(vic, fees, currency="eur", **sent).status_code == 302
    vale = club_named("vale")
    assert vale is not None
    book = book_of(vale)
    assert (book.fees.nightly, book.fees.guest, book.fees.junior_discount) == (650, None, 50)
    assert (book.fees.membership, book.fees.membership_early) == (3000, None)
    assert "6.50" in source_at(vic, fees)


def test_a_payment_takes_three_steps(tess: Client, hill: KnownClub) -> None:
    ann = f"?player={number('ann')}"
    assert ann in source_at(tess, at("till"))
    assert "Ann Lee" in source_at(tess, at("till", "?q=lee"))
    assert "matches" in words_at(tess, at("till", "?q=nobody"))
    assert reverse("desk-club-dues", kwargs=HILL) + ann in source_at(tess, at("till", ann))
    form = source_at(tess, at("fee", ann))
    assert 'value="60.00"' in form
    sent = send(tess, at("tab", ann), amount="4.00", into="cash")
    assert sent.status_code == 302
    assert sum(sums_of(hill).values()) == 0
    assert sums_of(hill)["cash"] == 400
    page = words_at(tess, at("till", ann))
    assert "Has paid 4.00 EUR ahead." in page


def test_the_door_takes_tonights_dues_and_sees_why(hill: KnownClub) -> None:
    door = signed_in("dan", staff=False)
    give(GiveRole(journal="club:hill", account="dan", role=Role.DESK))
    ann = f"?player={number('ann')}"
    assert "The fee for a night is 6.00 EUR." in words_at(door, at("dues", ann))
    dues = send(door, at("dues", ann), paid="6.00", into="cash")
    assert dues["Location"] == at("dues")
    assert sums_of(hill)["cash"] == 600
    assert "were taken: no. 1" in words_at(door, at("dues", ann))
    twice = send(door, at("dues", ann), paid="6.00", into="cash")
    assert "were taken: no. 1" in twice.text
    guest = send(door, at("guest-dues"), guest="Tom", into="cash")
    assert guest["Location"] == at("dues")
    listed = words_at(door, at("dues"))
    for said in ("Ann Lee: taken tonight", "Bob Day: 6.00 EUR", "Take a guest’s dues"):
        assert said in listed
    assert sums_of(hill)["cash"] == 1400


@pytest.mark.parametrize(
    ("page", "values", "said"),
    [
        ("tab", {"amount": "ten"}, "write it in digits"),
        ("tab", {"amount": "1.005"}, "no more than 2 digits"),
        ("tab", {"amount": "-1"}, "cannot be negative"),
        ("tab", {"amount": "5 USD"}, "in USD does not belong in it"),
        ("tab", {"amount": "0"}, "0.01 EUR or more"),
        ("card", {"amount": "50", "nights": "0"}, "greater than or equal to 1"),
        ("fee", {"kind": "season", "amount": "60"}, "Say until when the season is paid"),
        ("prize", {"amount": "1", "text": "First", "out_of": "cash"}, "The prize pool has 0.00"),
        ("give-back", {"what": "card", "out_of": "cash"}, "no night left on a card"),
    ],
)
def test_what_cannot_be_is_said_at_the_form_and_nothing_is_stored(
    tess: Client, page: str, values: dict[str, str], said: str
) -> None:
    sent = send(tess, at(page, f"?player={number('ann')}"), **{"into": "cash", **values})
    assert sent.status_code == 422
    assert said in sent.text
    assert KeptLedgerRow.objects.count() == 0


def test_the_money_page_shows_how_it_stands_in_a_fixed_number_of_queries(
    tess: Client, hill: KnownClub
) -> None:
    at_till(SellCard(**HILL, member="ann", amount=5000, nights=10))
    at_till(TakeDues(**HILL, member="bob", paid=0))
    tess.get(at("money"))
    with CaptureQueriesContext(connection) as before:
        page = words_at(tess, at("money"))
    for said in ("The club has 50.00 EUR", "Bob Day owes 6.00 EUR", "10 nights left on a card"):
        assert said in page
    for day in range(1, 9):
        at_till(TakeDues(**HILL, member="cy", day=date(2026, 5, day)))
    with CaptureQueriesContext(connection) as after:
        tess.get(at("money"))
    assert len(before) == len(after)


def test_a_transaction_is_taken_back_with_its_reason_and_its_receipt_is_void(
    tess: Client, hill: KnownClub
) -> None:
    at_till(TakeDues(**HILL, member="ann"))
    assert "Received from Ann Lee in cash: 6.00 EUR" in words_at(tess, at("receipts", "?receipt=1"))
    assert "?number=1" in source_at(tess, at("ledger"))
    assert send(tess, at("counter-entry", "?number=1"), text="It was Bob").status_code == 302
    assert sums_of(hill) == {}
    assert "This receipt is void: see no. 2." in words_at(tess, at("receipts", "?receipt=1"))
    ledger = words_at(tess, at("ledger", "?month=2026-05"))
    assert "taken back by no. 2" in ledger
    for missing in ("receipts?receipt=2", "counter-entry?number=9", "ledger?month=1999-01"):
        name, _, query = missing.partition("?")
        assert tess.get(at(name, f"?{query}")).status_code == 404


def test_a_month_that_is_over_is_closed_and_says_so(tess: Client, hill: KnownClub) -> None:
    assert "no month to close yet" in words_at(tess, at("close-month"))
    at_till(TakeDues(**HILL, member="ann"))
    assert send(tess, at("close-month"), month="2026-05-01").status_code == 302
    assert "This month is closed" in words_at(tess, at("ledger", "?month=2026-05"))
    at_till(CloseMonth(**HILL, month=date(2026, 6, 1)), at=IN_JULY)
    again = send(tess, at("close-month"), month="2026-05-01")
    assert again.status_code == 422


def test_the_file_takes_no_text_for_a_formula_and_shows_no_association_number(
    tess: Client, hill: KnownClub
) -> None:
    at_till(RecordIncome(**HILL, kind="donations", amount=100, text="=HYPERLINK(1)"))
    give(AddPlayer(key="p-987654", given_name="Ben", association_number="987654"))
    at_till(TakeDues(**HILL, member="p-987654"))
    answer = tess.get(at("ledger-file"))
    assert answer["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0]["text"] == "'=HYPERLINK(1)"
    assert {row["currency"] for row in rows} == {"EUR"}
    assert "987654" not in answer.text
    assert f"ben~{number('p-987654')}" in answer.text


def test_every_form_of_the_till_opens_for_a_member_and_every_one_of_the_club(tess: Client) -> None:
    player = f"?player={number('ann')}"
    for page in OF_MEMBER:
        assert tess.get(reverse(page.url_name, kwargs=HILL) + player).status_code == 200, page.path
    for page in OF_CLUB:
        assert tess.get(reverse(page.url_name, kwargs=HILL)).status_code == 200, page.path
