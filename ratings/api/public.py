"""Ratings for programs, as everybody may see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from django.http import Http404
from django.utils import timezone

from api.operations import Asked, Paged, Stored, VersionedAnswer, register_api
from ratings.models import EventRating, RatingList
from ratings.selectors.moves import (
    PERIODS,
    EventMoves,
    Upset,
    biggest_changes,
    biggest_upsets,
    events_shown,
    period_of,
)
from ratings.selectors.names import PublicPlayer
from ratings.selectors.page_versions import (
    ListVersion,
    list_version_of,
    public_lists,
    version_of,
)
from ratings.selectors.standings import StandingLine, StandingsSearch, chosen, standings_now

LIST = "rating_lists/<slug:rating_list>"


@dataclass(frozen=True, slots=True)
class ListShown:
    """A public rating list; `system` is empty where somebody else computes it."""

    rating_list: str
    name: str
    system: str
    lexicon_family: str
    rated_at: datetime | None


@dataclass(frozen=True, slots=True)
class ListsShown:
    """The public rating lists."""

    rows: list[ListShown]


@dataclass(frozen=True, slots=True)
class StandingShown:
    """A line of a list; `player` is a number of public addresses, null for nobody in the register.

    `rank` is null for a rating that has expired; equal ratings share one.
    """

    rank: int | None
    player: int | None
    name: str
    club: str
    rating: int
    deviation: float | None
    games: int | None
    played_on: date | None
    change: int | None
    is_provisional: bool
    is_expired: bool
    expires_on: date | None


@dataclass(frozen=True, slots=True)
class StandingsAsked:
    """The part of a list that is wanted: `club` is a slug, `q` words of a name."""

    show: Literal["active", "all", "provisional"] = "active"
    sort: Literal["rating", "name", "games", "played", "change"] = "rating"
    rising: bool = False
    club: str = ""
    q: str = ""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A player by the public name; `player` is null for nobody in the register."""

    name: str
    player: int | None


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """A rating that an event raised or lowered; `event` names it for the steps of a rating."""

    who: Somebody
    event: int
    event_name: str
    held_on: date
    old: int
    new: int
    change: int


@dataclass(frozen=True, slots=True)
class UpsetShown:
    """A game that the lower rated won."""

    difference: int
    winner: Somebody
    winner_rating: int
    loser: Somebody
    loser_rating: int
    score: int | None
    opponent_score: int | None
    event: int
    event_name: str
    held_on: date
    round: int


@dataclass(frozen=True, slots=True)
class MovesShown:
    """The biggest moves of a list in a period; without days where nothing has been rated."""

    begins_on: date | None
    ends_on: date | None
    gains: list[ChangeShown]
    losses: list[ChangeShown]
    upsets: list[UpsetShown]


def _lists() -> VersionedAnswer:
    lists = public_lists()
    version = version_of(lists)
    return VersionedAnswer(version, lambda: (version, ListsShown([_list(one) for one in lists])))


def _list(row: RatingList) -> ListShown:
    state = getattr(row, "state", None)
    rated_at = state.rated_at if state else None
    return ListShown(row.key, row.name, row.system, row.lexicon_family, rated_at)


def need_list(key: str) -> ListVersion:
    """Returns a public list with its version; Http404 where there is none."""
    edition = list_version_of(key)
    if edition is None:
        raise Http404
    return edition


def _standings(asked: Asked) -> list[StandingLine]:
    wanted: StandingsAsked = asked.query
    choice = StandingsSearch(
        show=wanted.show,
        club=wanted.club,
        words=wanted.q[:80],
        sort=wanted.sort,
        rising=wanted.rising,
    )
    edition = need_list(asked["rating_list"])
    return chosen(standings_now(edition, timezone.localdate()), choice)


def _standing(line: StandingLine) -> StandingShown:
    return StandingShown(
        rank=line.rank.number if line.rank else None,
        player=line.player.number if line.player else None,
        name=line.name,
        club=line.player.club if line.player else "",
        rating=line.rating,
        deviation=line.deviation,
        games=line.games,
        played_on=line.played_on,
        change=line.change,
        is_provisional=line.is_provisional,
        is_expired=line.is_expired,
        expires_on=line.expires_on,
    )


def _moves(rating_list: str, period: str) -> VersionedAnswer:
    edition = need_list(rating_list)
    if period not in PERIODS or edition.rating_list.is_imported:
        raise Http404
    return VersionedAnswer(
        edition.version, lambda: (edition.version, moves_shown(edition.rating_list, period))
    )


def moves_shown(rating_list: RatingList, name: str) -> MovesShown:
    """Returns the biggest moves of a list in the period of this name."""
    period = period_of(rating_list, name)
    if period is None:
        return MovesShown(None, None, [], [], [])
    gains, losses = (biggest_changes(period, gains=up) for up in (True, False))
    upsets = biggest_upsets(period)
    events = events_shown(rating_list, [*gains, *losses], upsets)
    return MovesShown(
        begins_on=period.begins_on,
        ends_on=period.ends_on,
        gains=[_change(row, events[row.event_id]) for row in gains],
        losses=[_change(row, events[row.event_id]) for row in losses],
        upsets=[_upset(one, events[one.event]) for one in upsets],
    )


def _change(row: EventRating, event: EventMoves) -> ChangeShown:
    return ChangeShown(
        who=somebody(event.names[row.number]),
        event=row.event_id,
        event_name=event.row.name,
        held_on=row.held_on,
        old=row.old,
        new=row.new,
        change=row.change,
    )


def _upset(upset: Upset, event: EventMoves) -> UpsetShown:
    return UpsetShown(
        difference=upset.difference,
        winner=somebody(event.names[upset.winner]),
        winner_rating=upset.winner_rating,
        loser=somebody(event.names[upset.loser]),
        loser_rating=upset.loser_rating,
        score=upset.score,
        opponent_score=upset.score_against,
        event=upset.event,
        event_name=event.row.name,
        held_on=event.row.held_on,
        round=upset.round,
    )


def somebody(named: PublicPlayer) -> Somebody:
    """Returns a player as programs read one."""
    return Somebody(named.name, named.player.number if named.player else None)


register_api(
    "ratings",
    Stored(
        path="rating_lists",
        name="rating_lists_read",
        says="Lists the public rating lists.",
        shape=ListsShown,
        page=_lists,
        rows="rows",
    ),
    Paged(
        path=f"{LIST}/standings",
        name="rating_list_standings",
        says="Lists the players of a public rating list.",
        shape=StandingShown,
        query=StandingsAsked,
        items=_standings,
        row=_standing,
    ),
    Stored(
        path=f"{LIST}/moves/<slug:period>",
        name="rating_list_moves",
        says="Shows the biggest moves of a computed list: period is event, month, year or ever.",
        shape=MovesShown,
        page=_moves,
    ),
)
