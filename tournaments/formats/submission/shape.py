"""The data handed to an authority: rated games between people, and who sat out.

Nothing that is not rated game is a game here: a forfeit, a game of a team or one that was ruled out
is, for either side, a round without an opponent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from tournaments.formats.submission.names import PersonName


@dataclass(frozen=True, slots=True)
class SubmittedPlayer:
    """A player by number; `rating` 0 is unrated, `life_games` None unknown."""

    number: int
    name: PersonName
    rating: int = 0
    association_number: str = ""
    life_games: int | None = None


class SubmittedGame(NamedTuple):
    """A rated game; won games in half points, `first` who went first, 0 where it is not known."""

    round: int
    one: int
    two: int
    score_one: int
    score_two: int
    won_one: int
    won_two: int
    first: int = 0


class SubmittedIdle(NamedTuple):
    """A round of a player without a rated game: `spread` above 0 won, below lost, 0 neither."""

    round: int
    player: int
    spread: int


@dataclass(frozen=True, slots=True)
class SubmittedDivision:
    """A division; `rounds` is how many were planned."""

    name: str
    rating_system: str
    rounds: int
    players: tuple[SubmittedPlayer, ...]
    games: tuple[SubmittedGame, ...]
    idle: tuple[SubmittedIdle, ...] = ()

    @property
    def last_round(self) -> int:
        """The last round with a game, 0 without any."""
        return max((game.round for game in self.games), default=0)


@dataclass(frozen=True, slots=True)
class Submission:
    """An event; `dates` is its own wording of when, `held_on` its first day where it is known."""

    name: str
    dates: str
    held_on: date | None
    divisions: tuple[SubmittedDivision, ...]


def as_filed(division: SubmittedDivision) -> SubmittedDivision:
    """Returns a division without the players who have no rated game, renumbered from 1.

    Games and rounds stand in order, the lower number first. Source: the tsh reference, section 4.
    """
    playing = {seat for game in division.games for seat in (game.one, game.two)}
    players = [p for p in sorted(division.players, key=lambda p: p.number) if p.number in playing]
    new = {player.number: number for number, player in enumerate(players, start=1)}
    games = sorted(_low_first(game, new) for game in division.games)
    idle = (
        SubmittedIdle(out.round, new[out.player], out.spread)
        for out in division.idle
        if out.player in new
    )
    return replace(
        division,
        players=tuple(replace(player, number=new[player.number]) for player in players),
        games=tuple(games),
        idle=tuple(sorted(idle)),
    )


def _low_first(game: SubmittedGame, new: dict[int, int]) -> SubmittedGame:
    seats = (
        (new[game.one], game.score_one, game.won_one),
        (new[game.two], game.score_two, game.won_two),
    )
    (one, score, won), (two, other, lost) = sorted(seats)
    first = new.get(game.first, 0)
    return SubmittedGame(game.round, one, two, score, other, won, lost, first)
