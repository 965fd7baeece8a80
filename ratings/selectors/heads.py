"""The meetings in rated games: two players with each other, and one player's opponents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from people.selectors import ShownPlayer, shown_players
from ratings.models import EventRating, RatedEvent, RatingList
from ratings.selectors.profile import with_profile
from ratings.selectors.stored import Content, content_of
from ratings.systems.field import RatedGame


class RatedMeeting(NamedTuple):
    """A rated game from one side; scores are None where only the outcome is known."""

    event: str
    path: str
    held_on: date
    game: RatedGame


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
    """Somebody met in rated games."""

    player: ShownPlayer
    tally: HeadToHead


def meetings_of(one: str, two: str, lists: Collection[RatingList]) -> list[RatedMeeting]:
    """Returns the games of two players of the register, the latest first, from the side of `one`.

    An event counts once, however many of the lists rate it.
    """
    events = RatedEvent.objects.filter(rating_list__in=lists, is_gone=False)
    for player in (one, two):
        rated = EventRating.objects.filter(rating_list__in=lists, player=player)
        events = events.filter(pk__in=rated.values("event"))
    meetings = []
    for event in _once(events):
        content = content_of(event)
        number = {card.player: card.number for card in content.cards}.get(two)
        meetings += [
            RatedMeeting(event.name, event.path, event.held_on, game)
            for game in _games_of(one, content)
            if game.opponent == number
        ]
    return sorted(meetings, key=lambda m: (m.held_on, m.event, m.game.round), reverse=True)


def opponents_of(
    player: str, ratings: Sequence[EventRating], contents: Mapping[int, Content], *, at_most: int
) -> list[Opponent]:
    """Returns whom with a profile a player met most, by their ratings; one query whatever came.

    `contents` are those of the rated events by row; an event counts once, whatever lists rate it.
    Equal numbers of games are in order of name.
    """
    met: dict[str, list[RatedGame]] = {}
    for event in {row.event.key: row.event_id for row in ratings}.values():
        content = contents[event]
        names = {card.number: card.player for card in content.cards}
        for game in _games_of(player, content):
            met.setdefault(names[game.opponent], []).append(game)
    most = sorted(met, key=lambda key: -len(met[key]))
    known = shown_players(with_profile().filter(key__in=most))
    ranked = sorted(
        (key for key in most if key in known), key=lambda key: (-len(met[key]), known[key].name)
    )
    return [Opponent(known[key], tally(met[key])) for key in ranked[:at_most]]


def tally(games: Iterable[RatedGame]) -> HeadToHead:
    """Returns the wins, ties, losses and spread of games, from their player's side."""
    played = list(games)
    won = [game.half_wins for game in played]
    scores = [
        (game.own_score, game.other_score)
        for game in played
        if game.own_score is not None and game.other_score is not None
    ]
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


def _once(events: Iterable[RatedEvent]) -> list[RatedEvent]:
    """Returns each event once, which several lists keep under one key."""
    return list({event.key: event for event in events}.values())


def _games_of(player: str, content: Content) -> tuple[RatedGame, ...]:
    return next((card.games for card in content.cards if card.player == player), ())
