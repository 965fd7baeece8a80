"""A player's ratings for programs: the history, the steps of one, and two players' games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404

from api.operations import Asked, One, Stored, VersionedAnswer, register_api
from people.played import version_of_played
from people.selectors import ShownPlayer
from ratings.api.public import LIST, Somebody, need_list, somebody
from ratings.models import EventRating, RatingList
from ratings.selectors.heads import HeadToHead, meetings_of, opponents_of, tally, whole_career
from ratings.selectors.inspection import RatingMissing, past_rating, system_of
from ratings.selectors.page_versions import public_lists, version_of
from ratings.selectors.profile import career_of, contents_of, player_with_profile
from ratings.systems.errors import RatingError
from ratings.systems.steps import Inspection

PLAYER = "players/<count:number>"
OPPONENTS = 20


@dataclass(frozen=True, slots=True)
class RatedShown:
    """A rated event of a player; `old` 0 is unrated, `won` counts a tie as a half."""

    rating_list: str
    event: int
    name: str
    held_on: date
    games: int
    won: float
    expected: float
    old: int
    new: int
    change: int
    performance: int | None
    deviation: float | None
    career_games: int | None


@dataclass(frozen=True, slots=True)
class PublishedShown:
    """A rating that somebody else has published."""

    rating_list: str
    published_on: date
    rating: int


@dataclass(frozen=True, slots=True)
class TallyShown:
    """The sums of games; `spread` and the averages are null without scores."""

    games: int
    wins: int
    losses: int
    ties: int
    spread: int | None
    average: float | None
    average_against: float | None


@dataclass(frozen=True, slots=True)
class OpponentShown:
    """Somebody whom a player has met in games that everybody may see."""

    who: Somebody
    tally: TallyShown


@dataclass(frozen=True, slots=True)
class EventPlayedShown:
    """An event in which a player played, rated or not.

    `path` is that of their card. `place` is null until the event is over, or where they have none;
    `field` counts those who have one.
    """

    key: str
    name: str
    held_on: date | None
    path: str
    place: int | None
    is_shared: bool
    field: int


@dataclass(frozen=True, slots=True)
class HistoryShown:
    """A player with a page: rated events and published ratings of public lists, the earliest first.

    `played` are all events that everybody may see, and `tally` the sums of all games.
    """

    player: int
    name: str
    club: str
    events: list[RatedShown]
    published: list[PublishedShown]
    opponents: list[OpponentShown]
    played: list[EventPlayedShown]
    tally: TallyShown


@dataclass(frozen=True, slots=True)
class MeetingShown:
    """A game of two players, from the side of the first; `game` is the path of its record.

    `held_on` is null where nobody said when, `game` empty without a recorded game.
    """

    event: str
    held_on: date | None
    round: int
    won: float
    score: int | None
    opponent_score: int | None
    game: str


@dataclass(frozen=True, slots=True)
class HeadsShown:
    """The games of two players with each other, the latest first."""

    player: Somebody
    opponent: Somebody
    tally: TallyShown
    meetings: list[MeetingShown]


@dataclass(frozen=True, slots=True)
class FieldPlayer:
    """A player of an event by the number there."""

    number: int
    name: str
    player: int | None


@dataclass(frozen=True, slots=True)
class StepsShown:
    """How a list came to a rating: the steps of its system, by the event's numbers.

    `steps` is null where they cannot be made again; `outdated` says that the list waits to be
    computed, and `stored` is the rating that it has.
    """

    rating_list: str
    event: str
    held_on: date
    system: str
    stored: int
    outdated: bool
    field: list[FieldPlayer]
    steps: Inspection | None


def need_player(number: int) -> ShownPlayer:
    """Returns the player with a public profile whom a number means; Http404 where there is none."""
    player = player_with_profile(number)
    if player is None:
        raise Http404
    return player


def _who(player: ShownPlayer) -> Somebody:
    return Somebody(player.name, player.number)


def _history(number: int) -> VersionedAnswer:
    player, lists = need_player(number), public_lists()
    version = version_of(lists, version_of_played(player.key))
    return VersionedAnswer(version, lambda: (version, history_shown(player, lists)))


def history_shown(player: ShownPlayer, lists: list[RatingList]) -> HistoryShown:
    """Returns all that these lists hold of a player."""
    career = career_of(player.key, lists)
    whole = whole_career(player.key, career.rated, contents_of(career.rated))
    met = opponents_of(whole.games, at_most=OPPONENTS)
    return HistoryShown(
        player=player.number,
        name=player.name,
        club=player.club,
        events=[_rated(row) for row in career.rated],
        published=[
            PublishedShown(
                row.list_import.rating_list.key, row.list_import.effective_on, row.rating
            )
            for row in career.published
        ],
        opponents=[OpponentShown(_who(one.player), _tally(one.tally)) for one in met],
        played=[
            EventPlayedShown(
                event.key,
                event.name,
                event.held_on,
                event.path,
                event.place,
                event.is_shared,
                event.field,
            )
            for event in whole.events.values()
        ],
        tally=_tally(tally(whole.games)),
    )


def _rated(row: EventRating) -> RatedShown:
    return RatedShown(
        rating_list=row.rating_list.key,
        event=row.event_id,
        name=row.event.name,
        held_on=row.held_on,
        games=row.games,
        won=row.half_wins / 2,
        expected=row.expected,
        old=row.old,
        new=row.new,
        change=row.change,
        performance=row.performance,
        deviation=row.deviation,
        career_games=row.career_games,
    )


def _tally(sums: HeadToHead) -> TallyShown:
    return TallyShown(*sums)


def _heads(asked: Asked) -> HeadsShown:
    if asked["number"] == asked["other"]:
        raise Http404
    one, two = need_player(asked["number"]), need_player(asked["other"])
    meetings = meetings_of(one.key, two.key, public_lists())
    shown = [
        MeetingShown(
            event=meeting.event,
            held_on=meeting.held_on,
            round=meeting.round,
            won=meeting.game.half_wins / 2,
            score=meeting.game.own_score,
            opponent_score=meeting.game.other_score,
            game=meeting.recorded,
        )
        for meeting in meetings
    ]
    return HeadsShown(_who(one), _who(two), _tally(tally(m.game for m in meetings)), shown)


def _steps(asked: Asked) -> StepsShown:
    rating_list = need_list(asked["rating_list"]).rating_list
    player = need_player(asked["number"])
    try:
        past = past_rating(rating_list, player.key, asked["event"])
    except RatingMissing as missing:
        raise Http404 from missing
    done: Any = None
    if past.number is not None:
        try:
            done = past.explained(system_of(rating_list))
        except RatingError:
            done = None
    names = {number: somebody(named) for number, named in past.names.items()}
    return StepsShown(
        rating_list=rating_list.key,
        event=past.event.name,
        held_on=past.event.held_on,
        system=done.system.key if done else "",
        stored=past.stored.change.new,
        outdated=done is None or past.is_outdated(done),
        field=[FieldPlayer(number, one.name, one.player) for number, one in names.items()],
        steps=done.inspections[past.number] if done else None,
    )


register_api(
    "ratings",
    One(
        path=f"{LIST}/steps/<count:number>/<count:event>",
        name="rating_steps",
        says="Shows the steps by which a list came to the rating of a player in an event.",
        shape=StepsShown,
        find=_steps,
    ),
    Stored(
        path=f"{PLAYER}/ratings",
        name="player_ratings",
        says="Shows a player in the public rating lists, and what they played.",
        shape=HistoryShown,
        page=_history,
    ),
    One(
        path=f"{PLAYER}/against/<count:other>",
        name="player_heads",
        says="Shows the games of two players with each other.",
        shape=HeadsShown,
        find=_heads,
    ),
)
