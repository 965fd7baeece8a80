"""The table of a season: a row for everybody who came, ranked as the season says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from clubs.seasons.tables.ladder import ladder_after
from clubs.seasons.tables.rating import RateNight, club_ratings
from clubs.seasons.tables.rules import RankedBy, SeasonRules
from clubs.seasons.tables.totals import BestGame, PlayerNight, SeasonTotals
from core.errors import UserError
from core.phrases import phrase

THREE_HANDED_SHARE = Fraction(3, 2)
"""What a score of a game of three counts for in averages, because three share the tiles."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player in the table; `rank` is None below the minimum, and where nothing ranks them.

    `games` are those of two; `three_handed` come on top, in `average_for` alone, at one and a half
    times their scores. Averages are None without games to average. `streak` is the number of wins
    in a row at the end of the season so far, below 0 of losses. `points` are those of all nights.
    `figure` is what the season ranks by; of a ladder it is the rung, from 1.
    """

    rank: int | None
    player: str
    games: int
    wins: int
    losses: int
    ties: int
    win_share: Fraction | None
    spread: int
    average_for: Fraction | None
    average_against: Fraction | None
    average_margin: Fraction | None
    bingos_a_game: Fraction | None
    best: BestGame | None
    streak: int
    longest_streak: int
    nights: int
    three_handed: int
    points: Fraction
    rating: int | None
    figure: Fraction | None


@dataclass(frozen=True)
class SeasonTable:
    """The rows of who is ranked, best first, and of those who lack games, in the same order."""

    ranked: tuple[SeasonRow, ...]
    below: tuple[SeasonRow, ...]


def season_table(
    totals: SeasonTotals,
    *,
    rate_night: RateNight | None = None,
    ratings: Mapping[str, int] | None = None,
) -> SeasonTable:
    """Returns the table of a season, the same whatever order its nights were folded in.

    By whatever a season ranks: of equal figures more wins, then fewer losses, then the higher
    spread comes first. Who is equal in all of it shares a rank, and is listed by key.
    `rate_night` is the club's rating, which begins with `ratings`.

    Raises UserError `season.rating` where the season ranks by a rating and none is given.
    """
    rules = totals.rules
    if rate_night is None and rules.ranked_by == "rating":
        raise UserError(phrase("Say by which rating the season ranks."), code="season.rating")
    rated = {} if rate_night is None else club_ratings(totals.in_order, rate_night, ratings or {})
    rungs: dict[str, int] = {}
    if rules.ranked_by == "ladder":
        ladder = ladder_after(totals.in_order, rules.ladder)
        rungs = {player: rung for rung, player in enumerate(ladder, start=1)}
    rows = []
    for player in totals.lines:
        lines = totals.of_player(player)
        row = _row(player, lines, rated.get(player))
        rows.append(replace(row, figure=_figure(row, lines, rules, rungs)))
    return _ranked(rows, rules)


def _ranked(rows: Iterable[SeasonRow], rules: SeasonRules) -> SeasonTable:
    order = _order(rules.ranked_by)
    listed = sorted(rows, key=lambda row: (order(row), row.player))
    enough = [r for r in listed if r.figure is not None and r.games >= rules.minimum_games]
    ranked: list[SeasonRow] = []
    for _, group in groupby(enough, key=order):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in group]
    apart = {row.player for row in ranked}
    return SeasonTable(tuple(ranked), tuple(row for row in listed if row.player not in apart))


def _order(ranked_by: RankedBy) -> Callable[[SeasonRow], tuple[object, ...]]:
    sign = 1 if ranked_by == "ladder" else -1

    def order(row: SeasonRow) -> tuple[object, ...]:
        figure = row.figure or 0
        half_wins, half_losses = 2 * row.wins + row.ties, 2 * row.losses + row.ties
        return row.figure is None, sign * figure, -half_wins, half_losses, -row.spread

    return order


def _figure(
    row: SeasonRow, lines: Sequence[PlayerNight], rules: SeasonRules, rungs: Mapping[str, int]
) -> Fraction | None:
    match rules.ranked_by:
        case "win_share":
            return row.win_share
        case "wins":
            return Fraction(2 * row.wins + row.ties, 2)
        case "points_a_night":
            return row.points / row.nights
        case "best_nights":
            best = sorted((line.earned for line in lines), reverse=True)[: rules.best_nights]
            return sum(best, Fraction(0))
        case "average_spread":
            return Fraction(row.spread, row.games) if row.games else None
        case "ladder":
            return Fraction(rungs[row.player])
        case "rating":
            return None if row.rating is None else Fraction(row.rating)


def _row(player: str, lines: Sequence[PlayerNight], rating: int | None) -> SeasonRow:
    half_wins = [credit for line in lines for credit in line.half_wins]
    games, scored = len(half_wins), sum(line.scored for line in lines)
    three_handed = sum(line.three_handed for line in lines)
    points_for = sum(line.points_for for line in lines) + THREE_HANDED_SHARE * sum(
        line.three_handed_points for line in lines
    )
    spread = sum(line.spread for line in lines)
    return SeasonRow(
        rank=None,
        player=player,
        games=games,
        wins=half_wins.count(2),
        losses=half_wins.count(0),
        ties=half_wins.count(1),
        win_share=_share(sum(half_wins), 2 * games),
        spread=spread,
        average_for=_share(points_for, scored + three_handed),
        average_against=_share(sum(line.points_against for line in lines), scored),
        average_margin=_share(spread, scored),
        bingos_a_game=_share(
            sum(line.bingos for line in lines), sum(line.games_with_bingos for line in lines)
        ),
        best=_best(lines),
        streak=_streak_now(half_wins),
        longest_streak=max((len(run) for run in _runs(half_wins) if run[0] == 2), default=0),
        nights=len(lines),
        three_handed=three_handed,
        points=sum((line.earned for line in lines), Fraction(0)),
        rating=rating,
        figure=None,
    )


def _share(points: int | Fraction, games: int) -> Fraction | None:
    return Fraction(points) / games if games else None


def _best(lines: Iterable[PlayerNight]) -> BestGame | None:
    """Returns the highest score; of equal ones the first."""
    best: BestGame | None = None
    for line in lines:
        if line.best is not None and (best is None or line.best.score > best.score):
            best = line.best
    return best


def _runs(half_wins: Iterable[int]) -> list[list[int]]:
    return [list(run) for _, run in groupby(half_wins)]


def _streak_now(half_wins: Sequence[int]) -> int:
    runs = _runs(half_wins)
    return (runs[-1][0] - 1) * len(runs[-1]) if runs else 0
