"""Leagues, the player of the year and trophies at the desk of a club."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from clubs.kernel.desk.access import in_club
from clubs.kernel.desk.context import club_link
from clubs.kernel.queries.clubs import KnownClub
from clubs.leagues.desk_pages import (
    LEAGUE_PAGES,
    PAGES,
    TEAM_PAGES,
    TROPHY_PAGES,
    YEAR_PAGES,
    need_league,
    need_match,
    need_team,
    need_trophy,
    need_year,
    pages_of_match,
)
from clubs.leagues.forms.context import league_link, trophy_link, year_link
from clubs.leagues.pages.shown import (
    boards_shown,
    match_line,
    meeting_lines,
    reign_lines,
    rounds_shown,
    table_notes,
    table_rows,
    trophy_words,
    year_rows,
)
from clubs.leagues.queries.leagues import absence_of, leagues_of, rules_of, squad_of
from clubs.leagues.queries.tables import computed_league
from clubs.leagues.queries.trophies import computed_trophy, trophies_of
from clubs.leagues.queries.years import computed_year, years_of
from clubs.leagues.wording import ABSENCES, match_words
from core.roles.table import Permission
from core.web.view_access import reads
from desk.access import rights_on
from desk.pages import CommandPage
from people.models import Club
from people.selectors import public_names

TAB = "leagues"


@reads
@in_club(Permission.VIEW)
def leagues_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Lists the leagues of a club, its players of the year, and its trophies."""
    shown = {
        "club": club,
        "tab": TAB,
        "leagues": leagues_of(club.slug),
        "years": years_of(club.slug),
        "trophies": trophies_of(club.slug),
        "actions": _actions(request, PAGES, lambda page: club_link(page.path, club.slug)),
    }
    return render(request, "clubs/leagues/leagues_desk.html", shown)


@reads
@in_club(Permission.VIEW)
def league_desk(request: HttpRequest, club: KnownClub, league: str) -> HttpResponseBase:
    """Shows a league: its table, its fixtures, its teams, and what can be done."""
    row = need_league(club, league)
    found = computed_league(row)
    shown = {
        "club": club,
        "tab": TAB,
        "league": row,
        "rules": match_words(rules_of(row)),
        "absence": ABSENCES[absence_of(row)],
        "table": table_rows(found),
        "notes": table_notes(found),
        "rounds": rounds_shown(found),
        "teams": found.teams.values(),
        "actions": _actions(request, LEAGUE_PAGES, lambda page: league_link(page.path, row)),
    }
    return render(request, "clubs/leagues/league_desk.html", shown)


@reads
@in_club(Permission.VIEW)
def team_desk(request: HttpRequest, club: KnownClub, league: str, team: str) -> HttpResponseBase:
    """Shows a team: its squad in the order of the boards, and what can be done."""
    row = need_team(need_league(club, league), team)
    names = public_names({one.key for one in squad_of(row)})
    shown = {
        "club": club,
        "tab": TAB,
        "league": row.league,
        "team": row,
        "of_club": Club.objects.filter(slug=row.of_club).first() if row.of_club else None,
        "squad": [(names.get(one.key, one.key), one.rating) for one in squad_of(row)],
        "actions": _actions(
            request, TEAM_PAGES, lambda page: league_link(page.path, row.league, team=row.key)
        ),
    }
    return render(request, "clubs/leagues/team_desk.html", shown)


@reads
@in_club(Permission.VIEW)
def match_desk(request: HttpRequest, club: KnownClub, league: str, match: int) -> HttpResponseBase:
    """Shows a match: who sits where, the scores, and what can be done."""
    row = need_match(need_league(club, league), match)
    shown = {
        "club": club,
        "tab": TAB,
        "league": row.league,
        "match": row,
        "line": match_line(row),
        "boards": boards_shown(row),
        "actions": _actions(
            request,
            pages_of_match(row),
            lambda page: league_link(page.path, row.league, match=row.number),
        ),
    }
    return render(request, "clubs/leagues/match_desk.html", shown)


@reads
@in_club(Permission.VIEW)
def year_desk(request: HttpRequest, club: KnownClub, year: str) -> HttpResponseBase:
    """Shows a player of the year: the table, the events, and what can be done."""
    row = need_year(club, year)
    found = computed_year(row)
    shown = {
        "club": club,
        "tab": TAB,
        "year": row,
        "events": found.events,
        "over": [event for event in found.events if event.over],
        "rows": year_rows(found, public_names({one.player for one in found.table})),
        "actions": _actions(request, YEAR_PAGES, lambda page: year_link(page.path, row)),
    }
    return render(request, "clubs/leagues/year_desk.html", shown)


@reads
@in_club(Permission.VIEW)
def trophy_desk(request: HttpRequest, club: KnownClub, trophy: str) -> HttpResponseBase:
    """Shows a trophy: who holds it, who held it, its meetings, and what can be done."""
    row = need_trophy(club, trophy)
    found = computed_trophy(row)
    shown = {
        "club": club,
        "tab": TAB,
        "trophy": row,
        "between": trophy_words(found),
        "reigns": reign_lines(found),
        "meetings": meeting_lines(found),
        "actions": _actions(request, TROPHY_PAGES, lambda page: trophy_link(page.path, row)),
    }
    return render(request, "clubs/leagues/trophy_desk.html", shown)


def _actions(request: HttpRequest, pages: Iterable[CommandPage], link: Any) -> list[Any]:
    """Returns what the person may do here: the title, the address, whether it is a danger."""
    rights = rights_on(request)
    return [
        (page.title, link(page), page.danger) for page in pages if page.command.permission in rights
    ]
