"""What a club's page shows of its season and its records: the first few of each."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from clubs.overview.pages.frame import club_records_path
from clubs.records.book.categories import RecordCategory
from clubs.records.book.scopes import club_scope
from clubs.records.pages.book import first_shelf
from clubs.records.pages.cards import CardLine, Telling
from clubs.records.queries.lists import ListedPlace, stored_places
from clubs.records.wording.categories import category_name
from clubs.seasons.pages.season import season_path
from clubs.seasons.queries.computed import computed
from clubs.seasons.queries.seasons import season_on
from clubs.seasons.wording import figure_words, ranked_by_words
from core.web.site import Site
from core.wording import record
from people.selectors import shown_players
from ratings.pages.frame import player_path
from ratings.selectors.profile import with_profile

FIRST_ROWS = 5
SHOWN_RECORDS = (
    RecordCategory.HIGH_GAME,
    RecordCategory.HIGH_COMBINED,
    RecordCategory.LARGEST_SPREAD,
    RecordCategory.LONGEST_STREAK,
)


class LeadingRow(NamedTuple):
    """One of the first of a season."""

    rank: int | None
    name: str
    href: str | None
    figure: str
    record: str


class LeadingSeason(NamedTuple):
    """A season's name, the page with all of its table, what it ranks by, and its first rows."""

    name: str
    href: str | None
    ranked_by: str
    rows: list[LeadingRow]


class ClubRecord(NamedTuple):
    """A record of the club by its category, and who held it first."""

    name: str
    line: CardLine


class ClubRecords(NamedTuple):
    """Some records of a club, and the page with all of them."""

    href: str | None
    lines: list[ClubRecord]


def leading_season(club: str, day: date, site: Site) -> LeadingSeason | None:
    """Returns the season of a day, or the last one before it, None where nobody has a rank in it.

    Its table is computed from the nights of the club.
    """
    season = season_on(club, day)
    if season is None:
        return None
    first = computed(season).table.ranked[:FIRST_ROWS]
    if not first:
        return None
    people = shown_players({row.player for row in first})
    linked = set(with_profile().filter(key__in=people))
    rows = []
    for row in first:
        known = people.get(row.player)
        path = player_path(known.number) if known and row.player in linked else None
        rows.append(
            LeadingRow(
                rank=row.rank,
                name=known.name if known else row.player,
                href=site.href(path) if path else None,
                figure="" if row.figure is None else figure_words(season.ranked_by, row.figure),
                record=record(2 * row.wins + row.ties, 2 * row.losses + row.ties),
            )
        )
    return LeadingSeason(
        season.name,
        site.href(season_path(club, season.key)),
        ranked_by_words(season.ranked_by),
        rows,
    )


def club_records(club: str, site: Site) -> ClubRecords | None:
    """Returns the club's best known records, None while the book has none of the club."""
    shelf = first_shelf(club_scope(club))
    best: dict[RecordCategory, ListedPlace] = {}
    for one in stored_places(shelf.scope, shelf.family, first_only=True):
        if not one.slot.is_clean and one.slot.category in SHOWN_RECORDS:
            best.setdefault(one.slot.category, one)
    if not best:
        return None
    telling = Telling((one.holding for one in best.values()), site)
    return ClubRecords(
        site.href(club_records_path(club)),
        [
            ClubRecord(
                category_name(category), telling.line(category, None, best[category].holding)
            )
            for category in SHOWN_RECORDS
            if category in best
        ],
    )
