"""A club through its years, by seed: weekly nights with whoever came, and tournaments between.

    years = club_years(SMALL)
    for night in years.nights:
        held("hill", night)              # by the commands of a night, as its officers give them
    for event in years.events:
        played(event)                    # a tournament of the same people

Everybody who is on a night is in the register, besides a guest now and then. What follows from the
games (tables, records, money) is checked against `as_season_night`, or against the plan itself,
after every night or in any order of folding in. `WHOLE` is three years of a club of 60.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from clubs.nights.commands.playing import NightGame
from clubs.seasons.tables.games import SeasonGame, SeasonNight, SeasonSide
from tests.builders.events import a_played_event, give
from tests.builders.nights import an_open_night, seated
from tournaments.entries.commands.late_entry import Member
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


SMALL = Scale(members=9, weeks=6, fewest=4, most=7, games_each=2, events=1)
WHOLE = Scale(members=60, weeks=156, fewest=12, most=30, games_each=4, events=12)


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game of two, by their places among who is here, from 0, with their scores."""

    one: int
    two: int
    score_one: int
    score_two: int


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
            players=tuple(dice.sample(members, min(8, scale.members))),
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
        pairs = zip(places[::2], places[1::2], strict=False)
        waves.append(tuple(PlannedGame(one, two, *_scores(dice)) for one, two in pairs))
    return PlannedNight(held_on, here, has_guest, tuple(waves))


def _scores(dice: Random) -> tuple[int, int]:
    one = max(180, round(dice.gauss(385, 60)))
    tied = dice.random() < 0.01
    return one, one if tied else max(180, round(dice.gauss(385, 60)))


def as_season_night(night: PlannedNight) -> SeasonNight:
    """Returns a night as the tables of seasons take it, its games in the order of the plan."""
    key = night.held_on.isoformat()
    people = (*night.here, *((f"{key}{GUEST}",) if night.has_guest else ()))
    games = [
        SeasonGame(
            key=f"r{wave}b{slot}",
            order=wave * 1000 + slot,
            sides=(
                SeasonSide(people[game.one], game.score_one),
                SeasonSide(people[game.two], game.score_two),
            ),
        )
        for wave, planned in enumerate(night.waves, start=1)
        for slot, game in enumerate(planned, start=1)
    ]
    return SeasonNight(key, night.held_on, tuple(games), frozenset(people))


def held(club: str, night: PlannedNight) -> Tournament:
    """Holds a night by the commands that its officers give, and returns it."""
    guests = ("Gus Guest",) if night.has_guest else ()
    slug = an_open_night(club, night.held_on, here=night.here, guests=guests)
    for planned in night.waves:
        games = [NightGame(one=game.one + 1, two=game.two + 1) for game in planned]
        for game, (wave, _, _) in zip(planned, seated(slug, *games), strict=True):
            give(
                EnterResult(
                    event=slug,
                    division="Night",
                    round=wave,
                    entry=game.one + 1,
                    opponent=game.two + 1,
                    score=game.score_one,
                    opponent_score=game.score_two,
                )
            )
    return Tournament.objects.get(slug=slug)


def played(event: PlannedEvent) -> Tournament:
    """Plays a tournament of members, who are in the register by then, and returns it."""
    slug = a_played_event(
        event.slug,
        players=len(event.players),
        rounds=event.rounds,
        seed=event.seed,
        registered=tuple(Member(name=key.title(), player=key) for key in event.players),
        starts_on=event.held_on,
    )
    return Tournament.objects.get(slug=slug)
