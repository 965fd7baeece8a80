"""A season as it follows from the nights of its club: never stored, and so never wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce

from clubs.days import FIRST_DAY
from clubs.kernel.queries.night_games import is_guest
from clubs.models import Season
from clubs.seasons.milestones.awards import Award, AwardGround, awards
from clubs.seasons.milestones.reached import CareerSoFar, Milestone, milestones
from clubs.seasons.queries.nights import nights_of_club
from clubs.seasons.queries.rules import rating_of, rules_of
from clubs.seasons.queries.season_nights import season_nights
from clubs.seasons.queries.seasons import season_before
from clubs.seasons.tables.games import SeasonNight
from clubs.seasons.tables.handicap_table import (
    HandicapRow,
    handicap_ratings,
    handicap_table,
    has_handicaps,
)
from clubs.seasons.tables.rating import club_ratings
from clubs.seasons.tables.rules import SeasonRules
from clubs.seasons.tables.table import SeasonRow, SeasonTable, season_table
from clubs.seasons.tables.totals import SeasonTotals


@dataclass(frozen=True)
class ComputedSeason:
    """A season with everything that follows from its nights.

    Guests of one night play in its games, and have no row, milestone or award. `nights` are those
    of the season in their order. `handicaps` is the table by net scores, without rows where nobody
    began with points.
    """

    season: Season
    totals: SeasonTotals
    table: SeasonTable
    milestones: tuple[Milestone, ...]
    awards: tuple[Award, ...]
    handicaps: tuple[HandicapRow, ...] = ()

    @property
    def nights(self) -> tuple[SeasonNight, ...]:
        """The nights in the order in which they were held."""
        return self.totals.in_order

    @property
    def rows(self) -> tuple[SeasonRow, ...]:
        """The rows of everybody: who is ranked, then who lacks games."""
        return *self.table.ranked, *self.table.below


def computed(season: Season) -> ComputedSeason:
    """Returns a season computed from the nights of its club up to its last day; five queries."""
    nights = season_nights(nights_of_club(season.club.slug).filter(starts_on__lte=season.ends_on))
    return from_nights(season, season_before(season), nights)


def from_nights(
    season: Season, before: Season | None, nights: Sequence[SeasonNight]
) -> ComputedSeason:
    """Returns a season computed from these nights, which are all up to its last day, in any order.

    `before` is the season before it, with which its awards compare.
    """
    totals = folded(nights, rules_of(season))
    earlier = [night for night in nights if night.held_on < season.begins_on]
    table = table_of(season, totals, earlier)
    first_nights = _first_nights(nights)
    ground = AwardGround(
        totals=_of_members(totals),
        table=table,
        table_before=_table_before(before, earlier),
        first_nights=first_nights,
    )
    reached = milestones(totals, careers(earlier, totals.rules))
    return ComputedSeason(
        season,
        totals,
        table,
        tuple(one for one in reached if not is_guest(one.player)),
        awards(ground),
        _handicaps(totals, earlier),
    )


def _handicaps(totals: SeasonTotals, earlier: Sequence[SeasonNight]) -> tuple[HandicapRow, ...]:
    """Returns the handicap table of members; the ratings go on from the nights before."""
    nights, rules = totals.in_order, totals.rules
    if not has_handicaps(nights):
        return ()
    begun = handicap_ratings(earlier, rules, begun={})
    return handicap_table(nights, rules, begun=begun, listed=lambda one: not is_guest(one))


def folded(nights: Iterable[SeasonNight], rules: SeasonRules) -> SeasonTotals:
    """Returns what a season has come to by those of these nights that are on its days."""
    inside = (night for night in nights if rules.begins_on <= night.held_on <= rules.ends_on)
    return reduce(SeasonTotals.with_night, inside, SeasonTotals(rules))


def table_of(season: Season, totals: SeasonTotals, earlier: Iterable[SeasonNight]) -> SeasonTable:
    """Returns the table of a season; ratings go on from the `earlier` nights of the club."""
    rate = rating_of(season)
    return season_table(
        _of_members(totals), rate_night=rate, ratings=club_ratings(earlier, rate, {})
    )


def careers(nights: Iterable[SeasonNight], rules: SeasonRules) -> Mapping[str, CareerSoFar]:
    """Returns what everybody had after these nights, by what counts in a season of these rules."""
    always = replace(rules, begins_on=FIRST_DAY)
    totals = reduce(SeasonTotals.with_night, nights, SeasonTotals(always))
    kept: dict[str, CareerSoFar] = {}
    in_order = totals.in_order
    for player in totals.lines:
        lines = totals.of_player(player)
        half_wins = [credit for line in lines for credit in line.half_wins]
        kept[player] = CareerSoFar(
            wins=half_wins.count(2),
            games=len(half_wins) + sum(line.three_handed for line in lines),
            nights=len(lines),
            nights_in_a_row=_in_a_row(player, in_order),
        )
    return kept


def _in_a_row(player: str, nights: Sequence[SeasonNight]) -> int:
    """Returns how many of the last nights somebody came to without a break."""
    came = 0
    for night in reversed(nights):
        if player not in night.here:
            break
        came += 1
    return came


def _first_nights(nights: Iterable[SeasonNight]) -> Mapping[str, date]:
    first: dict[str, date] = {}
    for night in sorted(nights, key=lambda night: night.moment):
        for player in night.here:
            first.setdefault(player, night.held_on)
    return first


def _table_before(before: Season | None, earlier: Sequence[SeasonNight]) -> SeasonTable | None:
    if before is None:
        return None
    totals = folded(earlier, rules_of(before))
    until = [night for night in earlier if night.held_on < before.begins_on]
    return table_of(before, totals, until)


def _of_members(totals: SeasonTotals) -> SeasonTotals:
    """Returns totals whose lines are those of people who can come again."""
    lines = {player: kept for player, kept in totals.lines.items() if not is_guest(player)}
    return replace(totals, lines=lines)
