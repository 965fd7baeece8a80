"""The awards of a season, each by a stated figure; those who are equal hold one together.

A new award is one function more, and a line in `AWARDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from clubs.seasons.tables.table import SeasonRow, SeasonTable
from clubs.seasons.tables.totals import SeasonTotals
from core.phrases import phrase


@dataclass(frozen=True)
class AwardGround:
    """What awards are given by: the season, its table, that of the season before if there was one.

    `first_nights` says when everybody came to the club for the first time.
    """

    totals: SeasonTotals
    table: SeasonTable
    table_before: SeasonTable | None
    first_nights: Mapping[str, date]


Figures = Iterable[tuple[str, Fraction | int | None]]


@dataclass(frozen=True, slots=True)
class AwardRule:
    """An award: its name, what it is given for, and the figure of everybody who may get it."""

    key: str
    name: str
    meaning: str
    figures: Callable[[AwardGround], Figures]
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """An award and its holders, by key; the figure is that of each of them."""

    key: str
    holders: tuple[str, ...]
    figure: Fraction


def awards(ground: AwardGround) -> tuple[Award, ...]:
    """Returns the awards of a season that somebody has earned, in the order of `AWARDS`."""
    given = []
    for rule in AWARDS:
        figures = {player: Fraction(f) for player, f in rule.figures(ground) if f is not None}
        if figures:
            best = (min if rule.lowest else max)(figures.values())
            holders = sorted(player for player, figure in figures.items() if figure == best)
            given.append(Award(rule.key, tuple(holders), best))
    return tuple(given)


def _most_improved(ground: AwardGround) -> Figures:
    before: dict[str, SeasonRow] = {}
    if ground.table_before is not None:
        before = {row.player: row for row in ground.table_before.ranked}
    for row in ground.table.ranked:
        earlier = before.get(row.player)
        if earlier is None or row.average_for is None or earlier.average_for is None:
            continue
        gained = row.average_for - earlier.average_for
        yield row.player, gained if gained > 0 else None


def _rookie(ground: AwardGround) -> Figures:
    begins_on = ground.totals.rules.begins_on
    for row in ground.table.ranked:
        first = ground.first_nights.get(row.player)
        if first is not None and first >= begins_on:
            yield row.player, row.rank


def _fewest_phoneys(ground: AwardGround) -> Figures:
    for row in ground.table.ranked:
        lines = ground.totals.of_player(row.player)
        games = sum(line.games_with_phoneys for line in lines)
        if games >= max(ground.totals.rules.minimum_games, 1):
            yield row.player, Fraction(sum(line.phoneys for line in lines), games)


def _everybody(ground: AwardGround) -> tuple[SeasonRow, ...]:
    return *ground.table.ranked, *ground.table.below


AWARDS: tuple[AwardRule, ...] = (
    AwardRule(
        "most_improved",
        phrase("Most improved"),
        phrase("whose average score rose most, of those with enough games in both seasons"),
        _most_improved,
    ),
    AwardRule(
        "rookie",
        phrase("Rookie of the season"),
        phrase("the best placed of those whose first night was in this season"),
        _rookie,
        lowest=True,
    ),
    AwardRule(
        "fewest_phoneys",
        phrase("Sincerity"),
        phrase("the fewest phoneys a recorded game, with enough games recorded"),
        _fewest_phoneys,
        lowest=True,
    ),
    AwardRule(
        "best_average",
        phrase("Best average"),
        phrase("the highest average score, with enough games"),
        lambda ground: ((row.player, row.average_for) for row in ground.table.ranked),
    ),
    AwardRule(
        "most_bingos",
        phrase("Most bingos"),
        phrase("the most bingos a recorded game, with enough games"),
        lambda ground: ((row.player, row.bingos_a_game) for row in ground.table.ranked),
    ),
    AwardRule(
        "best_game",
        phrase("Best game"),
        phrase("the highest score in a game"),
        lambda ground: ((row.player, row.best.score) for row in _everybody(ground) if row.best),
    ),
    AwardRule(
        "longest_streak",
        phrase("Longest streak"),
        phrase("the most wins in a row"),
        lambda ground: ((row.player, row.longest_streak or None) for row in _everybody(ground)),
    ),
    AwardRule(
        "most_nights",
        phrase("Attendance"),
        phrase("the most nights"),
        lambda ground: ((row.player, row.nights) for row in _everybody(ground)),
    ),
)
"""Every award, in the order in which they are told."""
