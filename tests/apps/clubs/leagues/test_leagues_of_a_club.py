"""A club keeps leagues: who may, what is refused at its field, teams, fixtures, deductions."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from clubs.leagues.commands.fixtures import AddMatch, DrawFixtures, MoveMatch, RemoveMatch
from clubs.leagues.commands.leagues import ChangeLeague, OpenLeague, RemoveLeague
from clubs.leagues.commands.matches import EnterMatch
from clubs.leagues.commands.teams import (
    ChangeTeam,
    DeductPoints,
    EnterTeam,
    RemoveTeam,
    SquadPlayer,
    WithdrawTeam,
)
from clubs.leagues.queries.leagues import league_of
from clubs.leagues.queries.tables import computed_league
from clubs.models import League, LeagueMatch, LeagueTeam
from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NeedsConfirmation, NotAllowed
from core.journal.execute import execute
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Permission, Role, roles_with
from tests.apps.tournaments.desk_events import account, give
from tests.builders.clubs import found
from tests.builders.events import undo
from tests.builders.leagues import (
    FIRST_DAY,
    PLACE,
    TEAMS,
    a_league,
    drawn_league,
    entered,
    games,
    match_between,
    registered,
    weeks_on,
)
from tests.builders.rating_lists import imported_list

pytestmark = pytest.mark.django_db
JOURNAL = "club:hill"


def refused(command: Command, **more: Any) -> tuple[str, str | None]:
    """Returns the code and the field by which a command is refused."""
    with pytest.raises(UserError) as wrong:
        give(command, **more)
    return wrong.value.code, wrong.value.field


def undo_last(command: str) -> None:
    """Takes the last entry of a command back."""
    undo(JOURNAL, JournalEntry.objects.filter(command=command).latest("seq").seq)


def table() -> list[tuple[int, str, int, int]]:
    """Returns the table: rank, team, match points and board points in halves."""
    league = league_of("hill", "winter")
    assert league is not None
    rows = computed_league(league).table
    return [(row.rank, row.team, row.match_points, row.half_points) for row in rows]


def opened(**fields: Any) -> OpenLeague:
    """Returns the command that opens the league, with these fields."""
    return OpenLeague(**{**PLACE, "name": "Winter League", **fields})


@pytest.mark.parametrize("role", [*Role, None])
def test_who_keeps_the_leagues_of_the_club_opens_one_and_nobody_else(role: Role | None) -> None:
    found("hill")
    pat = Actor(name="pat", user=account("pat", staff=False))
    if role is not None and role not in (Role.OWNER, Role.STREAMER):
        give(GiveRole(journal=JOURNAL, account="pat", role=role))
    may = role in set(roles_with(Permission.KEEP_LEAGUES)) - {Role.OWNER}
    if may:
        execute(opened(), actor=pat)
        assert League.objects.get().name == "Winter League"
        return
    with pytest.raises(NotAllowed, match="Keeping leagues is for"):
        execute(opened(), actor=pat)
    with pytest.raises(NotAllowed):
        execute(opened(), actor=Actor(name="", user=AnonymousUser()))
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"league": "A b"}, "league.key", "league"),
        ({"name": ""}, "field.invalid", "name"),
        ({"boards": 0}, "match.rules", "boards"),
        ({"boards": 51}, "match.rules", "boards"),
        ({"games": 13}, "match.rules", "games"),
        ({"win": -1}, "field.invalid", "win"),
        ({"draw": 3}, "match.rules", "draw"),
        ({"loss": 2}, "match.rules", "loss"),
        ({"forfeit_spread": 1001}, "match.rules", "forfeit_spread"),
        ({"absence": "sleep"}, "league.absence", "absence"),
        ({"rating_list": "none"}, "league.rating_list", "rating_list"),
        ({"club": "vale"}, "club.unknown", "club"),
    ],
)
def test_what_no_league_can_be_is_refused_at_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    found("hill")
    assert refused(opened(**fields)) == (code, field)
    assert not League.objects.exists()
    assert not JournalEntry.objects.filter(command="league.opened").exists()


def test_a_league_is_changed_removed_and_comes_back_by_undo() -> None:
    found("hill")
    give(opened())
    assert refused(opened()) == ("league.taken", "league")
    give(ChangeLeague(**PLACE, boards=6, win=3))
    assert refused(ChangeLeague(**PLACE, boards=6)) == ("nothing_changed", None)
    undo_last("league.changed")
    assert (League.objects.get().boards, League.objects.get().win) == (4, 2)
    give(RemoveLeague(**PLACE))
    assert not League.objects.exists()
    undo_last("league.removed")
    assert League.objects.get().name == "Winter League"
    assert refused(RemoveLeague(club="hill", league="summer")) == ("league.unknown", "league")


def test_a_team_is_of_any_club_of_the_register_and_its_squad_is_too() -> None:
    a_league(("hill", "vale"))
    teams = {team.key: team for team in LeagueTeam.objects.all()}
    assert teams["vale"].of_club == "vale"
    assert teams["vale"].squad == [["vale-a", 1500], ["vale-b", 1400], ["vale-c", 1300]]
    registered("ann-lee")
    team: dict[str, Any] = {**PLACE, "team": "new", "name": "New"}
    stranger = (SquadPlayer(player="zoe"),)
    twice = (SquadPlayer(player="ann-lee"), SquadPlayer(player="ann-lee"))
    high = (SquadPlayer(player="ann-lee", rating=10_000),)
    for fields, code, field in (
        ({"of_club": "moon"}, "club.not_registered", "of_club"),
        ({"squad": stranger}, "player.unknown", "squad"),
        ({"squad": twice}, "squad.twice", "squad"),
        ({"squad": high}, "squad.rating", "squad"),
        ({"name": "hill aces"}, "team.name", "name"),
        ({"team": "vale"}, "team.taken", "team"),
        ({"team": "-"}, "league.key", "team"),
    ):
        assert refused(EnterTeam(**{**team, **fields})) == (code, field)
    assert LeagueTeam.objects.count() == 2


def test_a_team_changes_its_squad_and_goes_only_while_it_has_no_match() -> None:
    drawn_league(("hill", "vale"))
    vale: dict[str, Any] = {**PLACE, "team": "vale"}
    give(ChangeTeam(**vale, squad=(SquadPlayer(player="vale-c", rating=900),)))
    assert LeagueTeam.objects.get(key="vale").squad == [["vale-c", 900]]
    undo_last("league.team_changed")
    assert len(LeagueTeam.objects.get(key="vale").squad) == 3
    assert refused(ChangeTeam(**vale, name="Hill Aces")) == ("team.name", "name")
    assert refused(RemoveTeam(**vale)) == ("team.held", "team")
    undo_last("league.fixtures_drawn")
    give(RemoveTeam(**vale))
    assert list(LeagueTeam.objects.values_list("key", flat=True)) == ["hill"]
    assert refused(RemoveLeague(**PLACE)) == ("league.held", "league")


def test_four_teams_meet_at_home_and_away_every_two_weeks_and_the_draw_is_a_fact() -> None:
    drawn_league()
    rows = list(LeagueMatch.objects.select_related("home", "away"))
    assert len(rows) == 12
    pairs = {(row.home.key, row.away.key) for row in rows}
    assert pairs == {(one, other) for one in TEAMS for other in TEAMS if one != other}
    assert {row.round: row.day for row in rows} == {
        number: weeks_on(2 * (number - 1)) for number in range(1, 7)
    }
    entry = JournalEntry.objects.get(command="league.fixtures_drawn")
    assert len(entry.facts["fixtures"]) == 12
    assert 0 <= entry.facts["seed"] < 1_000_000


def test_fixtures_are_drawn_anew_only_on_asking_and_before_a_match_has_begun() -> None:
    drawn_league()
    again = DrawFixtures(**PLACE, legs=1)
    with pytest.raises(NeedsConfirmation):
        give(again)
    give(DrawFixtures(**PLACE, legs=1, confirmed=True))
    assert LeagueMatch.objects.count() == 6
    assert not LeagueMatch.objects.filter(day__isnull=False).exists()
    undo_last("league.fixtures_drawn")
    assert LeagueMatch.objects.count() == 12
    entered("hill", "vale", (400, 300), (400, 300))
    late = DrawFixtures(**PLACE, confirmed=True)
    assert refused(late) == ("league.begun", "legs")
    assert refused(ChangeLeague(**PLACE, boards=3)) == ("league.begun", "boards")
    give(ChangeLeague(**PLACE, win=3))


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"legs": 0}, "league.legs", "legs"),
        ({"legs": 9}, "league.legs", "legs"),
        ({"days_between": -1}, "league.days", "days_between"),
        ({"first_day": date(1800, 1, 1)}, "league.day", "first_day"),
        ({"first_day": date(2999, 12, 31), "days_between": 365}, "league.day", "days_between"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    a_league(("hill", "vale", "port"))
    assert refused(DrawFixtures(**PLACE, **fields)) == (code, field)
    assert not LeagueMatch.objects.exists()


def test_a_single_team_has_nobody_to_meet() -> None:
    a_league(("hill",))
    assert refused(DrawFixtures(**PLACE)) == ("league.teams", "teams")


def test_a_match_is_added_moved_and_removed_by_hand() -> None:
    a_league(("hill", "vale"))
    give(AddMatch(**PLACE, home="vale", away="hill", round=3, day=FIRST_DAY))
    row = LeagueMatch.objects.get()
    assert (row.number, row.round, row.day) == (1, 3, FIRST_DAY)
    match: dict[str, Any] = {**PLACE, "match": 1}
    give(MoveMatch(**match, day=weeks_on(1)))
    assert refused(MoveMatch(**match, day=weeks_on(1))) == ("nothing_changed", None)
    assert refused(MoveMatch(**match, day=weeks_on(1), round=0)) == ("league.round", "round")
    assert refused(MoveMatch(**{**match, "match": 9}, day=FIRST_DAY)) == ("match.unknown", "match")
    for fields, code, field in (
        ({"home": "moon", "away": "hill"}, "team.unknown", "home"),
        ({"home": "hill", "away": "hill"}, "league.itself", "away"),
        ({"home": "hill", "away": "vale", "round": 501}, "league.round", "round"),
        ({"home": "hill", "away": "vale", "day": date(3000, 1, 1)}, "league.day", "day"),
    ):
        assert refused(AddMatch(**PLACE, **fields)) == (code, field)
    give(EnterMatch(**match, games=games((400, 300), (300, 300))))
    assert refused(RemoveMatch(**match)) == ("match.held", "match")
    undo_last("league.match_entered")
    give(RemoveMatch(**match))
    assert not LeagueMatch.objects.exists()


def test_points_are_taken_off_a_team_with_what_for_and_given_back() -> None:
    drawn_league(("hill", "vale"))
    entered("hill", "vale", (400, 300), (400, 300))
    hill: dict[str, Any] = {**PLACE, "team": "hill"}
    assert refused(DeductPoints(**hill, points=3)) == ("team.points_for", "said")
    assert refused(DeductPoints(**hill, points=-1)) == ("team.points", "points")
    give(DeductPoints(**hill, points=3, said="An ineligible player"))
    assert table() == [(1, "vale", 0, 0), (2, "hill", -1, 4)]
    give(DeductPoints(**hill, points=0))
    assert table() == [(1, "hill", 2, 4), (2, "vale", 0, 0)]
    assert LeagueTeam.objects.get(key="hill").deducted_for == ""


def test_a_team_that_withdraws_takes_its_matches_out_of_the_table_and_undo_brings_them_back() -> (
    None
):
    drawn_league(("hill", "vale", "port"))
    entered("hill", "vale", (400, 300), (400, 300))
    entered("port", "hill", (400, 300), (400, 300))
    before = table()
    withdrawn = WithdrawTeam(**PLACE, team="port")
    assert refused(withdrawn)[0].startswith("reason.")
    give(withdrawn, reason="No room any more")
    assert table() == [(1, "hill", 2, 4), (2, "vale", 0, 0)]
    assert refused(withdrawn, reason="Again") == ("team.withdrawn", "team")
    left = EnterMatch(**PLACE, match=match_between("port", "vale"), games=games((1, 0), (1, 0)))
    assert refused(left) == ("team.withdrawn", "match")
    new = AddMatch(**PLACE, home="hill", away="port")
    assert refused(new) == ("team.withdrawn", "away")
    undo_last("league.team_withdrawn")
    assert table() == before


def test_who_has_no_rating_typed_has_that_of_the_list_of_the_league() -> None:
    found("hill")
    registered("ann-lee", "ben-day", "cat-fox")
    imported_list("north", lines=(("Ann Lee", 1432, "ann-lee"), ("Ben Day", 1300, "ben-day")))
    give(opened(rating_list="north"))
    squad = (
        SquadPlayer(player="ann-lee"),
        SquadPlayer(player="ben-day", rating=1250),
        SquadPlayer(player="cat-fox"),
    )
    give(EnterTeam(**PLACE, team="hill", name="Hill", squad=squad))
    assert LeagueTeam.objects.get().squad == [["ann-lee", 1432], ["ben-day", 1250], ["cat-fox", 0]]
