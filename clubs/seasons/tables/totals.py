"""What a season has come to, night by night: folded in, taken out, and put right in any order.

Totals hold, for every player, one line a night, and everything else is made of these lines. So they
do not know in which order nights were folded in, and folding one in costs as much as it has games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import groupby

from clubs.seasons.tables.games import SeasonGame, SeasonNight
from clubs.seasons.tables.rules import SeasonRules
from core.errors import UserError
from core.phrases import phrase


@dataclass(frozen=True, slots=True, order=True)
class BestGame:
    """The highest score of a player, and the first game in which they made it."""

    score: int
    night: str
    game: str


@dataclass(frozen=True, slots=True)
class PlayerNight:
    """The line of a player on one night, of the games that count.

    `half_wins` are those of every game of two, in their order. `scored` counts the games of two
    with scores, to which `points_for` and `points_against` belong. `three_handed` and
    `three_handed_points` are those of games of three, which have neither winner nor spread here.
    `bingos` and `phoneys` are those of so many recorded games. `earned` are the points of the table
    for the place and for coming.
    """

    night: str
    held_on: date
    half_wins: tuple[int, ...] = ()
    spread: int = 0
    scored: int = 0
    points_for: int = 0
    points_against: int = 0
    three_handed: int = 0
    three_handed_points: int = 0
    bingos: int = 0
    games_with_bingos: int = 0
    phoneys: int = 0
    games_with_phoneys: int = 0
    best: BestGame | None = None
    earned: Fraction = Fraction(0)


Lines = Mapping[str, PlayerNight]


@dataclass(frozen=True)
class SeasonTotals:
    """The nights of a season by key, and the lines of every player by night. Nothing changes it."""

    rules: SeasonRules
    nights: Mapping[str, SeasonNight] = field(default_factory=dict)
    lines: Mapping[str, Lines] = field(default_factory=dict)

    def with_night(self, night: SeasonNight) -> SeasonTotals:
        """Returns the totals with this night, in place of the one of this key if there is one.

        Raises UserError `season.night` for a day that is not of the season.
        """
        if not self.rules.begins_on <= night.held_on <= self.rules.ends_on:
            sentence = phrase("{day} is not a day of this season.", day=night.held_on.isoformat())
            raise UserError(sentence, code="season.night", field="held_on")
        before = self.without_night(night.key)
        lines = dict(before.lines)
        for player, line in lines_of(night, self.rules).items():
            lines[player] = {**lines.get(player, {}), night.key: line}
        return replace(before, nights={**before.nights, night.key: night}, lines=lines)

    def without_night(self, key: str) -> SeasonTotals:
        """Returns the totals without the night of this key; the same ones if there is none."""
        night = self.nights.get(key)
        if night is None:
            return self
        lines = dict(self.lines)
        for player in night.here:
            others = {other: line for other, line in lines.pop(player).items() if other != key}
            if others:
                lines[player] = others
        nights = {other: kept for other, kept in self.nights.items() if other != key}
        return replace(self, nights=nights, lines=lines)

    def of_player(self, player: str) -> tuple[PlayerNight, ...]:
        """Returns the lines of a player in the order of the nights."""
        lines = self.lines.get(player, {}).values()
        return tuple(sorted(lines, key=lambda line: (line.held_on, line.night)))

    @property
    def in_order(self) -> tuple[SeasonNight, ...]:
        """The nights in the order in which they were held."""
        return tuple(sorted(self.nights.values(), key=lambda night: night.moment))


def counts(game: SeasonGame, rules: SeasonRules) -> bool:
    """Returns whether a game counts in the table of a season."""
    if game.handicapped:
        return rules.counts_handicapped
    return game.rated or rules.counts_unrated


def lines_of(night: SeasonNight, rules: SeasonRules) -> dict[str, PlayerNight]:
    """Returns the line of everybody who was here, by player."""
    played: dict[str, list[_Played]] = {player: [] for player in sorted(night.here)}
    for game in night.in_order:
        if counts(game, rules):
            for at, side in enumerate(game.sides):
                played[side.player].append((game, at))
    lines = {player: _line(night, games) for player, games in played.items()}
    earned = _earned(lines, rules)
    return {player: replace(line, earned=earned[player]) for player, line in lines.items()}


_Played = tuple[SeasonGame, int]
"""A game, and the place of the player among its sides."""


def _line(night: SeasonNight, played: Sequence[_Played]) -> PlayerNight:
    """Returns the line of a player who played these games, without what they earned.

    A table reads thousands of games, so a line is made once and not anew with each of them.
    """
    of_two: list[_Played] = []
    of_three: list[_Played] = []
    for game, at in played:
        (of_three if game.is_three_handed else of_two).append((game, at))
    scored = [
        (own, other, game.key)
        for game, at in of_two
        for own, other in ((game.sides[at].score, game.sides[1 - at].score),)
        if own is not None and other is not None
    ]
    points_for = sum(own for own, _, _ in scored)
    points_against = sum(other for _, other, _ in scored)
    bingos = [n for game, at in played if (n := game.sides[at].bingos) is not None]
    phoneys = [n for game, at in played if (n := game.sides[at].phoneys) is not None]
    best = max(scored, key=lambda one: one[0], default=None)
    return PlayerNight(
        night.key,
        night.held_on,
        half_wins=tuple(game.credits[at] for game, at in of_two),
        spread=points_for - points_against,
        scored=len(scored),
        points_for=points_for,
        points_against=points_against,
        three_handed=len(of_three),
        three_handed_points=sum(game.sides[at].score or 0 for game, at in of_three),
        bingos=sum(bingos),
        games_with_bingos=len(bingos),
        phoneys=sum(phoneys),
        games_with_phoneys=len(phoneys),
        best=None if best is None else BestGame(best[0], night.key, best[2]),
    )


def _earned(lines: Lines, rules: SeasonRules) -> dict[str, Fraction]:
    """Returns the points for the places of a night, shared by those who share them, and coming."""
    earned = dict.fromkeys(lines, Fraction(rules.attendance_points))
    placed = sorted((_place(line), player) for player, line in lines.items() if line.half_wins)
    begins = 0
    for _, group in groupby(placed, key=lambda row: row[0]):
        players = [player for _, player in group]
        share = Fraction(sum(rules.place_points[begins : begins + len(players)]), len(players))
        begins += len(players)
        for player in players:
            earned[player] += share
    return earned


def _place(line: PlayerNight) -> tuple[int, int, int]:
    """Returns what places a night: more wins, then fewer losses, then spread; smaller is better."""
    half_wins = sum(line.half_wins)
    return -half_wins, 2 * len(line.half_wins) - half_wins, -line.spread
