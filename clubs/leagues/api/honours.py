"""Players of the year and trophies, for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import Http404

from api.operations import Asked, Give, One, Stored, VersionedAnswer, Whole, register_api
from clubs.club.api import need_shown_club
from clubs.kernel.api_addresses import HOUSE
from clubs.leagues.commands.trophies import (
    ChangeTrophy,
    OfferTrophy,
    RecordMeeting,
    RemoveMeeting,
    RemoveTrophy,
)
from clubs.leagues.commands.years import ChangeYear, OpenYear, RemoveYear
from clubs.leagues.queries.trophies import ComputedTrophy, computed_trophy, trophies_of, trophy_of
from clubs.leagues.queries.versions import (
    VersionedTrophy,
    VersionedYear,
    versioned_trophy,
    versioned_year,
)
from clubs.leagues.queries.years import ComputedYear, computed_year, year_of, years_of
from clubs.models import PointsYear, Trophy
from people.selectors import shown_players

YEARS = f"{HOUSE}/years"
YEAR = f"{YEARS}/<slug:year>"
TROPHIES = f"{HOUSE}/trophies"
TROPHY = f"{TROPHIES}/<slug:trophy>"


@dataclass(frozen=True, slots=True)
class YearShown:
    """A series of events whose places give points. The fields are those that open one."""

    year: str
    name: str
    begins_on: date
    ends_on: date
    events: list[list[str]]
    counts_nights: bool
    by_place: list[int]
    each_below: int
    taking_part: int
    sizes: list[list[int]]
    best: int | None
    least: int


@dataclass(frozen=True, slots=True)
class EventPointsShown:
    """What an event gave somebody; `counts` is false where it is not among their best."""

    event: str
    place: int
    points: float
    counts: bool


@dataclass(frozen=True, slots=True)
class YearRowShown:
    """A row of the table; `rank` is null for whoever lacks events.

    `player` is the number in addresses.
    """

    rank: int | None
    player: int | None
    name: str
    points: float
    events: list[EventPointsShown]


@dataclass(frozen=True, slots=True)
class YearTableShown:
    """The table of a player of the year, and which of its events are over."""

    club: str
    year: str
    over: list[str]
    waiting: list[str]
    rows: list[YearRowShown]


@dataclass(frozen=True, slots=True)
class TrophyShown:
    """A trophy of a club; `between` is `clubs` or `players`, `is_open` where it is for all."""

    trophy: str
    name: str
    between: str
    is_open: bool
    begins_on: date
    from_results: bool
    spread_decides: bool
    said: str


@dataclass(frozen=True, slots=True)
class ReignShown:
    """A time with one holder, by name; `since` is null before the first meeting."""

    holder: str
    since: date | None
    defended: int


@dataclass(frozen=True, slots=True)
class TrophyMeetingShown:
    """A meeting for a trophy; what each side won counts a tie as a half."""

    day: date
    one: str
    other: str
    won_one: float
    won_other: float
    spread: int


@dataclass(frozen=True, slots=True)
class TrophyHoldersShown:
    """Who held a trophy, the last one holds it now, and the meetings, the last first."""

    club: str
    trophy: str
    reigns: list[ReignShown]
    meetings: list[TrophyMeetingShown]


def _year(year: PointsYear) -> YearShown:
    names = [name for name in YearShown.__dataclass_fields__ if name != "year"]
    return YearShown(year=year.key, **{name: getattr(year, name) for name in names})


def _one_year(asked: Asked) -> YearShown:
    need_shown_club(asked)
    year = year_of(asked["club"], asked["year"])
    if year is None:
        raise Http404
    return _year(year)


def _trophy(trophy: Trophy) -> TrophyShown:
    return TrophyShown(
        trophy=trophy.key,
        name=trophy.name,
        between=trophy.between,
        is_open=not trophy.one,
        begins_on=trophy.begins_on,
        from_results=trophy.from_results,
        spread_decides=trophy.spread_decides,
        said=trophy.said,
    )


def _one_trophy(asked: Asked) -> TrophyShown:
    need_shown_club(asked)
    trophy = trophy_of(asked["club"], asked["trophy"])
    if trophy is None:
        raise Http404
    return _trophy(trophy)


def _year_table(*, club: str, year: str) -> VersionedAnswer:
    def find() -> VersionedYear:
        found = versioned_year(club, year)
        if found is None:
            raise Http404
        return found

    def make() -> tuple[str, YearTableShown]:
        now = find()
        return now.version, _table_shown(computed_year(now.row))

    return VersionedAnswer(find().version, make)


def _table_shown(found: ComputedYear) -> YearTableShown:
    people = shown_players({row.player for row in found.table})
    return YearTableShown(
        club=found.year.club.slug,
        year=found.year.key,
        over=[event.name for event in found.events if event.over],
        waiting=[event.name for event in found.events if not event.over],
        rows=[
            YearRowShown(
                rank=row.rank,
                player=people[row.player].number if row.player in people else None,
                name=people[row.player].name if row.player in people else row.player,
                points=round(float(row.points), 2),
                events=[
                    EventPointsShown(one.event, one.place, round(float(one.points), 2), one.counts)
                    for one in row.events
                ],
            )
            for row in found.table
        ],
    )


def _holders(*, club: str, trophy: str) -> VersionedAnswer:
    def find() -> VersionedTrophy:
        found = versioned_trophy(club, trophy)
        if found is None:
            raise Http404
        return found

    def make() -> tuple[str, TrophyHoldersShown]:
        now = find()
        return now.version, _holders_shown(computed_trophy(now.row))

    return VersionedAnswer(find().version, make)


def _holders_shown(found: ComputedTrophy) -> TrophyHoldersShown:
    return TrophyHoldersShown(
        club=found.trophy.club.slug,
        trophy=found.trophy.key,
        reigns=[
            ReignShown(found.name(one.holder), one.since.day if one.since else None, one.defended)
            for one in found.reigns
        ],
        meetings=[
            TrophyMeetingShown(
                one.day,
                found.name(one.one),
                found.name(one.other),
                one.half_points[0] / 2,
                one.half_points[1] / 2,
                one.spread,
            )
            for one in reversed(found.meetings)
        ],
    )


register_api(
    "clubs",
    Whole(
        path=YEARS,
        name="years_list",
        says="Lists the players of the year of a club, the latest first.",
        shape=YearShown,
        items=lambda asked: [_year(one) for one in years_of(need_shown_club(asked).slug)],
    ),
    Give(path=YEARS, name="year_open", command=OpenYear),
    One(
        path=YEAR,
        name="year_read",
        says="Shows what counts for a player of the year.",
        shape=YearShown,
        find=_one_year,
    ),
    Give(path=YEAR, name="year_change", command=ChangeYear, verb="PATCH"),
    Give(path=YEAR, name="year_remove", command=RemoveYear, verb="DELETE"),
    Stored(
        path=f"{YEAR}/table",
        name="year_table_read",
        says="Shows the table of a player of the year, made from the places in its events.",
        shape=YearTableShown,
        page=_year_table,
        rows="rows",
    ),
    Whole(
        path=TROPHIES,
        name="trophies_list",
        says="Lists the trophies of a club.",
        shape=TrophyShown,
        items=lambda asked: [_trophy(one) for one in trophies_of(need_shown_club(asked).slug)],
    ),
    Give(path=TROPHIES, name="trophy_offer", command=OfferTrophy),
    One(
        path=TROPHY,
        name="trophy_read",
        says="Shows a trophy of a club.",
        shape=TrophyShown,
        find=_one_trophy,
    ),
    Give(path=TROPHY, name="trophy_change", command=ChangeTrophy, verb="PATCH"),
    Give(path=TROPHY, name="trophy_remove", command=RemoveTrophy, verb="DELETE"),
    Stored(
        path=f"{TROPHY}/holders",
        name="trophy_holders_read",
        says="Shows who held a trophy one after another, and the meetings for it.",
        shape=TrophyHoldersShown,
        page=_holders,
        rows="reigns",
    ),
    Give(path=f"{TROPHY}/meetings", name="trophy_meeting_record", command=RecordMeeting),
    Give(
        path=f"{TROPHY}/meetings/<number:number>",
        name="trophy_meeting_remove",
        command=RemoveMeeting,
        verb="DELETE",
    ),
)
