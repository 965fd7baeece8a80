"""The people that lines of a roster may be, and the state of entries at the door."""

from __future__ import annotations

from typing import Any

import pytest

from people.commands import AddClub, AddPlayer
from people.selectors import new_key
from tests.builders.open_event import A, division, do
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.queries.door import Match, counted, door_lines, matches, namesakes
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.formats.roster.reading import read_roster
from tournaments.models import Tournament
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db


def matched(text: str) -> tuple[Match, ...]:
    return matches(Tournament.objects.get(), read_roster(text).people)


def keys(match: Match) -> list[str]:
    return [one.key for one in match.candidates]


def player(key: str, given: str, family: str, **more: Any) -> None:
    do(AddPlayer(key=key, given_name=given, family_name=family, **more))


def test_the_association_number_names_a_player_whatever_the_name(event: None) -> None:
    player("fay", "Fay", "Fox", association_number="17")
    (match,) = matched("F. Foxx, 1500, 17")
    assert match.sure is not None
    assert (match.sure.key, keys(match)) == ("fay", ["fay"])


def test_the_key_names_a_player(event: None) -> None:
    player("fay", "Fay", "Fox")
    (match,) = matched("Name;Key\nSomebody;fay")
    assert match.sure is not None
    assert match.sure.key == "fay"


def test_a_name_only_suggests_and_everybody_of_that_name_is_shown(event: None) -> None:
    do(AddClub(slug="ersby", name="Ersby"))
    player("fay-1", "Fay", "Fox", association_number="17", club="ersby")
    player("fay-2", "Fáy", "FOX")
    player("gil", "Gil", "Gray")
    do(AddEntry(**A, members=(Member(name="Gil", player="gil"),), rating=1234))
    (match,) = matched("Fox, Fay, 1500")
    assert match.sure is None
    assert [str(one) for one in match.candidates] == [
        "Fay Fox (number 17, Ersby, fay-1)",
        "Fáy FOX (fay-2)",
    ]


def test_the_rating_of_a_rehearsal_is_suggested_to_nobody(event: None) -> None:
    player("gil", "Gil", "Gray")
    gil = (Member(name="Gil Gray", player="gil"),)
    do(AddEntry(**A, members=gil, rating=1234))
    do(CreateEvent(event="practice", name="Practice", director="dora", rehearsal=True))
    do(CreateDivision(event="practice", name="A", planned_rounds=3))
    do(AddEntry(event="practice", division="A", members=gil, rating=1999))
    (match,) = matches(Tournament.objects.get(rehearsal=False), read_roster("Gil Gray").people)
    assert [one.rating for one in match.candidates] == [1234]


def test_a_candidate_shows_the_last_rating_and_the_entry_here(event: None) -> None:
    player("gil", "Gil", "Gray")
    do(AddEntry(**A, members=(Member(name="Gil Gray", player="gil"),), rating=1234))
    (match,) = matched("Gil Gray")
    (one,) = match.candidates
    assert (one.rating, one.entered) == (1234, "#6 Gil Gray")
    assert match.namesakes == ("#6 Gil Gray",)
    assert match.doubled == ""


def test_two_with_another_number_each_are_not_even_alike(event: None) -> None:
    first, second = matched("Fay Fox, 1500, 17\nFay Fox, 1400, 18")
    assert (first.namesakes, second.namesakes) == ((), ())


def test_a_line_of_a_name_that_an_earlier_line_has_is_alike(event: None) -> None:
    first, second = matched("Fay Fox, 1500, 17\nFox, Fay")
    assert (first.namesakes, second.namesakes) == ((), ("line 1",))
    assert second.doubled == ""


def test_who_is_doubled_by_number_or_key_is_named(event: None) -> None:
    player("fay", "Fay", "Fox", association_number="17")
    do(AddEntry(**A, members=(Member(name="Gil Gray"),), association_number="18", rating=1))
    text = "Name;Number;Key\nFay Fox;17;\nF. Fox;;fay\nGil Gray;18;\nHal;19;\nHal H;19;"
    assert [match.doubled for match in matched(text)] == [
        "",
        "F. Fox is already in line 2 (player fay).",
        "Gil Gray is already entered, as #6 Gil Gray.",
        "",
        "Hal H is already in line 5 (number 19).",
    ]


def test_namesakes_are_found_among_the_members_of_teams(event: None) -> None:
    members = (Member(name="Fay Fox"), Member(name="Gil Gray"))
    do(AddEntry(**A, members=members, rating=1))
    assert namesakes(Tournament.objects.get(), "gray, gil") == ("#6 Fay Fox & Gil Gray",)
    assert namesakes(Tournament.objects.get(), "Gil") == ()


def test_the_door_says_where_everybody_stands_before_round_1_and_after(event: None) -> None:
    do(WithdrawEntry(**A, entry=4, from_round=1))
    do(CheckIn(**A, here=(1,), not_here=(5,)))
    states = [str(line.state) for line in door_lines(division(), 0)]
    assert states == ["here", "not ticked", "not ticked", "withdrawn", "not here"]
    assert counted(door_lines(division(), 0)) == (
        (1, "here"),
        (1, "not here"),
        (2, "not ticked"),
        (1, "withdrawn"),
    )
    do(CheckIn(**A, here=(2, 3)))
    do(SetUpRound(**A, round=1, boards=(HandPairing(one=1, two=2),), byes=(3,)))
    do(PublishRound(**A, round=1))
    do(ArriveLate(**A, entry=5, from_round=2))
    do(AddEntry(**A, members=(Member(name="Fay Fox"),), confirmed=True))
    states = [str(line.state) for line in door_lines(division(), 1)]
    assert states == ["here", "here", "here", "withdrawn", "late", "late"]
    assert counted(door_lines(division(), 1)) == ((5, "here"), (1, "withdrawn"))


def test_a_key_is_made_of_the_name_alone_and_taken_by_nobody() -> None:
    assert new_key("Áine", "O'Brien") == "aine-obrien"
    player("fay-fox", "Fay", "Fox")
    assert new_key("Fay", "Fox") == "fay-fox-2"
    player("fay-fox-2", "Fay", "Fox")
    assert new_key("Fay", "Fox") == "fay-fox-3"
    assert new_key("明", "") == "player"
    assert len(new_key("x" * 80, "y" * 80)) <= 50
