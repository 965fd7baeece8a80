"""What people reached on a night: round numbers, wins in a row, and their first night."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from clubs.days import FIRST_DAY
from clubs.kernel.queries.night_games import is_guest
from clubs.seasons.milestones.reached import Milestone, milestones
from clubs.seasons.queries.nights import nights_of_club
from clubs.seasons.queries.rules import rules_of
from clubs.seasons.queries.season_nights import season_nights
from clubs.seasons.queries.seasons import season_on
from clubs.seasons.tables.rules import SeasonRules
from clubs.seasons.tables.totals import SeasonTotals
from tournaments.models import Tournament

STREAK_TOLD = 3
"""From how many wins in a row on it is told of them."""

WON = 2


@dataclass(frozen=True, slots=True)
class Reached:
    """What people of the register reached on a night, by their keys.

    `streaks` are the wins in a row of those who won their last game of the night, the most first.
    """

    milestones: tuple[Milestone, ...] = ()
    streaks: tuple[tuple[str, int], ...] = ()
    first_nights: tuple[str, ...] = ()


def reached_on(night: Tournament) -> Reached:
    """Returns what was reached on a night, by all nights of the club up to it; four queries.

    What counts is what counts in the season of that day.
    """
    day = night.starts_on
    assert day is not None
    season = season_on(night.night_of, day)
    rules = rules_of(season) if season and season.ends_on >= day else SeasonRules(day, day)
    held = season_nights(nights_of_club(night.night_of).filter(starts_on__lte=day))
    totals = reduce(
        SeasonTotals.with_night,
        held,
        SeasonTotals(replace(rules, begins_on=FIRST_DAY, ends_on=day)),
    )
    return Reached(
        tuple(
            one
            for one in milestones(totals, {})
            if one.night == night.slug and not is_guest(one.player)
        ),
        _streaks(totals, night.slug),
        tuple(sorted(_came_first(totals, night.slug))),
    )


def _streaks(totals: SeasonTotals, night: str) -> tuple[tuple[str, int], ...]:
    found = []
    for player, lines in totals.lines.items():
        own = lines.get(night)
        if is_guest(player) or own is None or own.half_wins[-1:] != (WON,):
            continue
        in_order = [won for line in totals.of_player(player) for won in line.half_wins]
        streak = next(
            (at for at, won in enumerate(reversed(in_order)) if won != WON), len(in_order)
        )
        if streak >= STREAK_TOLD:
            found.append((player, streak))
    return tuple(sorted(found, key=lambda one: (-one[1], one[0])))


def _came_first(totals: SeasonTotals, night: str) -> list[str]:
    return [
        player
        for player, lines in totals.lines.items()
        if not is_guest(player) and list(lines) == [night]
    ]
