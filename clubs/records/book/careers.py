"""What players hold over many games: of an event, a season, a career, and of a club's nights.

A career is a sequence of parts in order: the games of a player on one day in one division of an
event, and, for what is of a club's nights, their nights. Parts are added with `later_days` and
`later_nights`, so that a change in the middle needs no other part to be looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TypeVar

import msgspec

from clubs.records.book.categories import RULES, SLOTS, RecordBasis, RecordCategory, Slot
from clubs.records.book.facts import BookEvent, FactEnding, GameFact
from clubs.records.book.game_holdings import flags_of
from clubs.records.book.places import Places, RecordHolding, Value, worth_of
from clubs.records.book.runs import Moment, Run, Runs, following, runs_of, single

K = TypeVar("K")
V = TypeVar("V")

_FEWEST_OF_EVENT = min(rule.fewest for rule in RULES.values() if rule.basis is RecordBasis.EVENT)
"""With fewer games an event gives nobody an average or a total."""

NightKey = tuple[date, BookEvent]
"""What orders the nights of a club: the first day, then the event."""


class Tally(msgspec.Struct, frozen=True):
    """Games that were begun, won ones of those that count as won or lost, and for averages the
    games with points and their points in halves; with the moment and event of the last game.
    """

    games: int
    wins: int
    scored: int
    half_points: int
    last: Moment
    event: str

    def __add__(self, other: Tally) -> Tally:
        last = max(self, other, key=lambda tally: (tally.last, tally.event))
        return Tally(
            self.games + other.games,
            self.wins + other.wins,
            self.scored + other.scored,
            self.half_points + other.half_points,
            last.last,
            last.event,
        )

    @property
    def average(self) -> Fraction:
        """Points a game, those of a game of three one and a half times."""
        return Fraction(self.half_points, 2 * self.scored)


class DayPart(msgspec.Struct, frozen=True):
    """A stretch of a career in a section; `seasons` by the key of the club and of the season."""

    bests: Mapping[Slot, RecordHolding]
    wins: Runs
    losses: Runs
    tally: Tally
    seasons: Mapping[tuple[str, str], Tally]
    peak: RecordHolding | None


class NightPart(msgspec.Struct, frozen=True):
    """A stretch of a player's nights at a club.

    `begins` is the first of them, `next_held` the night of the club after the last. `first_games`
    are those of the first night that can hold records.
    """

    nights: int
    unbeaten: int
    runs: Runs
    begins: NightKey
    next_held: NightKey | None
    last: Run
    first_games: tuple[GameFact, ...]


def later_days(one: DayPart, other: DayPart) -> DayPart:
    """Returns a stretch of a career and the one after it as one."""
    peaks = [part.peak for part in (one, other) if part.peak is not None]
    return DayPart(
        _united(one.bests, other.bests, min),
        following(one.wins, other.wins),
        following(one.losses, other.losses),
        one.tally + other.tally,
        _united(one.seasons, other.seasons, lambda here, there: here + there),
        min(peaks, default=None),
    )


def later_nights(one: NightPart, other: NightPart) -> NightPart:
    """Returns a stretch of nights and the one after it as one."""
    return NightPart(
        one.nights + other.nights,
        one.unbeaten + other.unbeaten,
        following(one.runs, other.runs, joins=one.next_held == other.begins),
        one.begins,
        other.next_held,
        other.last,
        one.first_games,
    )


def day_part(player: str, games: Sequence[GameFact], held: Iterable[Places]) -> DayPart:
    """Returns a player's games of one day, in order; `held` is what is held by them, by anybody."""
    bests: dict[Slot, RecordHolding] = {}
    for places in held:
        for slot, holdings in places.items():
            for holding in holdings:
                known = bests.get(slot)
                if player in holding.holders and (known is None or holding < known):
                    bests[slot] = holding
    event = games[0].event
    results = _results(player, games)
    tally = _tally_of(player, games, results)
    is_of_season = event.is_night and event.season
    return DayPart(
        bests,
        runs_of(((won is True, moment) for won, moment in results), event.slug),
        runs_of(((won is False, moment) for won, moment in results), event.slug),
        tally,
        {(event.club, event.season): tally} if is_of_season else {},
        min(_peaks(player, games), default=None),
    )


def night_part(
    player: str, key: NightKey, next_held: NightKey | None, games: Sequence[GameFact]
) -> NightPart:
    """Returns a player's one night, from the games of it."""
    moment, slug = (key[0], 0), key[1].slug
    first = tuple(game for game in games if game.holds_records)
    runs = single(moment, slug)
    is_unbeaten = int(_is_unbeaten(player, games))
    return NightPart(1, is_unbeaten, runs, key, next_held, Run(1, moment, slug), first)


def places_of_event(player: str, games: Sequence[GameFact]) -> Places:
    """Returns what a player's games in one division and family of an event hold together.

    The games are in order.
    """
    scored = [game for game in games if game.ending is FactEnding.PLAYED]
    if len(scored) < _FEWEST_OF_EVENT:
        return {}
    event, count, last = games[0].event, len(scored), scored[-1]
    average = Fraction(sum(_half_points(player, game) for game in scored), 2 * count)
    total = sum(_points(player, game) for game in scored)
    found: tuple[tuple[RecordCategory, Value], ...] = (
        ((RecordCategory.NIGHT_TOTAL, total), (RecordCategory.NIGHT_AVERAGE, average))
        if event.is_night
        else ((RecordCategory.TOURNAMENT_AVERAGE, average),)
    )
    flags = tuple(sorted({flag for game in scored for flag in flags_of(game)}))
    return {
        SLOTS[category, False]: (
            RecordHolding(
                worth=worth_of(category, value),
                day=last.day,
                order=last.order,
                source=event.slug,
                holders=(player,),
                event=event.slug,
                division=games[0].division,
                flags=flags,
                games=count,
            ),
        )
        for category, value in found
        if count >= RULES[category].fewest
    }


def career_places(player: str, part: DayPart) -> Places:
    """Returns what a player holds by a career in a section."""
    found = _Found(player)
    tally = part.tally
    for category, runs in (
        (RecordCategory.LONGEST_STREAK, part.wins),
        (RecordCategory.LONGEST_LOSING_STREAK, part.losses),
    ):
        if runs.longest is not None:
            run = runs.longest
            found.add(category, run.length, run.end, run.event, games=run.length)
    for category, value in (
        (RecordCategory.MOST_WINS, tally.wins),
        (RecordCategory.MOST_GAMES, tally.games),
    ):
        if value:
            found.add(category, value, tally.last, tally.event, games=tally.games)
    for (club, season), of_season in sorted(part.seasons.items()):
        source = f"{club} {season}"
        last, games = of_season.last, of_season.scored
        if games >= RULES[RecordCategory.SEASON_AVERAGE].fewest:
            average = of_season.average
            found.add(RecordCategory.SEASON_AVERAGE, average, last, source=source, games=games)
        if of_season.wins:
            found.add(RecordCategory.SEASON_WINS, of_season.wins, last, source=source, games=games)
    if part.peak is not None:
        found.places[SLOTS[RecordCategory.HIGHEST_RATING, False]] = (part.peak,)
    return found.sorted()


def night_places(player: str, part: NightPart) -> Places:
    """Returns what a player holds by their nights at a club."""
    found = _Found(player)
    last = part.last
    found.add(RecordCategory.NIGHTS_ATTENDED, part.nights, last.end, last.event)
    if part.runs.longest is not None:
        run = part.runs.longest
        found.add(RecordCategory.CONSECUTIVE_NIGHTS, run.length, run.end, run.event)
    if part.unbeaten:
        found.add(RecordCategory.UNBEATEN_NIGHTS, part.unbeaten, last.end, last.event)
    return found.sorted()


def newcomer_places(player: str, part: NightPart, family: str) -> Places:
    """Returns what a player holds by the first of their nights at a club, in a lexicon family."""
    games = [game for game in part.first_games if game.family == family]
    if not games:
        return {}
    best = min(_newcomers(player, game) for game in games)
    return {SLOTS[RecordCategory.NEWCOMER_HIGH_GAME, False]: (best,)}


def attendance_places(club: str, night: NightKey, players: int) -> Places:
    """Returns what a club holds by how many came on one night."""
    found = _Found(club)
    for category in (RecordCategory.HIGH_ATTENDANCE, RecordCategory.LOW_ATTENDANCE):
        slug = night[1].slug
        found.add(category, players, (night[0], 0), slug, source=slug)
    return found.sorted()


class _Found:
    """What one holder holds over many games, list by list."""

    def __init__(self, holder: str) -> None:
        self.holder = holder
        self.places: dict[Slot, tuple[RecordHolding, ...]] = {}

    def add(
        self,
        category: RecordCategory,
        value: Value,
        when: Moment,
        event: str = "",
        *,
        source: str = "",
        games: int = 0,
    ) -> None:
        """Adds one holding, reached at this moment in this event."""
        worth, (day, order) = worth_of(category, value), when
        holding = RecordHolding(worth, day, order, source, (self.holder,), event, games=games)
        slot = SLOTS[category, False]
        self.places[slot] = (*self.places.get(slot, ()), holding)

    def sorted(self) -> Places:
        """Returns what was found, in order."""
        return {slot: tuple(sorted(holdings)) for slot, holdings in self.places.items()}


def _united(one: Mapping[K, V], other: Mapping[K, V], add: Callable[[V, V], V]) -> Mapping[K, V]:
    if not one or not other:
        return one or other
    together = dict(one)
    for key, value in other.items():
        together[key] = add(together[key], value) if key in together else value
    return together


def _seat(player: str, game: GameFact) -> int:
    if game.sides[0].player == player:
        return 0
    return 1 if game.sides[1].player == player else 2


def _outcome(player: str, game: GameFact) -> bool | None:
    """Returns whether a player won; None for a tie, and where nobody did."""
    winner = game.won_by
    return None if winner is None else winner == _seat(player, game)


def _results(player: str, games: Iterable[GameFact]) -> list[tuple[bool | None, Moment]]:
    """Returns what became of the games that count as won or lost, and when each was."""
    return [
        (_outcome(player, game), (game.day, game.order))
        for game in games
        if game.counts_as_won_or_lost
    ]


def _tally_of(
    player: str, games: Sequence[GameFact], results: Iterable[tuple[bool | None, Moment]]
) -> Tally:
    """Returns the count of a player's games, of which there is at least one."""
    begun = scored = half_points = 0
    for game in games:
        begun += game.is_begun
        if game.ending is FactEnding.PLAYED:
            scored += 1
            half_points += _half_points(player, game)
    wins = sum(won is True for won, _ in results)
    last, event = max(((game.day, game.order), game.event.slug) for game in games)
    return Tally(begun, wins, scored, half_points, last, event)


def _is_unbeaten(player: str, games: Iterable[GameFact]) -> bool:
    """Returns whether enough games counted on a night and none of them was lost, nor by nobody."""
    counted = [game for game in games if game.counts_as_won_or_lost]
    return len(counted) >= RULES[RecordCategory.UNBEATEN_NIGHTS].fewest and not any(
        _outcome(player, game) is False
        or (game.won_by is None and game.ending is not FactEnding.PLAYED)
        for game in counted
    )


def _points(player: str, game: GameFact) -> int:
    return game.sides[_seat(player, game)].score or 0


def _half_points(player: str, game: GameFact) -> int:
    return _points(player, game) * (3 if len(game.sides) == 3 else 2)


def _peaks(player: str, games: Iterable[GameFact]) -> Iterator[RecordHolding]:
    for game in games:
        rating = game.sides[_seat(player, game)].rating
        if rating and game.is_rated and game.is_begun:
            worth = worth_of(RecordCategory.HIGHEST_RATING, rating)
            slug = game.event.slug
            yield RecordHolding(worth, game.day, game.order, "", (player,), slug, game.division)


def _newcomers(player: str, game: GameFact) -> RecordHolding:
    own = game.sides[_seat(player, game)]
    other = game.sides[1 - _seat(player, game)]
    return RecordHolding(
        worth=worth_of(RecordCategory.NEWCOMER_HIGH_GAME, own.points),
        day=game.day,
        order=game.order,
        source=game.key,
        holders=(player,),
        event=game.event.slug,
        division=game.division,
        opponents=(other.player,),
        scores=(own.points, other.points),
        flags=flags_of(game),
    )
