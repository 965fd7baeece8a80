"""Two who are left free in a round of a block meet each other, if the director wants it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from core.journal.undo import says
from tests.apps.tournaments.desk_events import (
    division,
    entries_of,
    give,
    new_event,
    signed_in,
)
from tests.apps.tournaments.rounds.round_pages import A, address
from tests.pages import words
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rounds import PublishRound

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    """A round robin of six, of which round 1 is published."""
    new_event()
    for name in ("Eve", "Fay"):
        give(AddEntry(**A, members=(Member(name=name),), rating=1000))
    give(ChangeRules(**A, planned_rounds=5))
    give(CheckIn(**A, here=(1, 2, 3, 4, 5, 6)))
    give(PairRound(**A, round=1, method="roundrobin"))
    give(PublishRound(**A, round=1))
    return signed_in("dora")


def _without_two(number: int) -> tuple[int, int]:
    """Withdraw two who do not meet in a round, draft it, and return whom they leave free."""
    give(PairRound(**A, round=number, method="roundrobin", confirmed=True))
    boards = load_sheet(division(), drafts=True).by_round[number]
    (gone, one), (other, two) = [[seat.entry for seat in board.seats] for board in boards[:2]]
    for entry in (gone, other):
        give(WithdrawEntry(**A, entry=entry, from_round=number))
    give(PairRound(**A, round=number, method="roundrobin", confirmed=True))
    return (one, two) if one < two else (two, one)


def _offered(page: Any) -> list[tuple[str, ...]]:
    return re.findall(r"Let no. (\d) and no. (\d) play each other", words(page))


def test_two_who_are_free_after_withdrawals_are_offered_each_other_in_one_step(
    desk: Client,
) -> None:
    one, two = _without_two(2)
    page = desk.get(address("round", 2))
    assert _offered(page) == [(str(one), str(two))]
    said = words(page)
    assert "are both free in round 2." in said
    # In a round robin of five rounds all six meet once: in round 1, or in one to come.
    where = r"They (met in round 1|have not met, and their block pairs them in round)"
    assert re.search(where, said)
    form = page.content.decode().split(f"#{one} ")[0]
    token = re.findall(r'name="token" value="(\w+)"', form)[-1]
    sent = {"token": token, "mark": [one, two], "on_draft": "1"}
    answer = desk.post(address("pair-waiting", 2), sent)
    assert answer["Location"] == address("round", 2)
    assert re.match(
        rf"Round 2 of A: no\. {one} \w+ and no\. {two} \w+ paired on", says(entries_of()[-1])
    )
    again = desk.get(address("round", 2))
    assert _offered(again) == []
    assert "Everybody has one." in words(again)
    assert "goes first" in words(again)


def test_one_who_is_free_and_two_who_are_kept_apart_are_offered_nobody(desk: Client) -> None:
    one, two = _without_two(2)
    give(SetCondition(**A, kind="apart", one=one, two=two, last=2))
    assert _offered(desk.get(address("round", 2))) == []
    give(WithdrawEntry(**A, entry=one, from_round=2))
    give(PairRound(**A, round=2, method="roundrobin", confirmed=True))
    assert _offered(desk.get(address("round", 2))) == []


@pytest.mark.parametrize("how", ["conditions", "fixed in the pairing form"])
def test_two_byes_that_were_set_on_purpose_are_not_offered_each_other(
    desk: Client, how: str
) -> None:
    if how == "conditions":
        for one in (1, 2):
            give(SetCondition(**A, kind="bye", one=one, first=2, last=2))
    byes = () if how == "conditions" else (1, 2)
    give(PairRound(**A, round=2, method="koth", based_on=0, byes=byes, confirmed=True))
    alone = [b.one.entry for b in load_sheet(division(), drafts=True).by_round[2] if not b.two]
    assert sorted(alone) == [1, 2]
    assert _offered(desk.get(address("round", 2))) == []
