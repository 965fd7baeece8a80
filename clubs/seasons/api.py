"""The seasons of a club, for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import Http404

from api.operations import Asked, Give, One, Stored, VersionedAnswer, Whole, register_api
from clubs.club.api import need_shown_club
from clubs.kernel.api_addresses import HOUSE
from clubs.models import Season
from clubs.seasons.commands.awards import GiveAward, TakeAwardBack
from clubs.seasons.commands.seasons import ChangeSeason, OpenSeason, RemoveSeason
from clubs.seasons.queries.computed import ComputedSeason, computed
from clubs.seasons.queries.given import given_awards
from clubs.seasons.queries.seasons import season_of, seasons_of
from clubs.seasons.queries.versions import VersionedSeason, versioned_season
from people.selectors import shown_players

SEASONS = f"{HOUSE}/seasons"
SEASON = f"{SEASONS}/<slug:season>"


@dataclass(frozen=True, slots=True)
class SeasonShown:
    """A season of a club; its days are both included. The fields are those that open one."""

    season: str
    name: str
    begins_on: date
    ends_on: date
    ranked_by: str
    minimum_games: int
    best_nights: int
    place_points: list[int]
    attendance_points: int
    counts_unrated: bool
    counts_handicapped: bool
    ladder_start: list[str]
    ladder_reach: int
    ladder_inactive_after: int
    ladder_drops: int
    rating_system: str
    newcomer_rating: int


@dataclass(frozen=True, slots=True)
class AwardShown:
    """An award that was given; `players` are its holders by key, `names` by public name."""

    number: int
    title: str
    players: list[str]
    names: list[str]
    said: str


@dataclass(frozen=True, slots=True)
class SeasonRowShown:
    """A row of the table; `rank` is null for who lacks games. `player` is the number in addresses.

    A tie is half a win and half a loss. Averages are null without games.
    """

    rank: int | None
    player: int | None
    name: str
    games: int
    wins: float
    losses: float
    spread: int
    average: float | None
    points: float
    nights: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class SeasonTableShown:
    """The table of a season, and of how many nights it is made."""

    club: str
    season: str
    nights: int
    rows: list[SeasonRowShown]


def need_season(asked: Asked) -> Season:
    """Returns the season of the address; raises Http404 where who asks may see none."""
    need_shown_club(asked)
    season = season_of(asked["club"], asked["season"])
    if season is None:
        raise Http404
    return season


def _shown(season: Season) -> SeasonShown:
    outside = ("season",)
    values = {
        name: getattr(season, name)
        for name in SeasonShown.__dataclass_fields__
        if name not in outside
    }
    return SeasonShown(season=season.key, **values)


def _awards(asked: Asked) -> list[AwardShown]:
    return [
        AwardShown(one.number, one.title, list(one.players), list(one.names), one.said)
        for one in given_awards(need_season(asked))
    ]


def _table(*, club: str, season: str) -> VersionedAnswer:
    versioned = _versioned(club, season)

    def make() -> tuple[str, SeasonTableShown]:
        now = _versioned(club, season)
        return now.version, _table_shown(computed(now.season))

    return VersionedAnswer(versioned.version, make)


def _versioned(club: str, season: str) -> VersionedSeason:
    versioned = versioned_season(club, season)
    if versioned is None:
        raise Http404
    return versioned


def _table_shown(found: ComputedSeason) -> SeasonTableShown:
    people = shown_players({row.player for row in found.rows})
    rows = [
        SeasonRowShown(
            rank=row.rank,
            player=people[row.player].number if row.player in people else None,
            name=people[row.player].name if row.player in people else row.player,
            games=row.games,
            wins=row.wins + row.ties / 2,
            losses=row.losses + row.ties / 2,
            spread=row.spread,
            average=None if row.average_for is None else round(float(row.average_for), 2),
            points=round(float(row.points), 2),
            nights=row.nights,
            rating=row.rating,
        )
        for row in found.rows
    ]
    return SeasonTableShown(found.season.club.slug, found.season.key, len(found.nights), rows)


register_api(
    "clubs",
    Whole(
        path=SEASONS,
        name="seasons_list",
        says="Lists the seasons of a club, the latest first.",
        shape=SeasonShown,
        items=lambda asked: [_shown(one) for one in seasons_of(need_shown_club(asked).slug)],
    ),
    Give(path=SEASONS, name="season_open", command=OpenSeason),
    One(
        path=SEASON,
        name="season_read",
        says="Shows a season of a club.",
        shape=SeasonShown,
        find=lambda asked: _shown(need_season(asked)),
    ),
    Give(path=SEASON, name="season_change", command=ChangeSeason, verb="PATCH"),
    Give(path=SEASON, name="season_remove", command=RemoveSeason, verb="DELETE"),
    Stored(
        path=f"{SEASON}/table",
        name="season_table_read",
        says="Shows the table of a season, made from the nights of the club.",
        shape=SeasonTableShown,
        page=_table,
        rows="rows",
    ),
    Whole(
        path=f"{SEASON}/awards",
        name="season_awards_list",
        says="Lists the awards that were given in a season.",
        shape=AwardShown,
        items=_awards,
    ),
    Give(path=f"{SEASON}/awards", name="season_award_give", command=GiveAward),
    Give(
        path=f"{SEASON}/awards/<number:number>",
        name="season_award_take_back",
        command=TakeAwardBack,
        verb="DELETE",
    ),
)
