"""Other programs' rating loops, each used as its documentation says.

A loop is called with the games of one event after another, knows its players by their keys, and
counts the games that the library has answered.
"""

from __future__ import annotations

from typing import Protocol

from elote import EloCompetitor, GlickoCompetitor, LambdaArena
from elote.competitors.base import BaseCompetitor
from openskill.models import PlackettLuce, PlackettLuceRating

START = 1500.0

Game = tuple[str, str, int]
"""The two players, and half wins of the first: 2, 1 or 0."""


class Loop(Protocol):
    """A way to rate game by game."""

    def rate(self, games: list[Game]) -> None:
        """Updates the ratings of who played."""

    def ratings(self) -> dict[str, float]:
        """Returns everybody's rating by key."""

    def processed(self) -> int:
        """Returns how many games the library has answered."""


class OpenSkill:
    """openskill's Plackett-Luce: `model.rate([[winner], [loser]])`, a tie by equal ranks."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._held: dict[str, PlackettLuceRating] = {}
        self._answers = 0

    def rate(self, games: list[Game]) -> None:
        model, held = self._model, self._held
        for one, two, half_wins in games:
            ours = held.get(one) or model.rating(name=one)
            theirs = held.get(two) or model.rating(name=two)
            if half_wins == 1:
                [[held[one]], [held[two]]] = model.rate([[ours], [theirs]], ranks=[1, 1])
            elif half_wins == 2:
                [[held[one]], [held[two]]] = model.rate([[ours], [theirs]])
            else:
                [[held[two]], [held[one]]] = model.rate([[theirs], [ours]])
            self._answers += 1

    def ratings(self) -> dict[str, float]:
        return {key: rating.ordinal() for key, rating in self._held.items()}

    def processed(self) -> int:
        return self._answers


class EloteElo:
    """elote's Elo, competitor against competitor: `one.beat(two)`, its shortest way."""

    kind: type[BaseCompetitor] = EloCompetitor

    def __init__(self) -> None:
        self._held: dict[str, BaseCompetitor] = {}
        self._answers = 0

    def rate(self, games: list[Game]) -> None:
        held = self._held
        for one, two, half_wins in games:
            ours = held.get(one)
            if ours is None:
                ours = held[one] = self.kind(initial_rating=START)
            theirs = held.get(two)
            if theirs is None:
                theirs = held[two] = self.kind(initial_rating=START)
            if half_wins == 2:
                ours.beat(theirs)
            elif half_wins == 0:
                ours.lost_to(theirs)
            else:
                ours.tied(theirs)
            self._answers += 1

    def ratings(self) -> dict[str, float]:
        return {key: competitor.rating for key, competitor in self._held.items()}

    def processed(self) -> int:
        return self._answers


class EloteGlicko(EloteElo):
    """The same with Glicko, the nearest of its systems to one with deviations."""

    kind = GlickoCompetitor


class EloteArena:
    """elote's own loop over a population: `arena.matchup(one, two, outcome=...)`.

    It also foretells every game and keeps a history of them.
    """

    def __init__(self) -> None:
        self._arena = LambdaArena(_given, base_competitor=EloCompetitor)

    def rate(self, games: list[Game]) -> None:
        matchup = self._arena.matchup
        for one, two, half_wins in games:
            matchup(one, two, outcome=half_wins / 2)

    def ratings(self) -> dict[str, float]:
        return {str(row["competitor"]): row["rating"] for row in self._arena.leaderboard()}

    def processed(self) -> int:
        return len(self._arena.history.bouts)


def _given(one: str, two: str) -> bool | None:
    raise LookupError(f"the outcome of {one} and {two} was not given")


PEERS: dict[str, type[OpenSkill | EloteElo | EloteArena]] = {
    "openskill": OpenSkill,
    "elote Elo": EloteElo,
    "elote arena": EloteArena,
    "elote Glicko": EloteGlicko,
}
