"""The player of the year: points for the places of several events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from clubs.leagues.play.errors import LeagueError
from core.phrases import phrase


@dataclass(frozen=True, slots=True)
class PointsRules:
    """What a place is worth.

    `by_place` are the points of the first place, the second, and so on. `each_below` is for every
    entry of the field below one's place, `taking_part` for every event. `sizes` multiplies an
    event's points by so many percent from so many entries on; smaller fields count as they are.
    Only the `best` results of a player count, and only players with `least` events have a rank.
    Raises LeagueError `points.rules`.
    """

    by_place: tuple[int, ...] = ()
    each_below: int = 0
    taking_part: int = 0
    sizes: tuple[tuple[int, int], ...] = ()
    best: int | None = None
    least: int = 1

    def __post_init__(self) -> None:
        for field, least, values in (
            ("by_place", 0, self.by_place),
            ("each_below", 0, (self.each_below,)),
            ("taking_part", 0, (self.taking_part,)),
            ("sizes", 0, sum(self.sizes, ())),
            ("best", 1, () if self.best is None else (self.best,)),
            ("least", 1, (self.least,)),
        ):
            if min(values, default=least) < least:
                raise LeagueError(
                    phrase("Points cannot be negative, and at least one event counts."),
                    code="points.rules",
                    field=field,
                )


@dataclass(frozen=True, slots=True, order=True)
class Finish:
    """The place of a player in an event: `place` from 1, shared by equals; `entries` are all."""

    event: str
    player: str
    place: int
    entries: int


@dataclass(frozen=True, slots=True)
class EventPoints:
    """What an event gave a player; `counts` is False where it is not among their best."""

    event: str
    place: int
    points: Fraction
    counts: bool = True


@dataclass(frozen=True, slots=True)
class YearRow:
    """A line of the year's table; without `rank` where there were too few events.

    `events` are in order of their points, the best first.
    """

    player: str
    rank: int | None
    points: Fraction
    events: tuple[EventPoints, ...]


def points_of_event(finishes: Iterable[Finish], rules: PointsRules) -> Mapping[str, Fraction]:
    """Returns what an event gives those who have a finish in it, by player.

    Those who share a place share the points of the places that they take, in equal parts.
    """
    field = sorted(finishes, key=lambda one: (one.place, one.player))
    points: dict[str, Fraction] = {}
    for place, equals in groupby(field, key=lambda one: one.place):
        group = list(equals)
        after = place - 1 + len(group)
        of_places = Fraction(sum(rules.by_place[place - 1 : after]), len(group))
        for one in group:
            below = max(0, one.entries - after)
            each = of_places + rules.each_below * below + rules.taking_part
            points[one.player] = each * _percent(one.entries, rules) / 100
    return points


def _percent(entries: int, rules: PointsRules) -> int:
    sizes = [(least, percent) for least, percent in rules.sizes if entries >= least]
    return max(sizes, default=(0, 100))[1]


def players_of_the_year(
    finishes: Iterable[Finish], rules: PointsRules, *, apart: Collection[str] = ()
) -> tuple[YearRow, ...]:
    """Returns the table of the year, best first, those without a rank after the others.

    Those who are `apart` take their places in the events, and have no row.
    Equal points are decided by the best single result, then the next best, and so on; who stays
    equal shares a rank. Raises LeagueError `points.twice` for two finishes of a player in an event,
    `points.place` for a place that the event does not have.
    """
    by_event: dict[str, dict[str, Finish]] = defaultdict(dict)
    for one in sorted(finishes):
        _check(one, by_event[one.event])
        by_event[one.event][one.player] = one
    results: dict[str, list[EventPoints]] = defaultdict(list)
    for event, field in by_event.items():
        points = points_of_event(field.values(), rules)
        for one in field.values():
            results[one.player].append(EventPoints(event, one.place, points[one.player]))
    rows = [_row(player, own, rules) for player, own in results.items() if player not in apart]
    ranked = sorted(
        [row for row in rows if len(row.events) >= rules.least],
        key=lambda row: (_order(row), row.player),
    )
    table: list[YearRow] = []
    for _, equals in groupby(ranked, key=_order):
        rank = len(table) + 1
        table += [YearRow(row.player, rank, row.points, row.events) for row in equals]
    others = [row for row in rows if len(row.events) < rules.least]
    return (*table, *sorted(others, key=lambda row: (_order(row), row.player)))


def _row(player: str, own: Sequence[EventPoints], rules: PointsRules) -> YearRow:
    ordered = sorted(own, key=lambda one: (-one.points, one.event))
    best = len(ordered) if rules.best is None else rules.best
    events = tuple(
        EventPoints(one.event, one.place, one.points, counts=at < best)
        for at, one in enumerate(ordered)
    )
    return YearRow(player, None, sum((one.points for one in ordered[:best]), Fraction()), events)


def _order(row: YearRow) -> tuple[Fraction, tuple[Fraction, ...]]:
    return -row.points, tuple(-one.points for one in row.events if one.counts and one.points)


def _check(one: Finish, field: Collection[str]) -> None:
    if not 1 <= one.place <= one.entries:
        raise LeagueError(
            phrase("Places count from 1 to the number of entries."),
            code="points.place",
            field="place",
        )
    if one.player in field:
        raise LeagueError(
            phrase(
                "{player} has two places in {event}.",
                player=one.player[:60],
                event=one.event[:60],
            ),
            code="points.twice",
            field="player",
        )
