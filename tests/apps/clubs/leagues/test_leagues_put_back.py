"""Undo and redo in a league: what no longer fits what was done since is not put back."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from clubs.leagues.commands.fixtures import AddMatch, DrawFixtures, MoveMatch, RemoveMatch
from clubs.leagues.commands.leagues import ChangeLeague
from clubs.leagues.commands.matches import EnterMatch, NameLineUp, TakeMatchBack, WalkOver
from clubs.leagues.commands.teams import ChangeTeam, EnterTeam
from clubs.leagues.commands.trophies import ChangeTrophy
from clubs.leagues.queries.leagues import league_of
from clubs.leagues.queries.tables import computed_league
from clubs.leagues.queries.trophies import computed_trophy, trophy_of
from clubs.models import League, LeagueMatch, LeagueTeam, Trophy
from core.errors import UserError
from core.journal.command import Command
from core.models import JournalEntry
from tests.builders.clubs import found
from tests.builders.events import give, undo
from tests.builders.leagues import PLACE, a_league, a_trophy, games, registered

pytestmark = pytest.mark.django_db
JOURNAL = "club:hill"
WHY = "The slip says so"
MATCH: dict[str, Any] = {**PLACE, "match": 1}
HOME_ALONE = NameLineUp(**MATCH, side="home", players=("hill-a",))
PLAYED = EnterMatch(**MATCH, games=games((400, 300), (390, 310)))


@pytest.fixture
def match() -> None:
    """A league with one match on two boards, Hill at home to Vale."""
    a_league(("hill", "vale"))
    give(AddMatch(**PLACE, home="hill", away="vale", day=date(2026, 9, 3)))


def done(command: Command, **more: Any) -> int:
    """Gives a command and returns the number of its entry."""
    return give(command, **more).seq


def undone(seq: int) -> int:
    """Takes an entry back and returns the number of the entry that did."""
    return undo(JOURNAL, seq).seq


def refused_to_put_back(seq: int) -> str:
    """Returns the code with which an entry is not taken back, and that nothing was written."""
    before = JournalEntry.objects.count()
    with pytest.raises(UserError) as wrong:
        undo(JOURNAL, seq)
    assert JournalEntry.objects.count() == before
    return wrong.value.code


def test_points_of_a_league_are_not_put_back_to_what_no_league_has(match: None) -> None:
    more = done(ChangeLeague(**PLACE, win=3))
    give(ChangeLeague(**PLACE, draw=3))
    assert refused_to_put_back(more) == "match.rules"
    league = league_of("hill", "winter")
    assert league is not None
    assert computed_league(league).table
    undone(JournalEntry.objects.latest("pk").seq)
    undone(more)
    assert League.objects.get().win == 2


def test_a_walkover_is_not_done_again_over_a_result(match: None) -> None:
    taken = undone(done(WalkOver(**MATCH, side="home")))
    give(PLAYED)
    assert refused_to_put_back(taken) == "match.entered"


def test_a_result_does_not_come_back_beside_a_walkover(match: None) -> None:
    give(PLAYED)
    back = done(TakeMatchBack(**MATCH), reason=WHY)
    walked = done(WalkOver(**MATCH, side="away"))
    assert refused_to_put_back(back) == "match.entered"
    undone(walked)
    undone(back)
    row = LeagueMatch.objects.get()
    assert (len(row.results), row.walkover) == (2, "")


def test_a_line_up_with_an_empty_board_does_not_come_back_where_that_board_played(
    match: None,
) -> None:
    named = undone(done(HOME_ALONE))
    give(PLAYED)
    assert refused_to_put_back(named) == "match.nobody"
    assert LeagueMatch.objects.get().home_line_up == []


def test_a_line_up_does_not_come_back_in_a_league_of_fewer_boards(match: None) -> None:
    named = undone(done(HOME_ALONE))
    give(ChangeLeague(**PLACE, boards=1))
    assert refused_to_put_back(named) == "match.boards"
    give(ChangeLeague(**PLACE, boards=2))
    undone(named)
    assert LeagueMatch.objects.get().home_line_up == [["hill-a", False], ["", False]]


def test_what_was_said_of_a_match_is_not_put_back_on_other_teams_with_its_number(
    match: None,
) -> None:
    named = undone(done(HOME_ALONE))
    give(RemoveMatch(**MATCH))
    give(AddMatch(**PLACE, home="vale", away="hill", day=date(2026, 9, 3)))
    assert refused_to_put_back(named) == "match.others"
    assert LeagueMatch.objects.get().home_line_up == []


def test_a_match_that_was_moved_removed_and_put_back_can_be_moved_back(match: None) -> None:
    moved = done(MoveMatch(**MATCH, day=date(2026, 9, 10)))
    undone(done(RemoveMatch(**MATCH)))
    undone(moved)
    assert LeagueMatch.objects.get().day == date(2026, 9, 3)


def test_a_line_up_comes_back_with_drawn_fixtures_that_came_back(match: None) -> None:
    named = undone(done(HOME_ALONE))
    drawn = done(DrawFixtures(**PLACE, confirmed=True))
    undone(drawn)
    undone(named)
    assert LeagueMatch.objects.get().home_line_up == [["hill-a", False], ["", False]]


def test_a_name_is_not_put_back_that_another_team_has_by_now(match: None) -> None:
    renamed = done(ChangeTeam(**PLACE, team="hill", name="Hill Owls"))
    removed = done(EnterTeam(**PLACE, team="port", name="Port Aces"))
    taken = undone(removed)
    give(ChangeTeam(**PLACE, team="vale", name="HILL ACES"))
    give(EnterTeam(**PLACE, team="mill", name="Port Aces"))
    assert refused_to_put_back(renamed) == "team.name"
    assert refused_to_put_back(taken) == "team.name"
    give(ChangeTeam(**PLACE, team="vale", name="Vale Aces"))
    undone(renamed)
    assert LeagueTeam.objects.get(key="hill").name == "Hill Aces"


def test_a_holder_is_not_put_back_who_is_none_of_the_two_of_a_trophy() -> None:
    found("hill", owner="dora")
    registered("ann-lee", "ben-day", "cat-fox")
    a_trophy()
    held = undone(done(ChangeTrophy(club="hill", trophy="cup", holder="cat-fox")))
    give(ChangeTrophy(club="hill", trophy="cup", one="ann-lee", other="ben-day"))
    assert refused_to_put_back(held) == "trophy.sides"
    trophy = trophy_of("hill", "cup")
    assert trophy is not None
    assert computed_trophy(trophy).holder is None
    assert Trophy.objects.get().holder == ""
