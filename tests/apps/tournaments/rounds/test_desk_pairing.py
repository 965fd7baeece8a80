"""The page of a round before it is published: paired by a method, weighed, and arranged."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.command import Command
from core.journal.undo import RestoreTo, UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    entries_of,
    give,
    hidden,
    publish,
    set_up,
    signed_in,
)
from tests.apps.tournaments.rounds.round_pages import A, address, round_page
from tests.pages import source, source_at, words, words_at
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry, ChangeEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member, RosterLine
from tournaments.entries.commands.moving import MoveEntry
from tournaments.entries.commands.roster import AddRoster
from tournaments.event.commands.event import ChangeRules, CreateDivision
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Round
from tournaments.pairing.methods import methods
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds.commands.pairing import PairRound, Together
from tournaments.rounds.commands.rounds import RecordStart

pytestmark = pytest.mark.django_db


def _pairs() -> set[frozenset[int]]:
    sheet = load_sheet(division(), drafts=True)
    return {frozenset(seat.entry for seat in board.seats) for board in sheet.by_round[1]}


def _tick(*not_here: int) -> None:
    here = tuple(number for number in (1, 2, 3, 4) if number not in not_here)
    give(CheckIn(**A, here=here, not_here=not_here))


def test_nobody_but_the_director_sees_a_draft_or_pairs(desk: Client) -> None:
    _tick()
    other = signed_in("otto")
    for path in ("round", "pair-round", "swap-seats", "publish-round"):
        assert other.get(address(path, 1)).status_code == 403
        assert Client().get(address(path, 1)).status_code == 302
    sent = {"method": "swiss fold", "opening": "fold"}
    assert other.post(address("pair-round", 1), sent).status_code == 403
    assert not Round.objects.exists()


def test_a_round_is_not_paired_before_everybody_is_ticked_and_the_page_says_who_is_left(
    desk: Client,
) -> None:
    give(CheckIn(**A, here=(1, 2, 3)))
    answer = desk.get(address("round", 1))
    assert "Check-in is not finished: Dov ticked neither here nor not here." in words(answer)
    assert reverse("desk-players", kwargs={"slug": SLUG}) in source(answer)
    assert "<button disabled" in source(answer)


def test_the_button_says_what_there_is_to_pair_and_who_is_not_here_is_named(desk: Client) -> None:
    _tick(4)
    page = round_page(desk, 1)
    assert "Pair round 1: 3 players on 1 board and a bye" in page
    assert "Not in this round: #4 Dov." in page


def test_every_method_there_is_can_be_chosen(desk: Client) -> None:
    page = source_at(desk, address("round", 1))
    for method in methods():
        for variant in method.variants or ("",):
            assert f'value="{f"{method.key} {variant}".strip()}"' in page


def test_pairing_leads_back_to_the_draft_which_says_what_each_board_means(desk: Client) -> None:
    _tick()
    page = desk.get(address("round", 1)).content
    sent = {"token": hidden(page), "method": "swiss fold", "opening": "fold", "repeats": ""}
    answer = desk.post(address("pair-round", 1), sent, follow=True)
    assert answer.redirect_chain[0][0] == address("round", 1)
    assert says(entries_of()[-1]).startswith("Round 1 of A paired by Swiss: 2 boards")
    shown = words(answer)
    assert "Paired by Swiss. Only people with a role in this event can see it." in shown
    assert "First meeting. 1st against 3rd, equal wins." in shown
    assert "goes first" in shown


def test_a_second_meeting_is_said_in_words_on_the_draft_and_before_publishing(
    desk: Client,
) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    set_up(2, (1, 2), (3, 4))
    page = round_page(desk, 2)
    assert "2nd meeting" in page
    assert "Met once, in round 1." in page
    preview = words_at(desk, address("publish-round", 2))
    assert "2 boards have met before; they are marked below." in preview
    assert "met before, game 2" in preview


def test_the_preview_has_the_sides_that_the_publication_then_decides(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    set_up(2, (1, 3), (2, 4))
    page = desk.get(address("publish-round", 2))
    row = re.findall(r'<th scope="row" class="num">(\d)</th><td>(\w+) .*?<td>(\w+) ', source(page))
    desk.post(address("publish-round", 2), {"token": hidden(page.content)})
    sheet = load_sheet(division())
    sides = []
    for board in sheet.by_round[2]:
        seats = sorted(board.seats, key=lambda seat: seat.side)
        names = [sheet.entries[seat.entry].entered_name for seat in seats]
        sides.append((str(board.number), *names))
    assert row == sides


def test_results_that_are_missing_are_said_and_the_round_before_counts(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    publish(2, (1, 3), (2, 4))
    page = source_at(desk, address("round", 3))
    assert "Results of round 2 are missing, so the results through round 1 count." in page
    assert '<option value="1" selected>round 1</option>' in page
    assert '<option value="2"' not in page.split("Earlier meetings")[0].split("based_on")[1]


def test_a_repeat_that_is_needed_is_asked_about_and_accepted_once(desk: Client) -> None:
    give(WithdrawEntry(**A, entry=3, from_round=1))
    give(WithdrawEntry(**A, entry=4, from_round=1))
    publish(1, (1, 2))
    enter(1, 1, 400, 380)
    page = desk.get(address("round", 2)).content
    sent = {"token": hidden(page), "method": "swiss fold", "based_on": 1, "repeats": ""}
    answer = desk.post(address("pair-round", 2), sent)
    assert answer.status_code == 422
    assert "No pairing without repeats was possible" in words(answer)
    accepted = sent | {"confirmed": hidden(answer.content, "confirmed")}
    assert desk.post(address("pair-round", 2), accepted).status_code == 302
    none_at_all = sent | {"token": "", "repeats": "0"}
    assert (
        b"There is no pairing without repeats; one repeat suffices"
        in desk.post(address("pair-round", 2), none_at_all).content
    )


def test_the_last_method_of_the_division_is_the_one_offered(desk: Client) -> None:
    _tick()
    give(PairRound(**A, round=1, method="koth"))
    assert '<option value="koth whole" selected>' in source_at(desk, address("round", 2))


def test_what_is_kept_stays_when_the_rest_is_paired_again(desk: Client) -> None:
    _tick()
    set_up(1, (1, 4), (2, 3))
    page = source_at(desk, address("round", 1))
    assert page.count('name="keep"') == 2
    sent = {"method": "swiss fold", "opening": "fold", "repeats": "", "keep": ["1-4"]}
    desk.post(address("pair-round", 1), sent)
    assert frozenset({1, 4}) in _pairs()
    assert entries_of()[-1].payload["fixed"] == [{"one": 1, "two": 4}]
    assert "Kept at your request." in round_page(desk, 1)


def test_pairs_byes_and_absences_are_settled_before_pairing(desk: Client) -> None:
    _tick()
    member = Member(name="Eve")
    give(AddEntry(**A, members=(member,), rating=1000))
    give(CheckIn(**A, here=(5,)))
    sent = {"method": "swiss fold", "opening": "fold", "repeats": ""}
    sent |= {"together": "1-2", "byes": "5", "absent": ""}
    desk.post(address("pair-round", 1), sent)
    command = entries_of()[-1].payload
    assert (command["fixed"], command["byes"]) == ([{"one": 1, "two": 2}], [5])
    assert _pairs() == {frozenset({1, 2}), frozenset({3, 4}), frozenset({5})}
    wrong = desk.post(address("pair-round", 1), sent | {"together": "1 and 2"})
    assert "&#x27;1 and 2&#x27; is not a pair of players; write 7-18." in source(wrong)


def test_a_board_rearranged_by_hand_has_no_reason_of_the_method(desk: Client) -> None:
    _tick()
    give(PairRound(**A, round=1, method="swiss", fixed=(Together(one=1, two=2),)))
    desk.post(address("swap-seats", 1), {"mark": [2, 3]})
    assert round_page(desk, 1).count("Put together by hand.") == 2


def test_a_withdrawn_entry_with_a_seat_is_marked_on_the_draft(desk: Client) -> None:
    set_up(1, (1, 2), (3, 4))
    give(WithdrawEntry(**A, entry=4, from_round=1))
    assert "#4 no longer takes part" in round_page(desk, 1)


def test_a_result_corrected_after_the_draft_is_said_before_the_draft_is_published(
    desk: Client,
) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    set_up(2, (1, 3), (2, 4))
    assert "was made after this draft" not in round_page(desk, 2)
    give(CorrectResult(**A, round=1, entry=1, score=300, opponent_score=380), reason="slip misread")
    corrected = entries_of()[-1]
    assert f"Log {corrected.seq} was made after this draft: {says(corrected)}." in round_page(
        desk, 2
    )
    set_up(2, (2, 3), (1, 4))
    give(ChangeEntry(**A, entry=1, name="Ada Adams"))
    assert "was made after this draft" not in round_page(desk, 2)
    give(ChangeEntry(**A, entry=1, rating=900))
    assert "rating now 900 (before: 1600)." in round_page(desk, 2)


EVE = Member(name="Eve")
GROUND: dict[str, Command] = {
    "roster": AddRoster(**A, entries=(RosterLine(members=(EVE,), rating=900),), confirmed=True),
    "check-in": CheckIn(**A, here=(4,)),
    "start": RecordStart(**A, round=1, entry=2, confirmed=True),
    "move away": MoveEntry(**A, entry=5, to="B", confirmed=True),
    "move here": MoveEntry(event=SLUG, division="B", entry=1, to="A", confirmed=True),
}


@pytest.mark.parametrize("what", GROUND)
def test_whatever_changes_the_ground_of_a_draft_is_said(desk: Client, what: str) -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    give(AddEntry(event=SLUG, division="B", members=(EVE,)))
    if what == "check-in":
        number = 1
        set_up(1, (1, 2), (3, 4))
    else:
        number = 2
        publish(1, (1, 2), (3, 4))
        give(AddEntry(**A, members=(Member(name="Finn"),), confirmed=True))
        enter(1, 1, 400, 380)
        enter(1, 3, 400, 380)
        set_up(2, (1, 3), (2, 4))
    assert "this draft:" not in round_page(desk, number)
    give(GROUND[what])
    entry = entries_of()[-1]
    assert f"Log {entry.seq} was made after this draft: {says(entry)}." in round_page(desk, number)


def _undo(seq: int) -> int:
    give(UndoEntry(journal=f"event:{SLUG}", seq=seq))
    return entries_of()[-1].seq


def test_what_is_undone_after_the_draft_is_said_and_no_more_once_it_is_redone(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    seen = entries_of()[-1]
    set_up(2, (1, 3), (2, 4))
    undone = _undo(seen.seq)
    assert f"Log {seen.seq} was undone after this draft: {says(seen)}." in round_page(desk, 2)
    _undo(undone)
    assert "this draft:" not in round_page(desk, 2)


def test_what_is_done_again_after_the_draft_is_said(desk: Client) -> None:
    give(ChangeEntry(**A, entry=1, rating=1700))
    changed = entries_of()[-1]
    undone = _undo(changed.seq)
    set_up(1, (1, 2), (3, 4))
    _undo(undone)
    assert f"Log {changed.seq} was redone after this draft:" in round_page(desk, 1)


def test_what_came_after_the_draft_and_was_taken_back_is_not_said(desk: Client) -> None:
    set_up(1, (1, 2), (3, 4))
    drafted = entries_of()[-1].seq
    give(ChangeEntry(**A, entry=1, rating=1700))
    assert "was made after this draft" in round_page(desk, 1)
    give(RestoreTo(journal=f"event:{SLUG}", seq=drafted))
    assert "this draft:" not in round_page(desk, 1)


def test_an_entry_undone_below_a_draft_is_said_though_a_later_one_was_taken_back(
    desk: Client,
) -> None:
    give(ChangeEntry(**A, entry=1, rating=1700))
    changed = entries_of()[-1]
    set_up(1, (1, 2), (3, 4))
    give(ChangeEntry(**A, entry=2, rating=1650))
    _undo(entries_of()[-1].seq)
    _undo(changed.seq)
    assert f"Log {changed.seq} was undone after this draft:" in round_page(desk, 1)


def test_the_rounds_tab_leads_to_the_round_that_is_next(desk: Client) -> None:
    address = reverse("desk-round", kwargs={"slug": SLUG})
    seen = [words_at(desk, address)[:40]]
    publish(1, (1, 2), (3, 4))
    seen.append(words_at(desk, address)[:40])
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    seen.append(words_at(desk, address)[:40])
    assert [words.split(",")[0] for words in seen] == ["Round 1", "Round 1", "Round 2"]


def test_fewer_or_more_rounds_are_asked_about_with_what_follows(desk: Client) -> None:
    give(ChangeRules(**A, overrides={"final_draw": True}))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    address = reverse("desk-change-rounds", kwargs={"slug": SLUG}) + "?division=A"
    page = desk.get(address)
    assert "3 rounds are planned, 1 is set up; there cannot be fewer." in words(page)
    sent = {"token": hidden(page.content), "planned_rounds": 1}
    asked = words(desk.post(address, sent))
    assert "Division A plays 1 round instead of 3." in asked
    assert "Round 1 is complete, so its standings are final now." in asked
    assert "Who starts in round 1 was decided when it was published, and stays as it is." in asked
    more = words(desk.post(address, sent | {"planned_rounds": 20}))
    assert "Ratings are computed in 2 parts instead of 1." in more
    assert "Round 3 is no longer the last one" in more


def test_what_needs_the_director_stands_first_on_the_overview(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    page = words_at(desk, reverse("desk-event", kwargs={"slug": SLUG}))
    said = "Division A, round 1 lacks results of board 2."
    assert page.index("Look at these first") < page.index(said) < page.index("4 entries; 3 rounds")
