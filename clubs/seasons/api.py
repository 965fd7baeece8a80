"""The seasons of a club, for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.http import Http404

from api.operations import Asked, Give, One, Stored, VersionedAnswer, Whole, register_api
from clubs.club.api import need_shown_club
from clubs.kernel.api_addresses import HOUSE
from clubs.models import Season
from clubs.seasons.commands.awards import GiveAward, TakeAwardBack
from clubs.seasons.commands.championships import (
    CallOffChampionship,
    ChangeChampionship,
    DeclineChampionship,
    HoldChampionship,
)
from clubs.seasons.commands.seasons import ChangeSeason, OpenSeason, RemoveSeason
from clubs.seasons.milestones.championship import qualifiers
from clubs.seasons.queries.championships import held_championship
from clubs.seasons.queries.computed import ComputedSeason, computed
from clubs.seasons.queries.given import given_awards
from clubs.seasons.queries.seasons import season_of, seasons_of
from clubs.seasons.queries.versions import VersionedSeason, versioned_season
from people.selectors import public_names, shown_players

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
class FinalistShown:
    """A player in the championship of a season; a tie is half a win and half a loss.

    `player` is the number in addresses, null for whoever the register does not know. `seed` is the
    place that qualified.
    """

    seed: int
    rank: int
    player: int | None
    name: str
    wins: float
    losses: float
    spread: int
    games_left: int


@dataclass(frozen=True, slots=True)
class FinalGameShown:
    """A game of a championship by public names; scores are null after a forfeit."""

    one: str
    two: str
    score_one: int | None
    score_two: int | None


@dataclass(frozen=True, slots=True)
class ChampionshipShown:
    """The championship of a season; `players` are in the order of its table.

    `event` is the short name of the event at which it is played, empty for nights of the club from
    `begins_on`. `winners` are empty while it is undecided; several share the title.
    """

    format: str
    games: int
    places: int
    begins_on: date
    event: str
    players: list[FinalistShown]
    played: list[FinalGameShown]
    winners: list[str]


@dataclass(frozen=True, slots=True)
class QualifiersShown:
    """Who would qualify for a championship by the table of now, by public name.

    `undecided` share the last place, for which there are `open_places`.
    """

    qualified: list[str]
    undecided: list[str]
    open_places: int
    reserves: list[str]


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


def _championship(asked: Asked) -> ChampionshipShown:
    held = held_championship(need_season(asked))
    if held is None:
        raise Http404
    row, people = held.row, shown_players(held.players)
    played = Counter(key for game in held.finals.games for key in (game.one, game.two))
    return ChampionshipShown(
        format=row.format,
        games=row.games,
        places=row.places,
        begins_on=row.begins_on,
        event=row.event,
        players=[
            FinalistShown(
                seed=held.players.index(one.player) + 1,
                rank=one.rank,
                player=people[one.player].number if one.player in people else None,
                name=held.name_of(one.player),
                wins=one.half_wins / 2,
                losses=played[one.player] - one.half_wins / 2,
                spread=one.spread,
                games_left=one.games_left,
            )
            for one in held.finals.state.rows
        ],
        played=[
            FinalGameShown(
                held.name_of(game.one), held.name_of(game.two), game.score_one, game.score_two
            )
            for game in held.finals.games
        ],
        winners=list(held.winners),
    )


def _qualifiers(asked: Asked) -> QualifiersShown:
    table = computed(need_season(asked)).table
    names = public_names([row.player for row in table.ranked])

    def named(keys: Iterable[str]) -> list[str]:
        return [names.get(key, key) for key in keys]

    if not table.ranked:
        return QualifiersShown([], [], 0, [])
    found = qualifiers(table, asked["places"])
    return QualifiersShown(
        named(found.qualified), named(found.undecided), found.open_places, named(found.reserves)
    )


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
    One(
        path=f"{SEASON}/qualifiers/<number:places>",
        name="season_qualifiers_read",
        says="Shows who would qualify for a championship of so many places now.",
        shape=QualifiersShown,
        find=_qualifiers,
    ),
    One(
        path=f"{SEASON}/championship",
        name="season_championship_read",
        says="Shows the championship of a season: its table, its games and who has won.",
        shape=ChampionshipShown,
        find=_championship,
    ),
    Give(path=f"{SEASON}/championship", name="season_championship_hold", command=HoldChampionship),
    Give(
        path=f"{SEASON}/championship",
        name="season_championship_change",
        command=ChangeChampionship,
        verb="PATCH",
    ),
    Give(
        path=f"{SEASON}/championship",
        name="season_championship_call_off",
        command=CallOffChampionship,
        verb="DELETE",
    ),
    Give(
        path=f"{SEASON}/championship/declined",
        name="season_championship_decline",
        command=DeclineChampionship,
    ),
)
