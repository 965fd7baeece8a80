"""Check-in, late arrivals and rosters, as commands."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.errors import NeedsConfirmation, Refused
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from people.commands import AddPlayer
from tests.builders.open_event import A, division, do, result
from tests.builders.refusals import refused
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import AddEntry, ReinstateEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member, RosterLine, missed_rounds
from tournaments.entries.commands.roster import AddRoster
from tournaments.event.commands.event import ChangeRules
from tournaments.models import Entry
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db

ALL = (1, 2, 3, 4, 5)


def entry(number: int) -> Entry:
    return division().entries.get(number=number)


def held(number: int) -> tuple[str, Any]:
    row = entry(number)
    return row.presence, row.away


def said() -> str:
    return says(JournalEntry.objects.filter(stream__key="event:open").latest("seq"))


def undoing(seq: int) -> UndoEntry:
    return UndoEntry(journal="event:open", seq=seq)


def line(name: str, player: str = "", **more: Any) -> RosterLine:
    return RosterLine(members=(Member(name=name, player=player),), **more)


def publish_without(missing: int) -> None:
    """Publish round 1 with four of the five, the fifth not here."""
    do(CheckIn(**A, here=tuple(n for n in ALL if n != missing), not_here=(missing,)))
    one, two, three, four = (number for number in ALL if number != missing)
    boards = (HandPairing(one=one, two=two), HandPairing(one=three, two=four))
    do(SetUpRound(**A, round=1, boards=boards))
    do(PublishRound(**A, round=1))


def test_an_entry_is_not_ticked_until_somebody_ticks_it(event: None) -> None:
    assert [held(number) for number in ALL] == [("", [])] * 5


def test_many_are_ticked_in_one_command_that_says_whom(event: None) -> None:
    do(CheckIn(**A, here=(1, 2, 3, 4), not_here=(5,)))
    assert [held(n) for n in ALL] == [("here", [])] * 4 + [("not_here", [[1, None]])]
    assert said() == "Check-in of division A: 4 here; #5 Eve Esk not here"


def test_who_is_not_here_is_away_from_round_1_on_and_comes_back_by_a_tick(event: None) -> None:
    do(CheckIn(**A, not_here=(5,)))
    do(CheckIn(**A, here=(5,)))
    assert held(5) == ("here", [])


def test_a_tick_is_taken_back(event: None) -> None:
    do(CheckIn(**A, not_here=(5,), here=(1,)))
    do(CheckIn(**A, clear=(5, 1)))
    assert (held(5), held(1)) == (("", []), ("", []))
    assert said() == "Check-in of division A: #5 Eve Esk, #1 Ada Abbot not ticked"


def test_who_leaves_later_keeps_leaving_when_ticked_here(event: None) -> None:
    do(WithdrawEntry(**A, entry=5, from_round=3))
    do(CheckIn(**A, here=(5,)))
    assert held(5) == ("here", [[3, None]])


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (CheckIn(**A), "nothing_changed"),
        (CheckIn(**A, here=(9,)), "entry.unknown"),
        (CheckIn(**A, here=(1,), not_here=(1,)), "check_in.twice"),
        (CheckIn(**A, here=(1, 1)), "check_in.twice"),
        (ArriveLate(**A, entry=1, from_round=1), "entry.not_missing"),
        (AddRoster(**A, entries=()), "roster.empty"),
    ],
)
def test_what_says_nothing_or_names_nobody_is_refused(event: None, command: Any, code: str) -> None:
    assert refused(command).code == code


def test_a_withdrawn_entry_is_reinstated_and_not_ticked(event: None) -> None:
    do(WithdrawEntry(**A, entry=5, from_round=1))
    assert refused(CheckIn(**A, here=(5,))).message == (
        "#5 Eve Esk is withdrawn; reinstate the entry first."
    )


def test_check_in_is_over_once_round_1_is_published(published: None) -> None:
    assert refused(CheckIn(**A, here=(1,))).message == (
        "Round 1 is published, so check-in is over; enter anybody who comes now as a late player."
    )


def test_ticking_somebody_with_a_seat_in_the_draft_not_here_is_asked_about(event: None) -> None:
    do(
        SetUpRound(
            **A, round=1, boards=(HandPairing(one=1, two=2), HandPairing(one=3, two=4)), byes=(5,)
        )
    )
    with pytest.raises(NeedsConfirmation) as asked:
        do(CheckIn(**A, not_here=(4,)))
    assert asked.value.message == (
        "#4 Dale Dorsey has a seat in the draft of round 1, which must then be paired again."
    )
    do(CheckIn(**A, not_here=(4,), confirmed=True))
    assert refused(PublishRound(**A, round=1)).code == "round.seated_away"


def test_who_was_not_here_arrives_and_has_missed_what_was_published(event: None) -> None:
    publish_without(5)
    do(ArriveLate(**A, entry=5, from_round=2))
    assert held(5) == ("here", [[1, 1]])
    missed = result(5)
    assert (missed.reason, missed.lost_one, missed.spread_one) == ("absent", 2, -50)
    assert said() == "No. 5 Eve Esk arrived, plays from round 2; round 1 missed"


def test_missed_rounds_count_as_the_rule_set_says(event: None) -> None:
    do(ChangeRules(**A, overrides={"missed_round_spread": 0}))
    publish_without(5)
    do(ArriveLate(**A, entry=5, from_round=2))
    assert (result(5).lost_one, result(5).spread_one) == (0, 0)


def test_nobody_arrives_in_a_round_that_has_been_played(event: None) -> None:
    publish_without(5)
    for number in (1, 3):
        do(EnterResult(**A, round=1, entry=number, score=400, opponent_score=300))
    assert refused(ArriveLate(**A, entry=5, from_round=1)).message == (
        "Round 1 is published; the entry can play from round 2 on."
    )
    assert refused(ArriveLate(**A, entry=5, from_round=9)).code == "round.unknown"


def test_who_arrives_while_round_1_is_played_may_be_paired_in_it(event: None) -> None:
    publish_without(5)
    do(ArriveLate(**A, entry=5, from_round=1))
    assert held(5) == ("here", [])
    assert not entry(5).seats.exists()


def test_reinstating_who_was_not_here_is_an_arrival(event: None) -> None:
    publish_without(5)
    do(ReinstateEntry(**A, entry=5, from_round=2))
    assert held(5) == ("here", [[1, 1]])
    assert refused(ArriveLate(**A, entry=5, from_round=2)).code == "entry.not_missing"


def test_an_arrival_is_undone_and_done_again_until_its_round_is_published(event: None) -> None:
    publish_without(5)
    arrived = do(ArriveLate(**A, entry=5, from_round=2)).seq
    undone = do(undoing(arrived)).seq
    assert held(5) == ("not_here", [[1, None]])
    do(undoing(undone))
    assert held(5) == ("here", [[1, 1]])
    boards = (HandPairing(one=1, two=3), HandPairing(one=2, two=4))
    do(SetUpRound(**A, round=2, boards=boards, byes=(5,)))
    do(PublishRound(**A, round=2))
    assert refused(undoing(arrived)).code == "undo.published"


def test_a_check_in_is_undone_before_round_1_is_published_and_not_after(event: None) -> None:
    ticked = do(CheckIn(**A, not_here=(5,))).seq
    undone = do(undoing(ticked)).seq
    assert held(5) == ("", [])
    do(undoing(undone))
    do(SetUpRound(**A, round=1, boards=(HandPairing(one=1, two=2), HandPairing(one=3, two=4))))
    do(PublishRound(**A, round=1))
    assert refused(undoing(ticked)).code == "undo.published"


def test_a_late_entry_is_here(published: None) -> None:
    do(AddEntry(**A, members=(Member(name="Fay Fox"),), confirmed=True))
    assert held(6) == ("here", [])


def test_a_roster_is_entered_in_one_command_and_seeded(event: None) -> None:
    do(
        AddRoster(
            **A,
            entries=(
                line("Fay Fox", rating=1950, association_number="17", prize_class="B"),
                line("Gil Gray", team="Reds", life_games=20),
            ),
        )
    )
    fay, gil = division().entries.get(key=6), division().entries.get(key=7)
    assert (fay.number, fay.rating, fay.association_number, fay.prize_class) == (1, 1950, "17", "B")
    assert (gil.number, gil.team, gil.life_games, gil.presence) == (7, "Reds", 20, "")
    assert said() == "Roster of division A: 2 entries added (Fay Fox, Gil Gray)"


def test_one_wrong_line_refuses_the_roster_and_every_wrong_line_is_named(event: None) -> None:
    do(AddPlayer(key="ada", given_name="Ada"))
    wrong = refused(
        AddRoster(
            **A,
            entries=(
                line("Fay Fox"),
                line(" "),
                line("Gil Gray", rating=12_000),
                line("Hal Hunt", association_number="17"),
                line("Ike Inns", association_number="17"),
                line("Jo Jay", player="ada"),
                line("Kit Kay", player="ada"),
            ),
        )
    )
    assert wrong.message == (
        "Line 2: A name must have 1 to 60 printable characters. Line 3: A rating must be between "
        "0 and 9999. Line 5: Ike Inns is already in line 4 (number 17). Line 7: Kit Kay is "
        "already in line 6 (player ada)."
    )
    assert (wrong.code, wrong.line) == ("roster.lines", 2)
    assert division().entries.count() == 5


def test_people_of_one_name_are_two_people(event: None) -> None:
    do(AddRoster(**A, entries=(line("Ada Abbot"), line("Ada Abbot"))))
    assert division().entries.filter(name="Ada Abbot").count() == 3


def test_who_has_a_number_that_is_entered_is_entered_already(event: None) -> None:
    do(AddRoster(**A, entries=(line("Fay Fox", rating=1, association_number="17"),)))
    again = refused(AddRoster(**A, entries=(line("F. Fox", association_number="17"),)))
    assert again.message == "Line 1: F. Fox is already entered, as #6 Fay Fox."


def test_a_player_whom_the_register_does_not_have_is_refused(event: None) -> None:
    assert refused(AddRoster(**A, entries=(line("Fay", player="fay"),))).code == "player.unknown"


def test_a_roster_that_is_too_long_is_refused(event: None) -> None:
    many = tuple(line(f"P{number}") for number in range(2000))
    assert refused(AddRoster(**A, entries=many)).message == (
        "A roster can have at most 500 lines; this one has 2000."
    )


def test_a_late_roster_is_asked_about_and_has_missed_rounds(published: None) -> None:
    with pytest.raises(NeedsConfirmation):
        do(AddRoster(**A, entries=(line("Fay Fox"),)))
    do(AddRoster(**A, entries=(line("Fay Fox"), line("Gil Gray")), confirmed=True))
    assert [held(number) for number in (6, 7)] == [("here", [])] * 2
    assert [result(number).spread_one for number in (6, 7)] == [-50, -50]
    assert said() == "Roster of division A: 2 entries added (Fay Fox, Gil Gray), round 1 missed"


def test_a_roster_is_undone_and_done_again_and_its_keys_are_never_used_twice(event: None) -> None:
    added = do(AddRoster(**A, entries=(line("Fay Fox"), line("Gil Gray")))).seq
    undone = do(undoing(added)).seq
    assert division().entries.count() == 5
    assert do(AddEntry(**A, members=(Member(name="Hal Hunt"),))).answer["key"] == 8
    do(undoing(undone))
    assert sorted(division().entries.values_list("key", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_roster_is_not_done_again_once_rounds_were_published(event: None) -> None:
    added = do(AddRoster(**A, entries=(line("Fay Fox"),))).seq
    undone = do(undoing(added)).seq
    do(
        SetUpRound(
            **A, round=1, boards=(HandPairing(one=1, two=2), HandPairing(one=3, two=4)), byes=(5,)
        )
    )
    do(PublishRound(**A, round=1))
    with pytest.raises(Refused) as wrong:
        do(undoing(undone))
    assert wrong.value.code == "redo.published"


@pytest.mark.parametrize(
    ("numbers", "said"), [([1], "round 1 missed"), ([1, 2], "rounds 1, 2 missed")]
)
def test_one_round_missed_is_no_rounds(numbers: list[int], said: str) -> None:
    assert missed_rounds(numbers) == said
