"""A club through its years, by seed: weekly nights with whoever came, and tournaments between.

    years = club_years(SMALL)
    for night in years.nights:
        held("hill", night)              # by the commands of a night, as its officers give them

Everybody who is on a night is in the register, besides a guest now and then. What follows from the
games (tables, records, money) is checked against `as_season_night`, or against the plan itself,
after every night or in any order of folding in. `WHOLE` is three years of a club of 60, and has
tournaments too; `lived_years` has these years lived through with everything that goes wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from clubs.kernel.queries.night_games import NIGHT
from clubs.models import ThreeHandedGame
from clubs.nights.commands.playing import NightGame
from clubs.nights.commands.three_handed import RecordThreeHanded
from clubs.seasons.tables.games import SeasonGame, SeasonNight, SeasonSide
from clubs.seasons.tables.table import SeasonRow
from tests.builders.events import give
from tests.builders.nights import an_open_night, seated
from tournaments.models import Tournament
from tournaments.results.commands.results import EnterResult

BEGINS = date(2023, 1, 5)
GUEST = "#guest"
"""The guest of a night in a plan; in the database a guest has a key of their own."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a club is: its members, weeks, how few and how many come, and what they play."""

    members: int
    weeks: int
    fewest: int
    most: int
    games_each: int
    events: int


SMALL = Scale(members=9, weeks=6, fewest=4, most=7, games_each=2, events=2)
WHOLE = Scale(members=60, weeks=156, fewest=12, most=30, games_each=4, events=12)


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game of two, by their places among who is here, from 0, with their scores.

    `third` plays with them in a game of three. `start_two` is what a handicap has `two` begin with;
    in a challenge of the ladder `one` is the challenger.
    """

    one: int
    two: int
    score_one: int
    score_two: int
    third: int | None = None
    score_third: int = 0
    start_two: int = 0
    is_rated: bool = True
    is_challenge: bool = False

    @property
    def places(self) -> tuple[int, ...]:
        """The places of who plays it."""
        return (self.one, self.two) if self.third is None else (self.one, self.two, self.third)

    @property
    def scores(self) -> tuple[int, ...]:
        """Their scores, in the same order."""
        two = (self.score_one, self.score_two)
        return two if self.third is None else (*two, self.score_third)


@dataclass(frozen=True, slots=True)
class PlannedNight:
    """A night: its day, who is here by key, a guest last if there is one, and games by wave."""

    held_on: date
    here: tuple[str, ...]
    has_guest: bool
    waves: tuple[tuple[PlannedGame, ...], ...]


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """A tournament of members; its results are drawn by its seed."""

    slug: str
    held_on: date
    players: tuple[str, ...]
    rounds: int
    seed: int


@dataclass(frozen=True, slots=True)
class ClubYears:
    """The nights and tournaments of a club, each in the order in which they were held."""

    nights: tuple[PlannedNight, ...]
    events: tuple[PlannedEvent, ...]


def club_years(scale: Scale, seed: int = 1) -> ClubYears:
    """Returns the years of a club of this scale; the same ones of the same seed."""
    dice = Random(f"{seed}:{scale}")
    members = [f"m{number:02}" for number in range(1, scale.members + 1)]
    nights = tuple(
        _night(dice, scale, members, BEGINS + timedelta(weeks=week)) for week in range(scale.weeks)
    )
    apart = scale.weeks * 7 // (scale.events + 1)
    events = tuple(
        PlannedEvent(
            slug=f"cup-{number}",
            held_on=BEGINS + timedelta(days=2 + apart * number),
            players=tuple(dice.sample(members, min(13, scale.members))),
            rounds=3,
            seed=number,
        )
        for number in range(1, scale.events + 1)
    )
    return ClubYears(nights, events)


def _night(dice: Random, scale: Scale, members: list[str], held_on: date) -> PlannedNight:
    here = tuple(dice.sample(members, dice.randint(scale.fewest, scale.most)))
    has_guest = dice.random() < 0.2
    waves = []
    for _ in range(scale.games_each):
        places = list(range(len(here) + has_guest))
        dice.shuffle(places)
        games = [
            _on_terms(dice, PlannedGame(one, two, *_scores(dice)))
            for one, two in zip(places[::2], places[1::2], strict=False)
        ]
        if len(places) % 2 and dice.random() < 0.4:
            one, two = games[0].places
            games[0] = PlannedGame(one, two, *_scores(dice), places[-1], _scores(dice)[0])
        waves.append(tuple(games))
    return PlannedNight(held_on, here, has_guest, tuple(waves))


def _on_terms(dice: Random, game: PlannedGame) -> PlannedGame:
    """Returns a game as two agree on it: most play as usual."""
    kind = dice.random()
    if kind < 0.08:
        return replace(game, start_two=10 * dice.randint(1, 8), is_rated=False)
    return replace(game, is_rated=kind > 0.15, is_challenge=kind > 0.85)


def _scores(dice: Random) -> tuple[int, int]:
    one = max(180, round(dice.gauss(385, 60)))
    tied = dice.random() < 0.01
    return one, one if tied else max(180, round(dice.gauss(385, 60)))


def as_season_night(night: PlannedNight) -> SeasonNight:
    """Returns a night as the tables of seasons take it, its games in the order of the plan."""
    key = night.held_on.isoformat()
    people = (*night.here, *((f"{key}{GUEST}",) if night.has_guest else ()))
    games = [
        _as_season_game(game, wave, slot, people)
        for wave, planned in enumerate(night.waves, start=1)
        for slot, game in enumerate(planned, start=1)
    ]
    return SeasonNight(key, night.held_on, tuple(games), frozenset(people))


def _as_season_game(game: PlannedGame, wave: int, slot: int, people: Sequence[str]) -> SeasonGame:
    margin = game.score_one - game.score_two - game.start_two
    credit = 1 + (margin > 0) - (margin < 0)
    return SeasonGame(
        key=f"r{wave}b{slot}",
        order=wave * 1000 + slot,
        sides=tuple(
            SeasonSide(people[place], score)
            for place, score in zip(game.places, game.scores, strict=True)
        ),
        half_wins=(credit, 2 - credit) if game.start_two else (),
        rated=game.is_rated,
        handicapped=bool(game.start_two),
        challenger=people[game.one] if game.is_challenge else "",
    )


def held(club: str, night: PlannedNight) -> Tournament:
    """Holds a night by the commands that its officers give, and returns it."""
    guests = ("Gus Guest",) if night.has_guest else ()
    slug = an_open_night(club, night.held_on, here=night.here, guests=guests)
    for planned in night.waves:
        begun = seated(slug, *(as_begun(game) for game in planned))
        for game, (wave, board, _) in zip(planned, begun, strict=True):
            give(scored(slug, game, wave) if board else scored_by_three(slug, game))
    return Tournament.objects.get(slug=slug)


def as_begun(game: PlannedGame) -> NightGame:
    """Returns a game as it is begun; numbers are places, and one more."""
    return NightGame(
        one=game.one + 1,
        two=game.two + 1,
        third=None if game.third is None else game.third + 1,
        start_two=game.start_two,
        rated=game.is_rated,
        challenger=game.one + 1 if game.is_challenge else None,
    )


def scored(night: str, game: PlannedGame, wave: int) -> EnterResult:
    """Returns the command that enters the result of a game of two."""
    return EnterResult(
        event=night,
        division=NIGHT,
        round=wave,
        entry=game.one + 1,
        opponent=game.two + 1,
        score=game.score_one,
        opponent_score=game.score_two,
    )


def scored_by_three(night: str, game: PlannedGame) -> RecordThreeHanded:
    """Returns the command that records the game of three that was begun last."""
    three = ThreeHandedGame.objects.filter(tournament__slug=night)
    last = three.order_by("-number").values_list("number", flat=True)[0]
    return RecordThreeHanded(event=night, number=last, scores=game.scores)


def as_told(rows: Iterable[SeasonRow]) -> list[tuple[object, ...]]:
    """Returns rows of a table without what names a night, which a plan calls otherwise."""
    return [
        (*(getattr(row, name) for name in row.__slots__ if name != "best"), score)
        for row in rows
        for score in (row.best.score if row.best else None,)
    ]
