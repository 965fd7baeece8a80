"""Of somebody who was in the register twice a club asks one sum, until the merge is undone."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from clubs.kernel.queries.clubs import KnownClub
from clubs.membership.commands.merging import MergePlayers
from clubs.membership.commands.terms import AddMember
from clubs.models import KeptLedgerRow
from clubs.money.commands.books import SetFees
from clubs.money.commands.payments import SellCard, SettleTab, TakeDues, TakeFee
from clubs.money.commands.spending import GiveBack
from clubs.money.queries.ledgers import dealers_in
from clubs.money.queries.payers import payers_of
from clubs.money.queries.shown import overview_shown, statement_shown
from clubs.money.queries.tonight import DueTonight, dues_of
from clubs.nights.queries.dues import dues_of_night
from clubs.nights.queries.tonight import tonight
from core.errors import UserError
from core.models import JournalEntry
from people.commands import ChangePlayer
from people.models import Player
from tests.apps.api.asking import of
from tests.builders.events import give, undo
from tests.builders.money import IN_MAY, at_till, book_of, club_with_fees, sums_of
from tests.builders.nights import an_open_night
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NIGHT = IN_MAY.date()
NEXT = IN_MAY + timedelta(7)
NEXT_NIGHT = NEXT.date()
HILL: dict[str, Any] = {"club": "hill"}


@pytest.fixture
def hill() -> KnownClub:
    """A club of which ann, bob and cy are members; bob turns out to be ann as well."""
    return club_with_fees(owner="olga")


def merged() -> int:
    """Has ann stand for bob and returns the number of the entry."""
    give(MergePlayers(kept="ann", gone="bob"))
    return JournalEntry.objects.filter(stream__key="register").latest("seq").seq


def due(club: KnownClub, key: str, night: date = NEXT_NIGHT) -> DueTonight:
    """Returns what somebody owes for a night."""
    dues = dues_of(club.home, night, (key,))
    assert dues is not None
    return dues.players[key]


def test_a_tab_is_one_sum_and_is_paid_under_either_key_until_the_undo(hill: KnownClub) -> None:
    at_till(TakeDues(**HILL, member="ann", paid=0))
    at_till(TakeDues(**HILL, member="bob", paid=0))
    seq = merged()
    assert [due(hill, key).owed for key in ("ann", "bob", "cy")] == [1200, 1200, 0]
    at_till(SettleTab(**HILL, member="ann", amount=1300))
    assert (due(hill, "ann").owed, book_of(hill).tab_of("bob")) == (0, -100)
    at_till(GiveBack(**HILL, member="bob", what="tab"))
    assert book_of(hill).tab_of("ann") == 0
    with pytest.raises(UserError, match=r"has 0\.00 EUR to be refunded"):
        at_till(GiveBack(**HILL, member="ann", what="tab"))
    rows = KeptLedgerRow.objects.count()
    undo("register", seq)
    assert [book_of(hill).tab_of(key) for key in ("ann", "bob")] == [-700, 700]
    assert KeptLedgerRow.objects.count() == rows


def test_a_night_is_taken_off_whichever_card_has_one_and_the_ledger_is_read_after_the_undo(
    hill: KnownClub,
) -> None:
    at_till(SellCard(**HILL, member="bob", amount=1000, nights=2))
    at_till(SellCard(**HILL, member="ann", amount=500, nights=1))
    seq = merged()
    for week in range(3):
        night = NEXT + timedelta(7 * week)
        told = due(hill, "ann", night.date())
        assert told.due.why == "Ann Lee has {} left on a card, tonight included.".format(
            f"{3 - week} nights" if week < 2 else "1 night"
        )
        at_till(TakeDues(**HILL, member="ann"), at=night)
    assert (due(hill, "bob", date(2026, 7, 1)).due.reason, sums_of(hill)["income:nights"]) == (
        "nightly",
        -1500,
    )
    undo("register", seq)
    cards = book_of(hill).ledger.cards
    assert {key: left.nights for key, left in cards.items()} == {"ann": 0, "bob": 0}


def test_the_rest_of_both_cards_is_given_back_at_once(hill: KnownClub) -> None:
    at_till(SellCard(**HILL, member="ann", amount=5000, nights=10))
    at_till(SellCard(**HILL, member="bob", amount=900, nights=2))
    merged()
    at_till(GiveBack(**HILL, member="ann", what="card"))
    assert book_of(hill).nights_left("bob") == 0
    assert not sums_of(hill)


def test_nobodys_dues_of_a_night_are_taken_under_the_other_key(hill: KnownClub) -> None:
    at_till(TakeDues(**HILL, member="bob"))
    seq = merged()
    for key in ("ann", "bob"):
        with pytest.raises(UserError, match=r"were taken: no\. 1"):
            at_till(TakeDues(**HILL, member=key))
    undo("register", seq)
    at_till(TakeDues(**HILL, member="ann"))
    assert [due(hill, key, NIGHT).taken for key in ("ann", "bob", "cy")] == [2, 1, None]


def test_a_season_a_membership_and_the_first_night_are_those_of_either_key(
    hill: KnownClub,
) -> None:
    fees: dict[str, Any] = {
        "currency": "EUR",
        "nightly": 600,
        "guest": 800,
        "first_night_free": True,
    }
    at_till(SetFees(**HILL, **fees))
    for key in ("ann", "bob", "cy"):
        give(ChangePlayer(key=key, club=""))
    an_open_night("hill", NIGHT, here=("bob", "cy"))
    assert [due(hill, key).due.reason for key in ("ann", "bob")] == ["first", "guest"]
    seq = merged()
    assert [due(hill, key).due.reason for key in ("ann", "bob")] == ["guest", "guest"]
    give(AddMember(**HILL, player="bob", kind="regular", day=NIGHT))
    assert due(hill, "ann").due.reason == "nightly"
    season: dict[str, Any] = {"kind": "season", "amount": 6000, "until": date(2026, 8, 1)}
    at_till(TakeFee(**HILL, member="bob", **season))
    assert due(hill, "ann").due.why == "Ann Lee has paid until 2026-08-01."
    undo("register", seq)
    assert [due(hill, key).due.reason for key in ("ann", "bob")] == ["first", "season"]


def test_the_pages_and_programs_have_them_once(hill: KnownClub) -> None:
    at_till(TakeDues(**HILL, member="ann", paid=0))
    at_till(TakeDues(**HILL, member="bob", paid=200))
    merged()
    book = book_of(hill)
    shown = overview_shown(book, dealers_in(book.ledger), NIGHT)
    assert [(one.name, one.amount) for one in shown["owing"]] == [("Ann Lee", "10.00 EUR")]
    assert [one.name for one in payers_of(hill.home)] == ["Cy Fox", "Ann Lee"]
    for player in Player.objects.filter(key__in=("ann", "bob")):
        told = statement_shown(book, player)
        assert (told["owes"], len(told["lines"])) == ("10.00 EUR", 2)
    handle = Player.objects.get(key="ann").handle
    answer = of("olga").get("club_houses/hill/money").json()
    assert answer["owed"] == {handle: 1000}
    assert answer["accounts"][f"tab:{handle}"] == 1000


def test_who_came_under_the_key_that_was_merged_is_asked_for_the_dues(hill: KnownClub) -> None:
    night = an_open_night("hill", NIGHT, here=("bob",))
    merged()
    found = dues_of_night(hill.home, tonight(Tournament.objects.get(slug=night)))
    assert found is not None
    assert [(one.person.number, one.due.name) for one in found.to_pay] == [(1, "Ann Lee")]
    at_till(TakeDues(**HILL, member="ann", day=NIGHT))
    again = dues_of_night(hill.home, tonight(Tournament.objects.get(slug=night)))
    assert again is not None
    assert (len(again.to_pay), len(again.taken)) == (0, 1)
