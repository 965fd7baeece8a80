"""A published round repaired at the desk: each step asks first, and touches only what it names."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.errors import Refused
from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    set_up,
    signed_in,
)
from tests.apps.tournaments.desks import desk_of_five
from tests.apps.tournaments.rounds.round_pages import press_way
from tests.pages import source_at, words, words_at
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import AddEntry, ReinstateEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision
from tournaments.kernel.queries.sheet import BoardLine, load_sheet
from tournaments.models import Round
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.rearranging import PairWaiting, TakeBoardApart
from tournaments.rounds.commands.rounds import PublishRound

__all__ = ["desk_of_five"]

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}
R1 = A | {"round": 1}


def _address(path: str, **more: Any) -> str:
    where = "".join(f"&{name}={value}" for name, value in more.items())
    return reverse(f"desk-{path}", kwargs={"slug": SLUG}) + f"?division=A&round=1{where}"


def _boards() -> dict[frozenset[int], BoardLine]:
    boards = load_sheet(division(), drafts=True).by_round[1]
    return {frozenset(seat.entry for seat in board.seats): board for board in boards}


def _step(desk: Client, path: str, entry: int) -> str:
    return source_at(desk, _address(path, entry=entry))


def test_nobody_but_the_director_comes_to_the_guided_steps(desk: Client) -> None:
    other = signed_in("otto")
    for path in ("no-show", "departure", "arrival"):
        assert other.get(_address(path, entry=1)).status_code == 403
        assert Client().get(_address(path)).status_code == 302
        assert desk.post(_address(path)).status_code == 405


@pytest.mark.parametrize("path", ["no-show", "departure", "arrival"])
def test_a_step_that_names_nothing_that_exists_is_not_found(desk: Client, path: str) -> None:
    assert desk.get(_address(path, entry=99)).status_code == 404
    assert desk.get(_address(path).replace("round=1", "round=9")).status_code == 404
    assert desk.get(_address(path).replace("division=A", "division=Z")).status_code == 404


def test_the_round_offers_to_be_rearranged_and_names_each_step(desk: Client) -> None:
    page = words_at(desk, _address("round"))
    for said in (
        "Rearrange this round",
        "Swap two seats",
        "Unpublish the round",
        "Somebody did not come",
        "Record a game against the wrong opponent",
        "There will be fewer or more rounds",
    ):
        assert said in page


def test_a_swap_on_a_published_round_asks_and_the_sheet_says_when(desk: Client) -> None:
    before = _boards()
    page = desk.get(_address("swap-seats"))
    sent = {"token": hidden(page.content), "one": 5, "two": 4, "alone": ""}
    asked = desk.post(_address("swap-seats"), sent)
    assert "#3 Cem and #5 Eve will meet." in words(asked)
    assert "#4 Dov will sit alone." in words(asked)
    accepted = sent | {"confirmed": hidden(asked.content, "confirmed")}
    assert desk.post(_address("swap-seats"), accepted)["Location"] == _address("round")
    assert _boards()[frozenset({1, 2})] == before[frozenset({1, 2})]
    assert re.search(r"changed \d\d:\d\d", words_at(desk, _address("round")))
    public = desk.get(f"/events/{SLUG}/A/pairings/")
    assert re.search(r"Changed \d\d:\d\d UTC: this is not the sheet", words(public))
    assert words(public).count(" changed ") == 1


def test_who_did_not_come_is_chosen_among_games_without_a_result(desk: Client) -> None:
    enter(1, 1, 400, 380)
    page = words_at(desk, _address("no-show"))
    assert "#4 Dov (board 2, meets #3 Cem)" in page
    assert "#1 Ada" not in page


def test_who_it_is_about_is_found_by_any_part_of_a_name(desk: Client) -> None:
    found = words_at(desk, _address("departure") + "&q=a")
    assert "#1 Ada (" in found
    assert "#2 Bea (board 1" in found
    assert "#4 Dov (" not in found
    assert "No player to choose is called “xyz”." in words_at(
        desk, _address("departure") + "&q=xyz"
    )


@pytest.mark.parametrize("path", ["no-show", "departure"])
@pytest.mark.parametrize(("query", "entry"), [("OV", 4), ("2", 2)])
def test_enter_opens_the_only_one_who_can_be_meant(
    desk: Client, path: str, query: str, entry: int
) -> None:
    answer = desk.get(_address(path) + f"&q={query}")
    assert (answer.status_code, answer["Location"]) == (302, _address(path, entry=entry))
    assert "The game" in words_at(desk, answer["Location"])
    # Nothing was asked for: whoever is the only one to choose from is not chosen yet.
    assert desk.get(_address(path)).status_code == 200


def test_of_who_leaves_a_game_begun_is_asked_first_and_a_forfeit_is_not_one_key_away(
    desk: Client,
) -> None:
    page = _step(desk, "departure", 2)
    assert page.index("begun and broken off") < page.index("The game is a forfeit")
    [focused] = re.findall(r"<[^>]* autofocus[^>]*>", page)
    assert 'name="score"' in focused


def test_a_no_show_is_a_forfeit_with_what_it_gives_said_before(desk: Client) -> None:
    page = _step(desk, "no-show", 4)
    assert "#3 Cem wins with +50, #4 Dov loses with −50. It is not rated." in unescape(page)
    press_way(desk, page, "Record the forfeit")
    assert says(entries_of()[-1]).endswith("no. 4 Dov forfeited to no. 3 Cem")


@pytest.mark.parametrize(
    ("outcome", "called"), [("forfeit", "a forfeit"), ("absent", "an absence")]
)
def test_after_a_no_show_the_bye_plays_and_no_other_board_is_touched(
    desk: Client, outcome: str, called: str
) -> None:
    before = _boards()
    press_way(desk, _step(desk, "no-show", 4), f"Let #5 Eve play: {called}")
    after = _boards()
    assert set(after) == {frozenset({1, 2}), frozenset({3, 5}), frozenset({4})}
    assert after[frozenset({1, 2})] == before[frozenset({1, 2})]
    assert after[frozenset({3, 5})].number == before[frozenset({3, 4})].number
    assert after[frozenset({4})].reason == outcome


NO_SHOWS: dict[str, dict[frozenset[int], str | None]] = {
    "Record the forfeit": {frozenset({3, 4}): "forfeit"},
    "Let #5 Eve play: a forfeit": {frozenset({3, 5}): None, frozenset({4}): "forfeit"},
    "Let #5 Eve play: an absence": {frozenset({3, 5}): None, frozenset({4}): "absent"},
}


@pytest.mark.parametrize("button", NO_SHOWS)
def test_what_becomes_of_a_no_show_is_done_by_one_press_and_asks_nothing_again(
    desk: Client, button: str
) -> None:
    before = len(entries_of())
    answer = press_way(desk, _step(desk, "no-show", 4), button)
    assert answer["Location"] == _address("round")
    boards = _boards()
    for who, reason in NO_SHOWS[button].items():
        assert boards[who].reason == reason
    assert len(entries_of()) == before + 1


def test_the_page_of_a_no_show_names_the_board_and_says_what_else_changes(desk: Client) -> None:
    page = unescape(_step(desk, "no-show", 4))
    assert "#3 Cem and #5 Eve, who has a bye, meet on board 2." in page
    assert "All other boards stay as they are, and the sheet will say when it was changed." in page


def test_what_follows_is_asked_again_when_the_boards_changed_since_it_was_told(
    desk: Client,
) -> None:
    page = _step(desk, "no-show", 4)
    give(TakeBoardApart(**R1, entry=5, confirmed=True))
    before = len(entries_of())
    with pytest.raises(AssertionError, match="Before you confirm:"):
        press_way(desk, page, "Let #5 Eve play: an absence")
    assert len(entries_of()) == before


def test_what_follows_is_asked_again_when_the_draft_was_published_since_it_was_told(
    desk: Client,
) -> None:
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    set_up(2, (1, 3), (2, 4), byes=(5,))
    address = _address("no-show", entry=4).replace("round=1", "round=2")
    page = source_at(desk, address)
    give(PublishRound(**A, round=2))
    before = len(entries_of())
    with pytest.raises(AssertionError, match=r"Before you confirm: .*Round 2 is published\."):
        press_way(desk, page, "Let #5 Eve play: an absence")
    assert len(entries_of()) == before


def test_the_opponent_of_a_no_show_gets_a_bye_after_the_absentee_was_dealt_with(
    desk: Client,
) -> None:
    answer = press_way(desk, _step(desk, "no-show", 4), "Split board 2")
    assert answer["Location"] == _address("no-show", entry=4)
    page = source_at(desk, answer["Location"])
    answer = press_way(desk, page, "Record the forfeit")
    assert answer["Location"] == _address("arrival", entry=3, left=1)
    page = source_at(desk, answer["Location"])
    assert "<h1>#3 Cem has no opponent now</h1>" in page.split("Does not play in round 1")[0]
    press_way(desk, page, "Gets a bye")
    boards = _boards()
    assert (boards[frozenset({4})].reason, boards[frozenset({3})].reason) == ("forfeit", "bye")
    assert frozenset({1, 2}) in boards


def test_after_a_no_show_somebody_who_waits_plays_and_then_the_absentee_is_asked_about(
    desk: Client,
) -> None:
    give(TakeBoardApart(**R1, entry=5, confirmed=True))
    answer = press_way(desk, _step(desk, "no-show", 4), "Let #5 Eve play instead")
    assert answer["Location"] == _address("no-show", entry=4)
    assert frozenset({3, 5}) in _boards()
    page = source_at(desk, answer["Location"])
    assert "#4 Dov loses with −50." in unescape(page)
    press_way(desk, page, "Record the forfeit")
    assert _boards()[frozenset({4})].reason == "forfeit"


def test_a_resting_house_player_takes_the_seat_of_who_did_not_come() -> None:
    new_event()
    give(AddEntry(**A, members=(Member(name="Hal"),), rating=900))
    give(SetCondition(**A, kind="house", one=5, confirmed=True))
    publish(1, (1, 2), (3, 4))
    dora = signed_in("dora")
    page = unescape(_step(dora, "no-show", 4))
    assert "#3 Cem and #5 Hal, who rests as a house player, meet on board 2" in page
    assert "The bye is gone." not in page
    press_way(dora, page, "Let #5 Hal play: a forfeit")
    boards = _boards()
    assert boards.keys() == {frozenset({1, 2}), frozenset({3, 5}), frozenset({4})}
    assert boards[frozenset({4})].reason == "forfeit"


def test_who_has_no_open_game_is_told_so(desk: Client) -> None:
    assert "#5 Eve has no unfinished game." in unescape(_step(desk, "no-show", 5))


def test_who_leaves_during_a_game_loses_it_and_is_then_withdrawn(desk: Client) -> None:
    page = _step(desk, "departure", 2)
    assert "#1 Ada wins; #2 Bea loses with −50" in unescape(page)
    sent = {"score": 200, "opponent_score": 260, "reason": "left", "winner": 1}
    desk.post(_address("enter-result", entry=2), sent | {"then": _address("departure", entry=2)})
    page = _step(desk, "departure", 2)
    assert "Round 1 already has its outcome, which stays." in page
    answer = press_way(desk, page, "Withdraw from round 2 on")
    assert answer["Location"] == _address("round")
    assert says(entries_of()[-1]) == "No. 2 Bea withdrawn from round 2 on"
    assert "#2 Bea does not play in round 2." in unescape(_step(desk, "departure", 2))


def test_who_goes_home_can_forfeit_what_is_left_and_keep_a_place(desk: Client) -> None:
    enter(1, 1, 400, 380)
    page = _step(desk, "departure", 2)
    assert "loses each round with −50 and stays in the ranking" in unescape(page)
    answer = press_way(desk, page, "Forfeit from round 2 on")
    assert answer["Location"] == _address("round")
    assert says(entries_of()[-1]) == "No. 2 Bea forfeits every round from round 2 on"


def test_who_comes_back_into_the_round_that_is_played_meets_the_bye(desk: Client) -> None:
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    give(WithdrawEntry(**A, entry=4, from_round=2))
    publish(2, (1, 3), byes=(5, 2))
    where = {"entry": 4}
    address = _address("arrival", **where).replace("round=1", "round=2")
    assert "#4 Dov" in words_at(desk, address.replace("&entry=4", ""))
    page = source_at(desk, address)
    assert "Plays from round 2 on, which is being played" in page
    answer = press_way(desk, page, "Let #4 Dov play from round 2 on")
    assert answer["Location"] == address
    press_way(desk, source_at(desk, address), "Pair with #5 Eve")
    boards = load_sheet(division()).by_round[2]
    pairs = {frozenset(seat.entry for seat in board.seats) for board in boards}
    assert pairs == {frozenset({1, 3}), frozenset({2}), frozenset({4, 5})}


def test_who_comes_back_when_no_round_is_open_plays_from_the_next(desk: Client) -> None:
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    give(WithdrawEntry(**A, entry=4, from_round=2))
    page = unescape(_step(desk, "arrival", 4))
    assert "which is being played" not in page
    assert "No round is missed." in page
    press_way(desk, page, "Let #4 Dov play from round 2 on")
    assert says(entries_of()[-1]) == "No. 4 Dov plays again from round 2"


def _late() -> None:
    """Make an event in which Dov was not here, and round 1 is being played."""
    new_event("late")
    where: dict[str, Any] = {"event": "late", "division": "A"}
    give(CheckIn(**where, here=(1, 2, 3), not_here=(4,)))
    publish(1, (1, 2), slug="late", byes=(3,))


LATE: dict[str, Any] = {"event": "late", "division": "A"}


def test_a_late_arrival_can_join_the_round_that_is_played_until_it_has_a_seat() -> None:
    _late()
    give(ArriveLate(**LATE, entry=4, from_round=1))
    arrived = entries_of("late")[-1]
    give(UndoEntry(journal="event:late", seq=arrived.seq))
    give(UndoEntry(journal="event:late", seq=arrived.seq + 1))
    give(PairWaiting(**LATE, round=1, one=3, two=4, confirmed=True))
    with pytest.raises(Refused) as refused:
        give(UndoEntry(journal="event:late", seq=arrived.seq + 2))
    assert refused.value.code == "undo.seated"


def test_a_complete_round_takes_nobody_in() -> None:
    _late()
    enter(1, 1, 400, 380, slug="late")
    with pytest.raises(Refused) as refused:
        give(ArriveLate(**LATE, entry=4, from_round=1))
    assert refused.value.code == "round.published"
    give(ArriveLate(**LATE, entry=4, from_round=2))


def test_only_the_last_published_round_takes_somebody_back_in(desk: Client) -> None:
    give(WithdrawEntry(**A, entry=5, from_round=2))
    publish(2, (1, 3), (2, 4))
    with pytest.raises(Refused) as refused:
        give(ReinstateEntry(**A, entry=5, from_round=1))
    assert refused.value.code == "round.published"


def test_a_round_taken_back_is_a_draft_again_and_the_public_sees_nothing(desk: Client) -> None:
    page = desk.get(_address("unpublish-round"))
    asked = desk.post(_address("unpublish-round"), {"token": hidden(page.content)})
    sent = {"token": hidden(page.content), "confirmed": hidden(asked.content, "confirmed")}
    desk.post(_address("unpublish-round"), sent)
    assert Round.objects.get(division=division()).stage == Round.Stage.DRAFT
    assert "Round 1 is not paired yet" in words_at(desk, f"/events/{SLUG}/A/pairings/")
    assert "Only people with a role in this event can see it." in words_at(desk, _address("round"))


def test_a_game_against_the_wrong_opponent_is_recorded_with_who_started(desk: Client) -> None:
    sent = {"entry": 1, "score": 400, "opponent": 3, "opponent_score": 390, "first": "opponent"}
    sent |= {"why": "sat down at the wrong table", "token": "", "do": ""}
    asked = desk.post(_address("record-played"), sent)
    assert "#2 Bea and #4 Dov are paired with each other." in words(asked)
    again = sent | {"token": hidden(asked.content), "confirmed": hidden(asked.content, "confirmed")}
    assert desk.post(_address("record-played"), again).status_code == 302
    board = _boards()[frozenset({1, 3})]
    assert {seat.entry: (seat.score, seat.side) for seat in board.seats} == {
        1: (400, "second"),
        3: (390, "first"),
    }


def test_moving_to_another_division_says_what_stays_behind(desk: Client) -> None:
    address = reverse("desk-move-entry", kwargs={"slug": SLUG}) + "?division=A"
    assert "There is no other division." in words_at(desk, address)
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    asked = desk.post(address, {"entry": 4, "to": "B"})
    assert "its games there (1 game) stay there" in words(asked)


@pytest.mark.parametrize("then", ["https://elsewhere.example/", "//elsewhere.example/"])
def test_a_form_leads_on_to_pages_of_this_site_only(desk: Client, then: str) -> None:
    sent = {"absent": "4", "then": then}
    assert desk.post(_address("enter-forfeit"), sent)["Location"] == _address("round")
