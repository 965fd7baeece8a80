"""What people played with each other: the games of two, and whom somebody met most.

Games of events that everybody may see count whether or not they are rated; rated games of which no
such event is here, such as those of club nights, come from what the lists keep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from people.merging import keys_of
from people.played import GamesPlayed, OwnGame, played_between, played_by
from people.selectors import ShownPlayer, shown_players
from ratings.models import EventRating, RatedEvent, RatingList
from ratings.selectors.profile import with_profile
from ratings.selectors.stored import Content, content_of
from ratings.systems.field import RatedGame


class Outcome(Protocol):
    """A game from one side; scores are None where only the outcome is known."""

    @property
    def own_score(self) -> int | None: ...

    @property
    def other_score(self) -> int | None: ...

    @property
    def half_wins(self) -> int: ...


class MeetingOfTwo(NamedTuple):
    """A game of two from the side of one: where it was played, and the way there.

    `held_on` is None where nobody said when, `recorded` empty without a recorded game.
    """

    event: str
    held_on: date | None
    path: str
    recorded: str
    round: int
    game: Outcome


class HeadToHead(NamedTuple):
    """The sums of games; `spread` and the averages are over those with scores, None without."""

    games: int
    wins: int
    losses: int
    ties: int
    spread: int | None
    average: float | None
    average_against: float | None


class Opponent(NamedTuple):
    """Somebody met in games that everybody may see."""

    player: ShownPlayer
    tally: HeadToHead


def meetings_of(one: str, two: str, lists: Collection[RatingList]) -> list[MeetingOfTwo]:
    """Returns the games of two players of the register, the latest first, from the side of `one`.

    An event counts once, however many of the lists rate it. As many queries however often they met.
    """
    played = played_between(one, two)
    meetings = [_meeting(game, played) for game in played.games]
    ours, theirs = keys_of(one), keys_of(two)
    events = RatedEvent.objects.filter(rating_list__in=lists, is_gone=False)
    for keys in (ours, theirs):
        rated = EventRating.objects.filter(rating_list__in=lists, player__in=keys)
        events = events.filter(pk__in=rated.values("event"))
    for event in {event.key: event for event in events}.values():
        if event.key in played.events:
            continue
        content = content_of(event)
        numbers = {card.number for card in content.cards if card.player in theirs}
        path = event.path if event.path.startswith("/") else ""
        meetings += [
            MeetingOfTwo(event.name, event.held_on, path, "", game.round, game)
            for game in _games_of(ours, content)
            if game.opponent in numbers
        ]
    return sorted(meetings, key=lambda m: (m.held_on or date.min, m.event, m.round), reverse=True)


def whole_career(
    player: str, ratings: Sequence[EventRating], contents: Mapping[int, Content]
) -> GamesPlayed:
    """Returns all that somebody played: what is here, and what the lists alone keep.

    `contents` are those of the rated events by row; an event counts once, whatever lists rate it.
    """
    played = played_by(player)
    games = list(played.games)
    for row in {row.event.key: row for row in ratings}.values():
        if row.event.key in played.events:
            continue
        content = contents[row.event_id]
        names = {card.number: card.player for card in content.cards}
        games += [
            OwnGame(
                row.event.key,
                game.round,
                names[game.opponent],
                game.own_score,
                game.other_score,
                game.half_wins,
                row.event.path,
            )
            for game in _games_of({row.player}, content)
        ]
    return GamesPlayed(played.events, tuple(games))


def opponents_of(games: Iterable[OwnGame], *, at_most: int) -> list[Opponent]:
    """Returns whom with a profile a player met most; two queries whatever came.

    Equal numbers of games are in order of name.
    """
    met: dict[str, list[OwnGame]] = {}
    for game in games:
        met.setdefault(game.opponent, []).append(game)
    meant = shown_players(list(met))
    people = {person.key: person for person in meant.values()}
    known = set(with_profile().filter(key__in=list(people)))
    theirs: dict[str, list[OwnGame]] = {}
    for key, person in meant.items():
        if person.key in known:
            theirs.setdefault(person.key, []).extend(met[key])
    ranked = sorted(theirs, key=lambda key: (-len(theirs[key]), people[key].name))
    return [Opponent(people[key], tally(theirs[key])) for key in ranked[:at_most]]


def tally(games: Iterable[Outcome]) -> HeadToHead:
    """Returns the wins, ties, losses and spread of games, from their player's side."""
    played = list(games)
    won = [game.half_wins for game in played]
    scores = scores_of(played)
    own, other = sum(one for one, _ in scores), sum(two for _, two in scores)
    return HeadToHead(
        games=len(played),
        wins=won.count(2),
        losses=won.count(0),
        ties=won.count(1),
        spread=own - other if scores else None,
        average=own / len(scores) if scores else None,
        average_against=other / len(scores) if scores else None,
    )


def scores_of(games: Iterable[Outcome]) -> list[tuple[int, int]]:
    """Returns the scores of those games that have some, the player's own first."""
    return [
        (game.own_score, game.other_score)
        for game in games
        if game.own_score is not None and game.other_score is not None
    ]


def _meeting(game: OwnGame, played: GamesPlayed) -> MeetingOfTwo:
    event = played.events[game.event]
    return MeetingOfTwo(event.name, event.held_on, game.path, game.recorded, game.round, game)


def _games_of(keys: Collection[str], content: Content) -> tuple[RatedGame, ...]:
    return next((card.games for card in content.cards if card.player in keys), ())
