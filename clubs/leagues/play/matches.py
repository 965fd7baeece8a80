"""The result of a match between two teams, from the games on its boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from clubs.leagues.play.errors import LeagueError
from clubs.leagues.play.line_ups import MOST_BOARDS
from core.phrases import phrase

Forfeiting = Literal["", "home", "away", "both"]
FORFEITING: tuple[Forfeiting, ...] = get_args(Forfeiting)
MOST_GAMES: Final = 12
MOST_POINTS: Final = 100
MOST_SPREAD: Final = 1000
LOWEST, HIGHEST = -149, 1499


@dataclass(frozen=True, slots=True)
class MatchRules:
    """What a match is and counts.

    `boards` with `games` each. A board point is a game won; match points are for the match.
    `forfeit_spread` is what a forfeited game adds to the spread of the side that was there. With
    `spread_decides` a match with equal board points goes to the higher spread. Raises LeagueError
    `match.rules` at the field that no match can have.
    """

    boards: int
    games: int = 1
    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_spread: int = 50
    spread_decides: bool = False

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("boards", self.boards, 1, MOST_BOARDS),
            ("games", self.games, 1, MOST_GAMES),
            ("win", self.win, 0, MOST_POINTS),
            ("draw", self.draw, 0, MOST_POINTS),
            ("loss", self.loss, 0, MOST_POINTS),
            ("forfeit_spread", self.forfeit_spread, 0, MOST_SPREAD),
        ):
            if not least <= value <= most:
                sentence = phrase("Enter a number from {least} to {most}.", least=least, most=most)
                raise LeagueError(sentence, code="match.rules", field=name)
        if not self.win >= self.draw >= self.loss:
            raise LeagueError(
                phrase("A win cannot be worth less than a draw, nor a draw less than a loss."),
                code="match.rules",
                field="draw" if self.draw > self.win else "loss",
            )


@dataclass(frozen=True, slots=True, order=True)
class TeamGame:
    """A game on a board: the scores, or which side forfeits it. Boards and games count from 1."""

    board: int
    game: int = 1
    home: int = 0
    away: int = 0
    forfeiting: Forfeiting = ""


@dataclass(frozen=True, slots=True)
class SideOfMatch:
    """What a match gives one side: match points, board points in halves, spread."""

    match_points: int
    half_points: int
    spread: int


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """The result of a match, for the home and the away side. Where nobody came both lost it."""

    home: SideOfMatch
    away: SideOfMatch
    both_lost: bool = False


def walkover(forfeiting: Forfeiting, rules: MatchRules) -> tuple[TeamGame, ...]:
    """Returns the games of a match that a side does not play: it forfeits all of them."""
    return tuple(
        TeamGame(board, game, forfeiting=forfeiting)
        for board in range(1, rules.boards + 1)
        for game in range(1, rules.games + 1)
    )


def match_result(games: Iterable[TeamGame], rules: MatchRules) -> TeamMatch:
    """Returns the result of a match in which every game has one.

    A match of which both sides forfeit every game is lost by both. Raises LeagueError
    `match.board`, `match.twice`, `match.missing`, `match.score`.
    """
    rows = sorted(games, key=lambda one: (one.board, one.game))
    _check(rows, rules)
    if all(row.forfeiting == "both" for row in rows):
        return TeamMatch(SideOfMatch(rules.loss, 0, 0), SideOfMatch(rules.loss, 0, 0), True)
    home = away = spread = 0
    for row in rows:
        one, other, by = _credit(row, rules)
        home, away, spread = home + one, away + other, spread + by
    decided = home - away
    if not decided and rules.spread_decides:
        decided = spread
    points = {1: rules.win, 0: rules.draw, -1: rules.loss}
    sign = (decided > 0) - (decided < 0)
    return TeamMatch(
        SideOfMatch(points[sign], home, spread), SideOfMatch(points[-sign], away, -spread)
    )


def _credit(row: TeamGame, rules: MatchRules) -> tuple[int, int, int]:
    """Returns the half points of the home and the away side, and the spread of the home side."""
    if row.forfeiting == "both":
        return 0, 0, 0
    if row.forfeiting == "home":
        return 0, 2, -rules.forfeit_spread
    if row.forfeiting == "away":
        return 2, 0, rules.forfeit_spread
    spread = row.home - row.away
    won = 1 + (spread > 0) - (spread < 0)
    return won, 2 - won, spread


def _check(rows: Sequence[TeamGame], rules: MatchRules) -> None:
    places = [(row.board, row.game) for row in rows]
    wanted = [
        (board, game) for board in range(1, rules.boards + 1) for game in range(1, rules.games + 1)
    ]
    for code, sentence, wrong in (
        (
            "match.board",
            phrase("This match has no board {board}, game {game}."),
            [place for place in places if place not in wanted],
        ),
        (
            "match.twice",
            phrase("Board {board}, game {game} has two results."),
            [place for place in places if places.count(place) > 1],
        ),
        (
            "match.missing",
            phrase("Board {board}, game {game} has no result."),
            [place for place in wanted if place not in places],
        ),
    ):
        if wrong:
            board, game = wrong[0]
            raise LeagueError(
                sentence.format(board=board, game=game), code=code, field=f"board_{board}"
            )
    for row in rows:
        if not (LOWEST <= row.home <= HIGHEST and LOWEST <= row.away <= HIGHEST):
            raise LeagueError(
                phrase(
                    "A score is a number from {lowest} to {highest}.",
                    lowest=LOWEST,
                    highest=HIGHEST,
                ),
                code="match.score",
                field=f"board_{row.board}",
            )
