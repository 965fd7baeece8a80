"""The cards of a division for a rating list: who played, against whom, and how much counts."""

from __future__ import annotations

import pytest

from ratings.systems.career import EventCard, EventCards
from ratings.systems.field import RatedGame
from tests.apps.tournaments.board_games.handed_events import DAY
from tests.apps.tournaments.desk_events import SLUG, division, enter, give, new_event, publish
from tests.builders.rating_lists import registered
from tournaments.entries.commands.entries import AddEntry, ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.moving import MoveEntry
from tournaments.event.commands.event import CreateDivision
from tournaments.kernel.queries.rating_fields import event_cards
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division
from tournaments.results.commands.results import EnterForfeit
from tournaments.rounds.commands.conditions import SetCondition

pytestmark = pytest.mark.django_db


def cards(name: str = "A") -> EventCards:
    found = Division.objects.select_related("tournament").get(tournament__slug=SLUG, name=name)
    return event_cards(load_sheet(found), DAY)[0]


def card(number: int) -> EventCard:
    return next(one for one in cards().cards if one.number == number)


def test_a_game_stands_on_both_cards_with_its_scores() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    assert card(1).games == (RatedGame(1, 2, 2, 400, 300),)
    assert card(2).games == (RatedGame(1, 1, 0, 300, 400),)
    assert {one.number for one in cards().cards} == {1, 2}
    assert (cards().held_on, cards().scheduled_rounds, cards().system) == (DAY, 3, "")


def test_a_player_is_the_one_of_the_register_or_of_this_event_alone() -> None:
    new_event()
    registered(["ada-key"])
    give(ChangeEntry(event=SLUG, division="A", entry=1, player="ada-key", life_games=12))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    assert (card(1).player, card(1).rating, card(1).life_games) == ("ada-key", 1600, 12)
    assert (card(2).player, card(2).life_games) == ("~spring/A/2", None)


def test_byes_and_forfeits_are_listed_and_who_missed_all_rounds_is_not_there() -> None:
    new_event()
    publish(1, (1, 2), byes=(3,), absent=(4,))
    give(EnterForfeit(event=SLUG, division="A", round=1, absent=(2,)))
    assert {one.number: one.listed for one in cards().cards} == {1: 1, 2: 1, 3: 1}
    assert not any(one.games for one in cards().cards)


def test_players_appear_in_the_order_of_rounds_and_boards() -> None:
    new_event()
    publish(1, (4, 2), (3, 1))
    enter(1, 3, 400, 300)
    assert cards().appearances == (3, 1)
    enter(1, 4, 400, 300)
    assert cards().appearances == (4, 2, 3, 1)


def test_teams_and_house_players_have_no_card() -> None:
    new_event()
    pair = (Member(name="Eve"), Member(name="Finn"))
    give(AddEntry(event=SLUG, division="A", members=pair))
    publish(1, (1, 2), (3, 4), byes=(5,))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    assert {one.number for one in cards().cards} == {1, 2, 3, 4}
    give(SetCondition(event=SLUG, division="A", kind="house", one=4, confirmed=True))
    assert {one.number for one in cards().cards} == {1, 2, 3}
    assert card(3).games == ()


def test_who_was_moved_away_and_back_has_one_card_with_all_his_games() -> None:
    new_event()
    registered(["dov-key"])
    give(ChangeEntry(event=SLUG, division="A", entry=4, player="dov-key"))
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    give(MoveEntry(event=SLUG, division="A", entry=4, to="B", confirmed=True))
    give(MoveEntry(event=SLUG, division="B", entry=1, to="A", confirmed=True))
    back = division().entries.latest("key").number
    publish(2, (1, back), (2, 3))
    enter(2, 1, 400, 300)
    enter(2, 2, 400, 300)
    assert [one.number for one in cards().cards] == [1, 2, 3, 4]
    assert card(4).games == (RatedGame(1, 3, 0, 300, 400), RatedGame(2, 1, 0, 300, 400))
    assert card(1).games[1] == RatedGame(2, 4, 2, 400, 300)
    assert card(4).listed == 2
    assert cards().appearances == (1, 2, 3, 4)
