"""A match: line-ups by rating, absences, the result board by board, corrections, walkovers."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from clubs.leagues.commands.fixtures import AddMatch
from clubs.leagues.commands.leagues import ChangeLeague
from clubs.leagues.commands.matches import (
    CorrectMatch,
    EnterMatch,
    NameLineUp,
    TakeMatchBack,
    WalkOver,
)
from clubs.leagues.play.matches import TeamGame
from clubs.leagues.queries.leagues import league_of
from clubs.leagues.queries.tables import ComputedLeague, computed_league
from clubs.membership.commands.merging import MergePlayers
from clubs.models import LeagueMatch
from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import says
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import account, give
from tests.builders.events import undo
from tests.builders.leagues import (
    PLACE,
    TEAMS,
    a_league,
    drawn_league,
    entered,
    games,
    line_ups,
    match_between,
    registered,
)

pytestmark = pytest.mark.django_db
JOURNAL = "club:hill"
WHY = "The slip says so"


def refused(command: Command, **more: Any) -> tuple[str, str | None]:
    """Returns the code and the field by which a command is refused."""
    with pytest.raises(UserError) as wrong:
        give(command, **more)
    return wrong.value.code, wrong.value.field


def undo_last(command: str) -> None:
    """Takes the last entry of a command back."""
    undo(JOURNAL, JournalEntry.objects.filter(command=command).latest("seq").seq)


def computed() -> ComputedLeague:
    """Returns the league as it is now."""
    league = league_of("hill", "winter")
    assert league is not None
    return computed_league(league)


def points() -> dict[str, tuple[int, int, int]]:
    """Returns match points, board points in halves and spread of every team."""
    return {row.team: (row.match_points, row.half_points, row.spread) for row in computed().table}


def one_match(**league: Any) -> dict[str, Any]:
    """Makes a league with one match, Hill at home to Vale, and returns how commands name it."""
    a_league(("hill", "vale"), **league)
    give(AddMatch(**PLACE, home="hill", away="vale", day=date(2026, 9, 3)))
    return {**PLACE, "match": 1}


def seats(side: str = "home") -> list[list[Any]]:
    """Returns the line-up of a side of match 1 as it is kept."""
    kept: list[list[Any]] = getattr(LeagueMatch.objects.get(number=1), f"{side}_line_up")
    return kept


def test_the_secretary_names_line_ups_and_enters_and_corrects_and_a_treasurer_may_not() -> None:
    match = one_match()
    sue = Actor(name="sue", user=account("sue", staff=False))
    tim = Actor(name="tim", user=account("tim", staff=False))
    for name, role in (("sue", Role.SECRETARY), ("tim", Role.TREASURER)):
        give(GiveRole(journal=JOURNAL, account=name, role=role))
    line_up = NameLineUp(**match, side="home", players=("hill-a", "hill-b"))
    result = EnterMatch(**match, games=games((400, 300), (300, 310)))
    right = CorrectMatch(**match, games=games((400, 300), (320, 310)))
    back = TakeMatchBack(**match)
    for command in (line_up, result, right, back, WalkOver(**match, side="home")):
        with pytest.raises(NotAllowed, match="Keeping leagues is for"):
            execute(command, actor=tim, reason=WHY)
    execute(line_up, actor=sue)
    execute(result, actor=sue)
    execute(right, actor=sue, reason=WHY)
    assert points()["hill"] == (2, 4, 110)
    execute(back, actor=sue, reason=WHY)
    assert points()["hill"] == (0, 0, 0)


def test_boards_go_by_rating_in_whatever_order_players_are_named() -> None:
    match = one_match()
    give(NameLineUp(**match, side="home", players=("hill-c", "hill-a")))
    assert seats() == [["hill-a", False], ["hill-c", False]]
    assert refused(NameLineUp(**match, side="home", players=("hill-a", "hill-c"))) == (
        "nothing_changed",
        None,
    )
    give(NameLineUp(**match, side="away", players=("vale-b",)))
    assert seats("away") == [["vale-b", False], ["", False]]
    undo_last("league.line_up_named")
    assert seats("away") == []


@pytest.mark.parametrize(
    ("rule", "seated"),
    [
        ("forfeit", [["", False], ["hill-b", False]]),
        ("substitute", [["hill-c", True], ["hill-b", False]]),
        ("move up", [["hill-b", False], ["hill-c", True]]),
    ],
)
def test_an_absence_does_what_the_league_says(rule: str, seated: list[list[Any]]) -> None:
    match = one_match(absence=rule)
    named = NameLineUp(
        **match,
        side="home",
        players=("hill-a", "hill-b"),
        absent=("hill-a",),
        substitutes=("hill-c",),
    )
    give(named)
    assert seats() == seated


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"players": ()}, "line_up.nobody", "players"),
        ({"players": ("vale-a",)}, "line_up.stranger", "players"),
        ({"players": ("hill-a",), "substitutes": ("zoe",)}, "line_up.stranger", "substitutes"),
        ({"players": ("hill-a",), "absent": ("hill-b",)}, "line_up.stranger", "absent"),
        ({"players": ("hill-a", "hill-b", "hill-c")}, "line_up.too_many", "team"),
        ({"players": ("hill-a",), "substitutes": ("hill-a",)}, "line_up.twice", "team"),
    ],
)
def test_a_line_up_that_cannot_be_is_refused_and_nothing_is_stored(
    fields: dict[str, Any], code: str, field: str
) -> None:
    match = one_match()
    assert refused(NameLineUp(**match, side="home", **fields)) == (code, field)
    assert seats() == []
    assert not JournalEntry.objects.filter(command="league.line_up_named").exists()


def test_a_season_of_four_teams_comes_to_the_table_that_a_pencil_gives() -> None:
    drawn_league()
    for home in TEAMS:
        for away in TEAMS:
            if home != away:
                # The team that is earlier in the list wins both boards by 50; at home by 10 more.
                stronger = TEAMS.index(home) < TEAMS.index(away)
                lead = 60 if stronger else -50
                entered(home, away, (350 + lead, 350), (350 + lead, 350))
    # Each team won 2 boards of each match: 6 matches, leads 60 at home and 50 away.
    assert points() == {
        "hill": (12, 24, 3 * 120 + 3 * 100),
        "vale": (8, 16, 2 * 120 + 2 * 100 - 120 - 100),
        "port": (4, 8, 120 + 100 - 2 * 120 - 2 * 100),
        "mill": (0, 0, -3 * 120 - 3 * 100),
    }
    assert [row.rank for row in computed().table] == [1, 2, 3, 4]


def test_a_result_is_entered_corrected_taken_back_and_each_is_undone() -> None:
    match = one_match()
    result = EnterMatch(**match, games=games((400, 300), (300, 300)))
    assert refused(CorrectMatch(**match, games=result.games), reason=WHY) == (
        "match.not_entered",
        "match",
    )
    give(result)
    assert points() == {"hill": (2, 3, 100), "vale": (0, 1, -100)}
    assert refused(EnterMatch(**match, games=result.games)) == ("match.entered", "match")
    right = CorrectMatch(**match, games=games((300, 400), (300, 300)))
    assert refused(right)[0].startswith("reason.")
    give(right, reason=WHY)
    assert points() == {"hill": (0, 1, -100), "vale": (2, 3, 100)}
    undo_last("league.match_corrected")
    assert points()["hill"] == (2, 3, 100)
    give(TakeMatchBack(**match), reason=WHY)
    assert points()["hill"] == (0, 0, 0)
    undo_last("league.match_taken_back")
    assert points()["hill"] == (2, 3, 100)
    entry = JournalEntry.objects.get(command="league.match_entered")
    assert says(entry) == "Hill Aces against Vale Aces: 1½:½"


@pytest.mark.parametrize(
    ("sent", "code", "field"),
    [
        (games((400, 300)), "match.missing", "board_2"),
        (games((400, 300), (1, 2), (3, 4)), "match.board", "board_3"),
        ((*games((400, 300), (1, 2)), TeamGame(1, 1, 5, 6)), "match.twice", "board_1"),
        (games((400, 300), (1500, 2)), "match.score", "board_2"),
        (games((400, -150), (1, 2)), "match.score", "board_1"),
    ],
)
def test_a_result_that_cannot_be_is_refused_at_its_board(
    sent: tuple[TeamGame, ...], code: str, field: str
) -> None:
    match = one_match()
    assert refused(EnterMatch(**match, games=sent)) == (code, field)
    assert not computed().results


def test_a_match_without_a_day_asks_for_it_and_keeps_the_one_that_is_said() -> None:
    a_league(("hill", "vale"))
    give(AddMatch(**PLACE, home="hill", away="vale"))
    sent = games((400, 300), (1, 2))
    assert refused(EnterMatch(**PLACE, match=1, games=sent)) == ("match.day", "day")
    give(EnterMatch(**PLACE, match=1, games=sent, day=date(2026, 10, 1)))
    assert LeagueMatch.objects.get().day == date(2026, 10, 1)


def test_a_board_without_a_player_is_forfeited_and_nothing_else() -> None:
    match = one_match(forfeit_spread=75)
    give(NameLineUp(**match, side="home", players=("hill-a",)))
    both = EnterMatch(**match, games=games((400, 300), (300, 300)))
    assert refused(both) == ("match.nobody", "board_2")
    forfeited = (TeamGame(1, 1, 400, 300), TeamGame(2, 1, forfeiting="home"))
    give(EnterMatch(**match, games=forfeited))
    assert points() == {"hill": (1, 2, 25), "vale": (1, 2, -25)}
    give(ChangeLeague(**PLACE, spread_decides=True))
    assert points() == {"hill": (2, 2, 25), "vale": (0, 2, -25)}
    nobody = NameLineUp(**match, side="away", players=("vale-a",))
    assert refused(nobody) == ("match.nobody", "players"), "then both forfeit: correct it first"


def test_a_line_up_does_not_take_somebody_off_a_board_that_was_played() -> None:
    match = one_match()
    give(EnterMatch(**match, games=games((400, 300), (300, 300))))
    one = NameLineUp(**match, side="home", players=("hill-a",))
    assert refused(one) == ("match.nobody", "players")


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("home", {"hill": (0, 0, -100), "vale": (2, 4, 100)}),
        ("away", {"hill": (2, 4, 100), "vale": (0, 0, -100)}),
        ("both", {"hill": (0, 0, 0), "vale": (0, 0, 0)}),
    ],
)
def test_a_side_that_did_not_come_forfeits_every_game(
    side: Any, expected: dict[str, tuple[int, int, int]]
) -> None:
    match = one_match()
    give(WalkOver(**match, side=side))
    assert points() == expected
    lost = {row.team: row.lost for row in computed().table}
    assert sum(lost.values()) == (2 if side == "both" else 1)
    again = WalkOver(**match, side="home")
    assert refused(again) == ("match.entered", "match")
    give(CorrectMatch(**match, games=games((400, 300), (400, 300))), reason="They played later")
    assert LeagueMatch.objects.get().walkover == ""
    assert points()["hill"] == (2, 4, 200)
    undo_last("league.match_corrected")
    undo_last("league.match_walked_over")
    assert points() == {"hill": (0, 0, 0), "vale": (0, 0, 0)}


def test_a_result_is_not_put_back_once_the_match_has_other_boards() -> None:
    match = one_match()
    give(EnterMatch(**match, games=games((400, 300), (400, 300))))
    undo_last("league.match_entered")
    give(ChangeLeague(**PLACE, boards=3))
    taken_back = JournalEntry.objects.latest("seq").seq - 1
    with pytest.raises(UserError) as wrong:
        undo(JOURNAL, taken_back)
    assert wrong.value.code == "match.missing"
    assert not computed().results


def test_what_players_did_on_the_boards_is_added_up_for_one_person_under_two_keys() -> None:
    match = one_match()
    line_ups(1)
    give(EnterMatch(**match, games=games((400, 300), (350, 350))))
    found = {row.player: (row.games, row.half_wins, row.spread) for row in computed().players}
    assert found == {
        "hill-a": (1, 2, 100),
        "hill-b": (1, 1, 0),
        "vale-a": (1, 0, -100),
        "vale-b": (1, 1, 0),
    }
    registered("henry-able")
    give(MergePlayers(kept="henry-able", gone="hill-a"))
    assert "henry-able" in {row.player for row in computed().players}


def test_entering_by_several_hands_asks_no_more_of_the_database_for_a_longer_league(
    django_assert_num_queries: Any,
) -> None:
    drawn_league()
    number = match_between("hill", "vale")
    line_ups(number)
    league = league_of("hill", "winter")
    assert league is not None
    with django_assert_num_queries(3):
        computed_league(league)
    entered("hill", "vale", (400, 300), (350, 350))
    entered("port", "mill", (400, 300), (350, 350))
    with django_assert_num_queries(3):
        computed_league(league)
