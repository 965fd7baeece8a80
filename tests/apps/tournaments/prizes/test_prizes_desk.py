"""The pages of prizes at the desk and on paper: who sees them, what they say, and their forms."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.undo import says
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    entries_of,
    give,
    hidden,
    new_event,
    signed_in,
)
from tests.apps.tournaments.prizes.prize_events import (
    now,
    offer,
    rows,
    special,
    terms,
    with_prizes,
    won,
)
from tests.pages import source_at
from tournaments.closing.commands import CloseEvent
from tournaments.models import EventMoney
from tournaments.prizes.commands.money import PayPrizes
from tournaments.prizing.records import PrizeKind

pytestmark = pytest.mark.django_db
PAPER = f"/desk/{SLUG}/paper"

PAGES = ("desk-prizes", "desk-event-money")


@pytest.fixture
def dora() -> Client:
    """The director of an event with prizes, round 1 of three played."""
    with_prizes()
    return signed_in("dora")


def of_prize(name: str, number: int) -> str:
    return reverse(name, kwargs={"slug": SLUG, "number": number})


def send(client: Client, address: str, **typed: Any) -> Any:
    token = hidden(client.get(address).content)
    return client.post(address, {"token": token, **typed}, follow=True)


def last_said() -> str:
    return str(says(entries_of()[-1]))


@pytest.mark.parametrize("page", PAGES)
def test_only_those_with_a_role_in_the_event_see_its_prizes_at_the_desk(page: str) -> None:
    with_prizes()
    assert Client().get(at(page)).status_code == 302
    assert signed_in("mallory").get(at(page)).status_code == 403
    assert signed_in("dora").get(at(page)).status_code == 200


def test_the_page_says_who_wins_if_it_ended_now_and_why(dora: Client) -> None:
    page = source_at(dora, at("desk-prizes"))
    assert "If it ended now, with the results that are in." in page
    assert "Ada is 1st in division A, with 1–0 and a spread of +100." in page
    assert "100.00 EUR" in page


def test_an_event_without_prizes_says_so_and_leads_to_them() -> None:
    new_event()
    client = signed_in("dora")
    assert "The event offers no prizes yet." in source_at(client, at("desk-prizes"))
    assert at("desk-add-prizes") in source_at(client, at("desk-prizes"))
    assert "begin with the terms of the prizes" in source_at(client, at("desk-event-money"))


def test_terms_are_typed_as_people_write_amounts(dora: Client) -> None:
    sent = send(
        dora,
        at("desk-prize-terms"),
        currency="eur",
        fund="120",
        entry_fee="25,50",
        paid_back="75",
        one_money="standings",
        thing_ties="each",
        unit="",
        tax_percent="30",
        tax_from="600",
    )
    assert sent.status_code == 200
    held = now().terms
    assert (held.fund, held.entry_fee, held.back, held.unit) == (12_000, 2_550, 7_500, 1)
    assert (held.tax_percent, held.tax_from, held.one_money) == (3_000, 60_000, "standings")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"currency": "XQX"}, "is not the code of a currency"),
        ({"fund": "many"}, "is not an amount; write it in digits."),
        ({"fund": "50"}, "The prizes come to 95.00 EUR, which is more than a fund of 50.00 EUR."),
        ({"paid_back": "lots"}, "Give a percentage from 0 to 100."),
    ],
)
def test_wrong_terms_say_so_at_the_field_and_change_nothing(
    dora: Client, typed: dict[str, str], sentence: str
) -> None:
    usual = {"currency": "EUR", "one_money": "no", "thing_ties": "draw"}
    count = len(entries_of())
    answer = send(dora, at("desk-prize-terms"), **usual | typed)
    assert answer.status_code == 422
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert len(entries_of()) == count


def test_prizes_of_several_places_are_typed_a_line_each(dora: Client) -> None:
    give(terms(fund=None))
    typed = "12,50; given by Mo\n10 %\n\nTrophy"
    send(dora, at("desk-add-prizes"), kind="high_loss", division="A", place="1", prizes=typed)
    assert [(r.place, r.amount, r.part, r.text) for r in rows()[4:]] == [
        (1, 1_250, 0, "given by Mo"),
        (2, 0, 1_000, ""),
        (3, 0, 0, "Trophy"),
    ]


def test_a_class_without_members_cannot_be_typed_and_a_prize_beyond_the_fund_is_refused(
    dora: Client,
) -> None:
    address, count = at("desk-add-prizes"), len(rows())
    page = send(dora, address, kind="class", division="A", prize_class="Z", prizes="Cup")
    assert page.status_code == 422
    page = send(dora, address, kind="high_loss", division="A", prizes="5.01")
    assert page.status_code == 422
    assert "which is more than the fund of 100.00 EUR." in page.content.decode()
    assert "5.01" in page.content.decode()
    assert len(rows()) == count


def test_a_prize_is_changed_moved_and_removed_at_its_own_pages(dora: Client) -> None:
    address = of_prize("desk-change-prize", 2)
    assert 'value="30.00"' in source_at(dora, address)
    send(dora, address, kind="place", division="A", place="2", worth_words="25; given by Mo")
    assert last_said() == "Prize 2 changed: 2nd place, division A: 25.00 EUR, given by Mo"
    refused = send(dora, address, kind="place", division="A", place="2", worth_words="99")
    assert "which is more than the fund of 100.00 EUR." in refused.content.decode()
    send(dora, of_prize("desk-move-prize", 4), line="1")
    send(dora, of_prize("desk-remove-prize", 1))
    assert [row.number for row in rows()] == [4, 2, 3]
    assert dora.get(of_prize("desk-change-prize", 1)).status_code == 404


def test_winners_are_drawn_and_named_at_the_desk(dora: Client) -> None:
    give(offer(special(PrizeKind.DOOR, text="Book"), special(PrizeKind.CHOSEN, text="Hat")))
    send(dora, of_prize("desk-draw-prize", 5), winners="2")
    assert len(won()[4]) == 2
    send(dora, of_prize("desk-name-winners", 6), entries=["2"])
    assert won()[5] == {"Bea": 0}
    send(dora, at("desk-exclude-from-prizes"), entries=["1"])
    assert now().terms.excluded == [1]


def test_fees_money_and_prizes_are_written_down_and_the_page_balances(dora: Client) -> None:
    give(terms(entry_fee=2_000))
    send(dora, at("desk-take-entry-fees"), entries=["1", "2", "3"], place="cash")
    send(dora, at("desk-record-money"), kind="added", amount="50", text="Mo", place="bank")
    send(dora, at("desk-record-money"), kind="expense", amount="12", text="Tea", place="cash")
    asked = send(dora, at("desk-pay-prizes"), entry="1", place="cash")
    assert "Games can still change who wins this: 1st place, division A." in asked.content.decode()
    give(PayPrizes(event=SLUG, entry=1, place="bank"))
    page = source_at(dora, at("desk-event-money"))
    for said in ("60.00 EUR", "20.00 EUR", "They balance", "48.00 EUR"):
        assert said in page
    dora.post(
        at("desk-remove-money"),
        {
            "token": hidden(dora.get(at("desk-remove-money")).content),
            "number": "5",
            "why": "typed twice",
        },
    )
    assert EventMoney.objects.count() == 5
    assert last_said() == "Receipt 5 of 12.00 EUR removed"


def test_paper_has_a_line_to_sign_for_every_winner_and_a_receipt_for_every_payment(
    dora: Client,
) -> None:
    give(terms(tax_percent=1_000))
    page = source_at(dora, f"{PAPER}/prize-list/")
    assert page.count('class="to-sign"') == 4
    assert "Not final: as of round 1 of 3" in page
    assert "No prize in money was paid yet" in source_at(dora, f"{PAPER}/prize-receipts/")
    give(PayPrizes(event=SLUG, entry=1))
    receipt = source_at(dora, f"{PAPER}/prize-receipts/")
    for said in ("Receipt 1", "1st place, division A", "45.00 EUR", "5.00 EUR"):
        assert said in receipt
    certificates = source_at(dora, f"{PAPER}/certificates/")
    assert certificates.count('class="certificate"') == 4
    assert certificates.count("Not final: as of round 1 of 3") == 4
    assert "Not final: as of round 1 of 3" in receipt
    give(CloseEvent(event=SLUG, confirmed=True))
    for key in ("prize-list", "prize-receipts", "certificates"):
        assert "Not final" not in source_at(dora, f"{PAPER}/{key}/")


def test_an_event_without_a_currency_is_led_to_where_it_is_set(dora: Client) -> None:
    new_event("poor")
    for page in ("add-prizes", "take-entry-fees"):
        shown = source_at(dora, f"/desk/poor/{page}/")
        assert '<a href="/desk/poor/prize-terms/">Set it in the terms of the prizes</a>' in shown
    adding = source_at(dora, at("desk-add-prizes"))
    assert "Set it in the terms" not in adding
    assert "<details open" not in adding
