"""A club that lives through its planned years by commands, with all that goes wrong meanwhile.

life = LivedYears("hill", SMALL)
for event in life.calendar():            # nights and tournaments, in the order of their days
    touched = life.live(event)           # by commands; the short names of the events it changed

Results are corrected on the night and months later, undone and entered again; people leave and come
back; tournaments have byes, forfeits and withdrawals. What all that comes to is kept beside it, as
the plan says and not as the database does: `nights`, `games`, and `LivedMoney`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random

from clubs.kernel.queries.night_games import NIGHT, night_slug
from clubs.nights.commands.attendance import ArriveTonight, ComeBackTonight, LeaveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import NightGame, PlayTonight, RemoveNightGame
from clubs.nights.commands.three_handed import CorrectThreeHanded
from core.journal.undo import UndoEntry
from tests.builders.club_years import (
    ClubYears,
    PlannedEvent,
    PlannedGame,
    PlannedNight,
    Scale,
    as_begun,
    club_years,
    scored,
    scored_by_three,
)
from tests.builders.events import give
from tests.builders.lived_cups import PlayedGame, lived_cup
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.results.commands.results import CorrectResult

Happening = PlannedNight | PlannedEvent


@dataclass
class LivedYears:
    """A club whose years are lived through.

    `nights` are those that were held, by their short names, as they are after every correction;
    `cups` the games of its tournaments. `went_wrong` counts what did on nights, by kind.
    """

    club: str
    scale: Scale
    seed: int = 1
    nights: dict[str, PlannedNight] = field(default_factory=dict)
    cups: dict[str, list[PlayedGame]] = field(default_factory=dict)
    went_wrong: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.dice = Random(f"life {self.seed}")
        self.years: ClubYears = club_years(self.scale, self.seed)
        self._late: tuple[str, int, PlannedNight] | None = None

    def calendar(self) -> Iterator[Happening]:
        """Yields the nights and tournaments in the order of their days."""
        every: tuple[Happening, ...] = (*self.years.nights, *self.years.events)
        yield from sorted(every, key=lambda one: one.held_on)

    def live(self, what: Happening) -> list[str]:
        """Lives through a night or a tournament; returns the events that it changed.

        After a night, an earlier one may be corrected too.
        """
        if isinstance(what, PlannedEvent):
            self.cups[what.slug] = lived_cup(what, self.dice)
            return [what.slug]
        before = list(self.nights)
        touched = [self._held(what)]
        if self._late is not None and self.dice.random() < 0.5:
            touched.append(self._take_late_back(*self._late))
        elif before and self.dice.random() < 0.6:
            touched.append(self._correct_late(self.dice.choice(before)))
        return touched

    def games(self) -> Iterator[PlayedGame]:
        """Yields every game of two without a handicap that was played to its end."""
        for slug, night in self.nights.items():
            people = people_of(slug, night)
            for game in (game for wave in night.waves for game in wave):
                if game.third is None and not game.start_two:
                    two = (people[game.one], people[game.two])
                    yield PlayedGame(*two, game.score_one, game.score_two, is_night=True)
        for games in self.cups.values():
            yield from games

    def _held(self, night: PlannedNight) -> str:
        slug = night_slug(self.club, night.held_on)
        self.nights[slug] = night
        give(OpenNight(club=self.club, held_on=night.held_on))
        self._arrive(slug, night)
        for number, planned in enumerate(night.waves, start=1):
            begun = give(PlayTonight(event=slug, games=tuple(map(as_begun, planned))))
            for game, (wave, board, _) in zip(planned, begun.answer["games"], strict=True):
                if board is None:
                    give(scored_by_three(slug, game))
                else:
                    self._entered(slug, game, wave)
            if self.dice.random() < 0.2:
                self._mistaken(slug, planned[-1])
            if self.dice.random() < 0.6:
                self._correct(slug, number)
        give(CloseEvent(event=slug, confirmed=True))
        return slug

    def _arrive(self, slug: str, night: PlannedNight) -> None:
        """Has most come at once and the others one by one; one leaves, and comes back."""
        late = self.dice.randint(1, 3)
        give(ArriveTonight(event=slug, players=night.here[:-late]))
        for player in night.here[-late:]:
            give(ArriveTonight(event=slug, players=(player,)))
        if night.has_guest:
            give(ArriveTonight(event=slug, guests=("Gus Guest",)))
        if self.dice.random() < 0.3:
            self.went_wrong["left and came back"] += 1
            give(LeaveTonight(event=slug, entry=1))
            give(ComeBackTonight(event=slug, entry=1))

    def _entered(self, slug: str, game: PlannedGame, wave: int) -> None:
        """Enters a result; now and then another one first, which is undone."""
        if self.dice.random() < 0.05:
            self.went_wrong["result undone"] += 1
            wrong = replace(game, score_one=game.score_two, score_two=game.score_one + 7)
            done = give(scored(slug, wrong, wave))
            give(UndoEntry(journal=f"event:{slug}", seq=done.seq))
        give(scored(slug, game, wave))

    def _mistaken(self, slug: str, game: PlannedGame) -> None:
        """Begins a game once more by mistake, and removes it."""
        self.went_wrong["game removed"] += 1
        one, two = game.one + 1, game.two + 1
        done = give(PlayTonight(event=slug, games=(NightGame(one=one, two=two),)))
        ((wave, _, _),) = done.answer["games"]
        give(RemoveNightGame(event=slug, wave=wave, one=one, two=two))

    def _correct_late(self, slug: str) -> str:
        """Corrects a game of a closed night by so much that a record is made, or lost."""
        night, wave = self.nights[slug], self.dice.randint(1, len(self.nights[slug].waves))
        at, game = max(enumerate(night.waves[wave - 1]), key=lambda one: one[1].third is None)
        if game.third is not None:
            return slug
        added = 300 if game.score_one < 600 else -300
        right = replace(game, score_one=game.score_one + added)
        self.went_wrong["corrected late"] += 1
        give(ReopenEvent(event=slug))
        done = give(self._correction(slug, right, wave), reason="Found on an old slip")
        give(CloseEvent(event=slug, confirmed=True))
        self._late = slug, done.seq, night
        self.nights[slug] = _with_game(night, wave, at, right)
        return slug

    def _take_late_back(self, slug: str, seq: int, night: PlannedNight) -> str:
        """Undoes the last late correction, which has been folded in since."""
        self.went_wrong["undone late"] += 1
        give(ReopenEvent(event=slug))
        give(UndoEntry(journal=f"event:{slug}", seq=seq))
        give(CloseEvent(event=slug, confirmed=True))
        self.nights[slug], self._late = night, None
        return slug

    def _correct(self, slug: str, wave: int) -> None:
        """Corrects a game of a night; some corrections are undone, and some of these done again."""
        night = self.nights[slug]
        games = night.waves[wave - 1]
        is_new = games[0].third is not None and not self.went_wrong["three corrected"]
        at = 0 if is_new else self.dice.randrange(len(games))
        game = games[at]
        added = self.dice.choice((-60, -1, 1, 150))
        right = replace(game, score_one=max(1, game.score_one + added))
        self.went_wrong["corrected" if game.third is None else "three corrected"] += 1
        done = give(self._correction(slug, right, wave), reason="Misread")
        if self._undone(slug, done.seq):
            self.nights[slug] = _with_game(night, wave, at, right)

    def _undone(self, slug: str, seq: int) -> bool:
        """Undoes every second correction, and does half of these again; returns if it stays."""
        count = sum(self.went_wrong[kind] for kind in ("corrected", "three corrected"))
        if count % 2:
            return True
        journal = f"event:{slug}"
        undone = give(UndoEntry(journal=journal, seq=seq))
        if count % 4:
            self.went_wrong["correction undone"] += 1
            return False
        self.went_wrong["correction redone"] += 1
        give(UndoEntry(journal=journal, seq=undone.seq))
        return True

    def _correction(
        self, slug: str, game: PlannedGame, wave: int
    ) -> CorrectResult | CorrectThreeHanded:
        if game.third is not None:
            number = sum(
                one.third is not None for games in self.nights[slug].waves[:wave] for one in games
            )
            return CorrectThreeHanded(event=slug, number=number, scores=game.scores)
        return CorrectResult(
            event=slug,
            division=NIGHT,
            round=wave,
            entry=game.one + 1,
            opponent=game.two + 1,
            score=game.score_one,
            opponent_score=game.score_two,
            confirmed=True,
        )


def _with_game(night: PlannedNight, wave: int, at: int, game: PlannedGame) -> PlannedNight:
    """Returns a night with another game in the place of one of its waves."""
    games = night.waves[wave - 1]
    of_wave = (*games[:at], game, *games[at + 1 :])
    return replace(night, waves=(*night.waves[: wave - 1], of_wave, *night.waves[wave:]))


def people_of(slug: str, night: PlannedNight) -> list[str]:
    """Returns who was on a night by key, in the order of their numbers."""
    return [*night.here, *([f"{slug}/guest"] if night.has_guest else ())]


def seasons_of_years(scale: Scale, begins_on: date) -> list[tuple[str, date, date]]:
    """Returns three seasons that the weeks of a scale are shared among: key and days."""
    weeks = scale.weeks // 3
    firsts = [begins_on + timedelta(weeks=weeks * number) for number in range(3)]
    return [
        (f"season-{number}", first, first + timedelta(weeks=weeks, days=-1))
        for number, first in enumerate(firsts, start=1)
    ]
