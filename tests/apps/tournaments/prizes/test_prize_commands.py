"""The commands on prizes: who may, what they do, what they refuse, and that it can be undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.actors import Actor
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import says
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, account, give, new_event, undo
from tests.apps.tournaments.prizes.prize_events import (
    gives,
    now,
    offer,
    place,
    rows,
    special,
    terms,
    with_prizes,
    won,
)
from tests.builders.refusals import refused
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.models import EventMoney, PrizeTerms
from tournaments.prizes.commands.money import PayPrizes, RecordMoney, RemoveMoney, TakeFees
from tournaments.prizes.commands.offers import AddPrizes, ChangePrize, MovePrize, RemovePrize
from tournaments.prizes.commands.terms import ExcludeFromPrizes, PublishPrizes
from tournaments.prizes.commands.winners import DrawPrize, NameWinners
from tournaments.prizing.records import OneMoney, PrizeKind

pytestmark = pytest.mark.django_db


def said() -> str:
    """Return the last sentence of the log."""
    entry = JournalEntry.objects.order_by("seq").last()
    assert entry is not None
    return str(says(entry))


def test_only_those_who_direct_the_event_may_change_its_prizes_and_its_money() -> None:
    with_prizes()
    account("otto")
    count = JournalEntry.objects.count()
    for command in (
        terms(fund=1),
        offer(place(3, 100)),
        ChangePrize(event=SLUG, number=1, prize=place(1, 100)),
        RemovePrize(event=SLUG, number=1),
        MovePrize(event=SLUG, number=1, line=2),
        DrawPrize(event=SLUG, number=1),
        NameWinners(event=SLUG, number=1, entries=(1,)),
        ExcludeFromPrizes(event=SLUG, entries=(1,)),
        PublishPrizes(event=SLUG, is_public=True),
        TakeFees(event=SLUG, entries=(1,), amount=100),
        RecordMoney(event=SLUG, kind="added", amount=100, text="A sponsor"),
        PayPrizes(event=SLUG, entry=1),
        RemoveMoney(event=SLUG, number=1),
    ):
        with pytest.raises(NotAllowed):
            execute(command, actor=Actor(name="otto", trusted=False), reason="why")
    assert JournalEntry.objects.count() == count


def test_every_prize_has_its_winner_and_says_why() -> None:
    with_prizes()
    assert won() == [{"Ada": 5_000}, {"Cem": 3_000}, {"Dov": 1_500}, {"Cem": 0}]
    assert [str(one.why) for one in now().list] == [
        "Ada is 1st in division A, with 1–0 and a spread of +100.",
        "Cem is 2nd in division A, with 1–0 and a spread of +70.",
        "Dov is 3rd in division A, with 0–1 and a spread of −70.",
        "Cem beat Dov 420–350 in round 1.",
    ]
    assert [one.final for one in now().list] == [False] * 4


def test_prizes_are_final_once_the_event_is_closed() -> None:
    with_prizes()
    give(CloseEvent(event=SLUG, confirmed=True))
    assert [one.final for one in now().list] == [True] * 4


def test_several_prizes_are_offered_at_once_or_none() -> None:
    new_event()
    give(terms())
    wrong = refused(offer(place(1, 5_000), place(2, 5_001)))
    assert (wrong.code, wrong.field) == ("prize.more_than_fund", "amount")
    assert wrong.message == (
        "The prizes would come to 100.01 EUR, which is more than the fund of 100.00 EUR."
    )
    assert rows() == []
    give(offer(place(1, 5_000), place(2, 5_000)))
    assert [row.number for row in rows()] == [1, 2]


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (
            special(PrizeKind.CLASS, division="A", prize_class="Z", text="Cup"),
            "prize.prize_class",
            "Nobody in division A is of class Z.",
        ),
        (
            special(PrizeKind.CLASS, division="A", text="Cup"),
            "prize.prize_class",
            "Name the class whose best wins it.",
        ),
        (
            special(PrizeKind.PLACE, text="Cup"),
            "prize.division",
            "Choose the division whose places these are.",
        ),
        (place(1), "prize.text", "Say what the prize is: an amount, a part or a thing."),
        (place(0, 100), "prize.place", "A place is 1 to 999."),
        (place(1, 100, part=100), "prize.part", "Give an amount or a part of the fund, not both."),
        (place(1, -5), "prize.amount", "An amount cannot be negative."),
        (place(1, 100, games=3), "prize.games", "Only tuff luck counts games, 1 to 20 of them."),
        (
            special(PrizeKind.BOUNTY, text="Cup"),
            "prize.target",
            "Choose the entry whose defeat is paid.",
        ),
        (
            special(PrizeKind.DOOR, place=2, text="Cup"),
            "prize.place",
            "This prize has no place: nothing ranks its winners.",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence_and_nothing_is_lost(
    line: object, code: str, sentence: str
) -> None:
    with_prizes()
    before = [row.number for row in rows()]
    wrong = refused(AddPrizes(event=SLUG, prizes=(line,)))  # type: ignore[arg-type] # of the table
    assert (wrong.code, wrong.message) == (code, sentence)
    assert [row.number for row in rows()] == before


def test_an_amount_needs_a_currency() -> None:
    new_event()
    assert refused(offer(place(1, 100))).code == "prize.amount"
    give(offer(place(1, text="Cup")))
    assert refused(TakeFees(event=SLUG, entries=(1,), amount=100)).code == "prize.no_currency"


def test_a_prize_is_changed_moved_and_removed_and_all_of_it_undone() -> None:
    with_prizes()
    give(ChangePrize(event=SLUG, number=2, prize=place(2, 2_000, text="given by Mo")))
    assert said() == "Prize 2 changed: 2nd place, division A: 20.00 EUR, given by Mo"
    give(MovePrize(event=SLUG, number=4, line=1))
    assert [row.number for row in rows()] == [4, 1, 2, 3]
    give(RemovePrize(event=SLUG, number=1))
    assert [row.number for row in rows()] == [4, 2, 3]
    undo()
    undo(len(JournalEntry.objects.filter(stream__key=f"event:{SLUG}")) - 2)
    assert sorted(row.number for row in rows()) == [1, 2, 3, 4]


def test_a_number_is_never_given_twice() -> None:
    with_prizes()
    give(RemovePrize(event=SLUG, number=4))
    give(offer(special(PrizeKind.HIGH_LOSS, text="Mug")))
    assert [row.number for row in rows()] == [1, 2, 3, 5]


def test_undoing_a_removal_is_refused_where_the_fund_no_longer_pays_it() -> None:
    with_prizes()
    give(RemovePrize(event=SLUG, number=1))
    removed = JournalEntry.objects.filter(stream__key=f"event:{SLUG}").count()
    give(terms(fund=4_500))
    with pytest.raises(Exception, match="more than the fund") as caught:
        undo(removed)
    assert getattr(caught.value, "code", "") == "prize.more_than_fund"


def test_a_fund_cannot_be_less_than_its_prizes_and_the_currency_stays() -> None:
    with_prizes()
    assert refused(terms(fund=9_499)).field == "fund"
    assert refused(terms(currency="USD")).field == "currency"
    assert refused(terms(currency="XXQ")).field == "currency"
    assert refused(terms(division_fees={"Z": 100})).field == "division_fees"
    assert refused(terms(back=10_001)).field == "back"


def test_parts_of_the_fund_follow_what_comes_in() -> None:
    new_event()
    give(terms(fund=None, entry_fee=2_001))
    halves = (place(1, part=7_500), place(2, part=2_500))
    give(offer(*halves))
    assert [prize.amount for prize in now().prizes] == [6_003, 2_001]
    give(RecordMoney(event=SLUG, kind="added", amount=1_996, text="The mayor"))
    assert now().fund == 10_000
    assert [prize.amount for prize in now().prizes] == [7_500, 2_500]
    assert refused(offer(place(3, part=1))).code == "prize.more_than_fund"


def test_one_prize_in_money_each_passes_the_class_prize_on() -> None:
    with_prizes()
    give(offer(place(3, 500)))
    give(terms(one_money=OneMoney.STANDINGS))
    assert won() == [{"Ada": 5_000}, {"Cem": 3_000}, {"Dov": 1_500}, {"Cem": 0}, {"Bea": 500}]
    assert "Passed over, with a more valuable prize: Dov." in str(now().list[4].why)


def test_staff_who_play_and_whoever_withdrew_win_nothing() -> None:
    with_prizes()
    give(ExcludeFromPrizes(event=SLUG, entries=(1,)))
    assert said() == "No prizes for Ada"
    assert won()[0] == {"Cem": 5_000}
    give(WithdrawEntry(event=SLUG, division="A", entry=3, from_round=2, confirmed=True))
    assert won()[0] == {"Dov": 5_000}


def test_a_door_prize_is_drawn_among_those_who_are_here_and_drawn_again_anew() -> None:
    with_prizes()
    doors = [special(PrizeKind.DOOR, text=f"Book {n}") for n in (1, 2)]
    give(offer(*doors))
    assert str(now().list[4].why) == "It has not been drawn yet."
    give(DrawPrize(event=SLUG, number=5, winners=3))
    first = rows()[4].winners
    assert len(set(first)) == 3
    assert refused(DrawPrize(event=SLUG, number=6, winners=2)).code == "prize.nobody"
    give(DrawPrize(event=SLUG, number=6))
    assert set(rows()[5].winners).isdisjoint(first)
    entry = JournalEntry.objects.filter(command="prize.drawn").first()
    assert entry is not None
    assert entry.facts == {"lot": "spring/door/5/1", "drawn": first}
    assert now().list[4].final
    assert refused(DrawPrize(event=SLUG, number=1)).code == "prize.not_drawn"


def test_the_director_names_who_wins_what_no_figure_tells() -> None:
    with_prizes()
    give(offer(special(PrizeKind.CHOSEN, amount=500, text="Best dressed")))
    give(NameWinners(event=SLUG, number=5, entries=(4, 2)))
    assert said() == "Prize 5 goes to Dov and Bea"
    assert won()[4] == {"Dov": 250, "Bea": 250}
    assert refused(NameWinners(event=SLUG, number=1, entries=(1,))).code == "prize.not_named"
    assert refused(NameWinners(event=SLUG, number=5, entries=(99,))).code == "entry.unknown"


def test_fees_are_taken_once_and_make_the_fund() -> None:
    with_prizes()
    give(terms(fund=None, entry_fee=3_000))
    give(TakeFees(event=SLUG, entries=(1, 2)))
    assert said() == "Entry fees paid by Ada and Bea: 60.00 EUR"
    assert now().fund == 12_000
    assert refused(TakeFees(event=SLUG, entries=(1,))).code == "prize.paid_already"
    assert refused(TakeFees(event=SLUG, entries=())).code == "prize.payers"
    assert [row.number for row in EventMoney.objects.all()] == [1, 2]


def test_a_winner_is_paid_what_is_due_once_and_tax_is_kept_back() -> None:
    with_prizes()
    give(terms(tax_percent=3_000, tax_from=5_000))
    give(PayPrizes(event=SLUG, entry=1, place="bank"))
    assert said() == "Prizes of Ada paid: 50.00 EUR, of which 15.00 EUR was kept back as tax"
    give(PayPrizes(event=SLUG, entry=3))
    assert [(r.amount, r.withheld, r.place) for r in EventMoney.objects.all()] == [
        (5_000, 1_500, "bank"),
        (3_000, 0, "cash"),
    ]
    assert refused(PayPrizes(event=SLUG, entry=1)).code == "prize.nothing_due"
    assert refused(PayPrizes(event=SLUG, entry=2)).code == "prize.nothing_due"


def test_money_is_written_down_in_a_closed_event_and_taken_back_with_a_reason() -> None:
    with_prizes()
    give(CloseEvent(event=SLUG, confirmed=True))
    assert refused(offer(place(3, 100))).code == "event.closed"
    give(PayPrizes(event=SLUG, entry=1))
    gives(RemoveMoney(event=SLUG, number=1))
    assert not EventMoney.objects.exists()
    undo()
    assert EventMoney.objects.get().amount == 5_000
    give(PublishPrizes(event=SLUG, is_public=True))
    assert PrizeTerms.objects.get().is_public


def test_what_changes_nothing_is_refused() -> None:
    with_prizes()
    assert refused(terms()).code == "nothing_changed"
    assert refused(MovePrize(event=SLUG, number=1, line=1)).code == "nothing_changed"
    same = replace(place(1, 5_000))
    assert refused(ChangePrize(event=SLUG, number=1, prize=same)).code == "nothing_changed"
    assert refused(MovePrize(event=SLUG, number=1, line=9)).code == "prize.line"
    assert refused(RemovePrize(event=SLUG, number=9)).code == "prize.unknown"
    assert refused(RemoveMoney(event=SLUG, number=9)).code == "prize.no_receipt"
