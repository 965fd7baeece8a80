"""The public pages of leagues, of players of the year and of trophies."""

from __future__ import annotations

from django.template.loader import get_template

from clubs.kernel.queries.clubs import KnownClub
from clubs.leagues.pages.shown import (
    boards_shown,
    match_line,
    meeting_lines,
    player_rows,
    reign_lines,
    rounds_shown,
    table_notes,
    table_rows,
    trophy_words,
    year_rows,
)
from clubs.leagues.queries.leagues import absence_of, rules_of, squad_of
from clubs.leagues.queries.tables import ComputedLeague
from clubs.leagues.queries.trophies import ComputedTrophy
from clubs.leagues.queries.years import ComputedYear
from clubs.leagues.wording import ABSENCES, match_words
from clubs.models import LeagueMatch
from clubs.seasons.wording import days_of
from core.phrases import phrase
from core.web.frame import Context
from core.web.site import CLUBS, Site
from people.selectors import public_names
from ratings.pages.frame import page_frame


def league_path(club: str, key: str) -> str:
    """Returns the path of the page of a league."""
    return f"{CLUBS}{club}/leagues/{key}/"


def match_path(club: str, key: str, number: int) -> str:
    """Returns the path of the page of a match of a league."""
    return f"{league_path(club, key)}{number}/"


def year_path(club: str, key: str) -> str:
    """Returns the path of the page of a player of the year."""
    return f"{CLUBS}{club}/year/{key}/"


def trophy_path(club: str, key: str) -> str:
    """Returns the path of the page of a trophy."""
    return f"{CLUBS}{club}/trophies/{key}/"


def league_page(club: KnownClub, found: ComputedLeague, site: Site) -> str:
    """Returns the page of a league: its table, its matches, its teams and their players."""
    league = found.league
    squads = {key: squad_of(team) for key, team in found.teams.items()}
    names = public_names({one.key for squad in squads.values() for one in squad})
    context = {
        **_frame(club, league.name, site),
        "rules": match_words(rules_of(league)),
        "absence": ABSENCES[absence_of(league)],
        "table": table_rows(found),
        "notes": table_notes(found),
        "rounds": [
            (
                number,
                [
                    (line, site.href(match_path(club.slug, league.key, line.number)))
                    for line in lines
                ],
            )
            for number, lines in rounds_shown(found)
        ],
        "teams": [
            (team, [names[one.key] for one in squads[key] if one.key in names])
            for key, team in found.teams.items()
        ],
        "players": player_rows(found),
    }
    return get_template("clubs/leagues/league.html").render(context)


def match_page(club: KnownClub, match: LeagueMatch, site: Site) -> str:
    """Returns the page of a match: who sat where, and the scores."""
    league, line = match.league, match_line(match)
    context = {
        **_frame(club, f"{line.home} – {line.away}", site),
        "league": league.name,
        "league_href": site.href(league_path(club.slug, league.key)),
        "match": match,
        "line": line,
        "boards": boards_shown(match),
    }
    return get_template("clubs/leagues/match.html").render(context)


def year_page(club: KnownClub, found: ComputedYear, site: Site) -> str:
    """Returns the page of a player of the year: the table, with the points of every event."""
    year = found.year
    names = public_names({row.player for row in found.table})
    context = {
        **_frame(club, year.name, site),
        "days": days_of(year.begins_on, year.ends_on),
        "year": year,
        "over": [event for event in found.events if event.over],
        "waiting": [event.name for event in found.events if not event.over],
        "rows": year_rows(found, names),
    }
    return get_template("clubs/leagues/year.html").render(context)


def trophy_page(club: KnownClub, found: ComputedTrophy, site: Site) -> str:
    """Returns the page of a trophy: who holds it, who held it, and the meetings."""
    context = {
        **_frame(club, found.trophy.name, site),
        "trophy": found.trophy,
        "between": trophy_words(found),
        "reigns": reign_lines(found),
        "meetings": meeting_lines(found),
    }
    return get_template("clubs/leagues/trophy.html").render(context)


def _frame(club: KnownClub, name: str, site: Site) -> Context:
    return {
        **page_frame(site, phrase("{club}: {name}", club=club.name, name=name)),
        "club": club.name,
        "club_href": site.href(f"{CLUBS}{club.slug}/"),
        "name": name,
    }
