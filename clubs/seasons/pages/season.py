"""The public page of a season, its poster for the wall, and its table for spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.template.loader import get_template

from clubs.kernel.queries.clubs import KnownClub
from clubs.models import Season
from clubs.seasons.pages.championship import championship_shown
from clubs.seasons.pages.graphs import average_graph, nights_graph, streak_graph
from clubs.seasons.queries.championships import held_championship
from clubs.seasons.queries.computed import ComputedSeason
from clubs.seasons.queries.given import given_awards
from clubs.seasons.tables.handicap_table import HandicapRow
from clubs.seasons.tables.table import SeasonRow
from clubs.seasons.wording import (
    AWARD_WORDS,
    MILESTONE_WORDS,
    award_figure,
    days_of,
    figure_words,
    ranked_by_words,
    streak_words,
    win_share_words,
)
from core.csv_file import Cell, write_csv
from core.phrases import listed, numeral, phrase
from core.web.frame import Context
from core.web.sharing import shared_as
from core.web.site import Site
from core.wording import DASH, day, record, signed
from people.selectors import ShownPlayer, shown_players
from ratings.pages.frame import page_frame, player_path
from ratings.selectors.profile import with_profile

ON_THE_POSTER = 12
MILESTONES_TOLD = 20
CSV_HEADING = (
    *("rank", "name", "games", "wins", "losses", "ties", "win_share", "spread", "average"),
    *("average_against", "points", "nights", "best", "streak", "longest_streak", "rating"),
)


class ShownRow(NamedTuple):
    """A row of the table in words."""

    rank: str
    name: str
    href: str | None
    figure: str
    games: int
    record: str
    share: str
    spread: str
    average: str
    against: str
    points: str
    nights: int
    best: str
    streak: str
    rating: str


class HandicappedRow(NamedTuple):
    """A row of the handicap table in words."""

    rank: str
    name: str
    record: str
    spread: str
    rating: int


def season_path(club: str, key: str) -> str:
    """Returns the path of the page of a season."""
    return f"/clubs/{club}/seasons/{key}/"


def season_page(club: KnownClub, found: ComputedSeason, site: Site) -> str:
    """Returns the page of a season: its table, charts, awards and milestones."""
    people = _people(found)
    context = _context(club, found, site, people)
    context |= {
        "handicaps": [_handicapped(row, people) for row in found.handicaps],
        "streaks": streak_graph(found, partial(_name, people=people)),
        "attendance": nights_graph(found),
        "averages": average_graph(found),
        "poster": site.href(season_path(club.slug, found.season.key) + "poster/"),
        "csv": site.href(season_path(club.slug, found.season.key) + "table.csv"),
    }
    return get_template("clubs/seasons/season.html").render(context)


def poster_page(club: KnownClub, found: ComputedSeason, site: Site) -> str:
    """Returns the poster of a season: its first players and its awards, large enough for a wall."""
    context = _context(club, found, site, _people(found))
    context["ranked"] = context["ranked"][:ON_THE_POSTER]
    return get_template("clubs/seasons/poster.html").render(context)


def season_csv(found: ComputedSeason) -> bytes:
    """Returns the table of a season as CSV, those who lack games without a rank."""
    people = shown_players({row.player for row in found.rows})
    return write_csv(CSV_HEADING, [_cells(row, people) for row in found.rows])


def _people(found: ComputedSeason) -> Mapping[str, ShownPlayer]:
    """Returns everybody who is named on the pages of a season, by key."""
    return shown_players(
        {row.player for row in found.rows} | {one.player for one in found.milestones}
    )


def _frame(club: KnownClub, season: Season, site: Site) -> Context:
    title = phrase("{club}: {name}", club=club.name, name=season.name)
    about = phrase("Table, awards and milestones of a season")
    path = season_path(club.slug, season.key)
    return page_frame(site, title) | shared_as(site, path, title=title, about=about)


def _context(
    club: KnownClub, found: ComputedSeason, site: Site, people: Mapping[str, ShownPlayer]
) -> Context:
    season = found.season
    frame = _frame(club, season, site)
    shared = _shared_ranks(found)
    linked = set(with_profile().filter(key__in=people))
    shown = {
        row.player: _shown(
            row,
            season,
            name=_name(row.player, people),
            href=site.href(player_path(people[row.player].number))
            if row.player in linked
            else None,
            shared=shared,
        )
        for row in found.rows
    }
    return {
        **frame,
        "championship": _championship(season, site),
        "club": club.name,
        "club_href": site.href(f"/clubs/{club.slug}/"),
        "name": season.name,
        "days": days_of(season.begins_on, season.ends_on),
        "ranked_by": ranked_by_words(season.ranked_by),
        "minimum": season.minimum_games,
        "nights": len(found.nights),
        "ranked": [shown[row.player] for row in found.table.ranked],
        "below": [shown[row.player] for row in found.table.below],
        "by_share": season.ranked_by == "win_share",
        "has_rating": any(row.rating is not None for row in found.rows),
        "awards": _awards(found, people),
        "given": given_awards(season),
        "milestones": [
            (day(one.held_on), _name(one.player, people), MILESTONE_WORDS[one.kind](one.number))
            for one in reversed(found.milestones[-MILESTONES_TOLD:])
        ],
    }


def _championship(season: Season, site: Site) -> Context | None:
    held = held_championship(season)
    return None if held is None else championship_shown(held, site)


def _shared_ranks(found: ComputedSeason) -> frozenset[int]:
    ranks = [row.rank for row in found.table.ranked if row.rank is not None]
    return frozenset(rank for rank in ranks if ranks.count(rank) > 1)


def _name(player: str, people: Mapping[str, ShownPlayer]) -> str:
    return people[player].name if player in people else player


def _shown(
    row: SeasonRow, season: Season, *, name: str, href: str | None, shared: frozenset[int]
) -> ShownRow:
    rank = "" if row.rank is None else f"{'=' if row.rank in shared else ''}{row.rank}"
    return ShownRow(
        rank=rank,
        name=name,
        href=href,
        figure="" if row.figure is None else figure_words(season.ranked_by, row.figure),
        games=row.games,
        record=record(2 * row.wins + row.ties, 2 * row.losses + row.ties),
        share=DASH if row.win_share is None else win_share_words(row.win_share),
        spread=signed(row.spread),
        average=_decimal(row.average_for, 1),
        against=_decimal(row.average_against, 1),
        points=_decimal(row.points, 1),
        nights=row.nights,
        best=str(row.best.score) if row.best else DASH,
        streak=streak_words(row.streak),
        rating=DASH if row.rating is None else str(row.rating),
    )


def _handicapped(row: HandicapRow, people: Mapping[str, ShownPlayer]) -> HandicappedRow:
    return HandicappedRow(
        rank="" if row.rank is None else str(row.rank),
        name=_name(row.player, people),
        record=record(row.half_wins, 2 * row.games - row.half_wins),
        spread=signed(row.spread),
        rating=row.rating,
    )


def _decimal(value: Fraction | None, places: int) -> str:
    return DASH if value is None else numeral(float(value), f".{places}f")


def _awards(
    found: ComputedSeason, people: Mapping[str, ShownPlayer]
) -> list[tuple[str, str, str, str]]:
    """Returns what each award is called, given for, whose it is, and its figure."""
    return [
        (
            *AWARD_WORDS[award.key],
            listed(_name(player, people) for player in award.holders),
            award_figure(award.key, award.figure),
        )
        for award in found.awards
    ]


def _cells(row: SeasonRow, people: Mapping[str, ShownPlayer]) -> list[Cell]:
    return [
        row.rank,
        _name(row.player, people),
        row.games,
        row.wins,
        row.losses,
        row.ties,
        _number(row.win_share, 4),
        row.spread,
        _number(row.average_for, 2),
        _number(row.average_against, 2),
        _number(row.points, 2),
        row.nights,
        row.best.score if row.best else None,
        row.streak,
        row.longest_streak,
        row.rating,
    ]


def _number(value: Fraction | None, places: int) -> float | None:
    return None if value is None else round(float(value), places)
