"""Tournaments of a club's members with two divisions, byes, forfeits and withdrawals."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from core.journal.undo import UndoEntry
from tests.builders.club_years import PlannedEvent
from tests.builders.events import circle, give
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of two that was played to its end, as it is after every correction."""

    one: str
    two: str
    score_one: int
    score_two: int
    is_night: bool = False

    @property
    def scores(self) -> tuple[int, int]:
        """What the two scored."""
        return self.score_one, self.score_two

    @property
    def is_tied(self) -> bool:
        """Whether neither won."""
        return self.score_one == self.score_two


def lived_cup(event: PlannedEvent, dice: Random) -> list[PlayedGame]:
    """Plays a tournament of members in two divisions, closes it, and returns its games."""
    give(CreateEvent(event=event.slug, name=event.slug.title(), starts_on=event.held_on))
    half = (len(event.players) + 1) // 2
    games: list[PlayedGame] = []
    for name, players in (("A", event.players[:half]), ("B", event.players[half:])):
        games += _Cup(event, name, players, dice).played()
    give(CloseEvent(event=event.slug, confirmed=True))
    return games


@dataclass(frozen=True, slots=True)
class _Cup:
    """A division that is played: its last player withdraws after round 1."""

    event: PlannedEvent
    name: str
    players: tuple[str, ...]
    dice: Random

    def played(self) -> list[PlayedGame]:
        """Plays every round; returns the games that were begun and played to their end."""
        give(
            CreateDivision(event=self.event.slug, name=self.name, planned_rounds=self.event.rounds)
        )
        for place, key in enumerate(self.players):
            member = (Member(name=key.title(), player=key),)
            give(AddEntry(**self._where, members=member, rating=1900 - 25 * place))
        games = self._round(1, len(self.players))
        give(WithdrawEntry(**self._where, entry=len(self.players), from_round=2))
        for number in range(2, self.event.rounds + 1):
            games += self._round(number, len(self.players) - 1)
        return games

    @property
    def _where(self) -> dict[str, Any]:
        return {"event": self.event.slug, "division": self.name}

    def _round(self, number: int, players: int) -> list[PlayedGame]:
        """Plays a round; in the second, one does not come to the last game."""
        pairs, byes = circle(players, number)
        boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
        where = {**self._where, "round": number}
        give(SetUpRound(**where, boards=boards, byes=tuple(byes)))
        give(PublishRound(**where))
        if number == 2:
            give(EnterForfeit(**where, absent=(pairs.pop()[1],)))
        return [self._game(where, one, two) for one, two in pairs]

    def _game(self, where: dict[str, Any], one: int, two: int) -> PlayedGame:
        """Plays a game; some results are undone and entered again, and some are corrected."""
        score, other = (max(180, round(self.dice.gauss(395, 65))) for _ in range(2))
        kind = self.dice.random()
        if kind < 0.1:
            wrong = give(EnterResult(**where, entry=one, score=other, opponent_score=score))
            give(UndoEntry(journal=f"event:{self.event.slug}", seq=wrong.seq))
        give(EnterResult(**where, entry=one, score=score, opponent_score=other))
        if kind > 0.9:
            score += 100
            right = CorrectResult(
                **where, entry=one, score=score, opponent_score=other, confirmed=True
            )
            give(right, reason="Added up wrongly")
        return PlayedGame(self.players[one - 1], self.players[two - 1], score, other)
