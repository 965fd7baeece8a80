"""Trophies that whoever wins a meeting holds until they lose one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from clubs.leagues.play.errors import LeagueError
from core.phrases import phrase


@dataclass(frozen=True, slots=True)
class TrophyRules:
    """Between whom a trophy is played, and what decides.

    `sides` are the two between whom alone it is; without them whoever beats the holder has it, and
    the first meeting that has a winner gives it for the first time. `holder` has it before the
    first meeting. With `spread_decides`, equal wins go to the higher spread; otherwise, and where
    that is equal too, the trophy stays where it is. Raises LeagueError `trophy.sides`.
    """

    sides: tuple[str, str] | None = None
    holder: str | None = None
    spread_decides: bool = False

    def __post_init__(self) -> None:
        sides = self.sides
        if sides and (len(set(sides)) < 2 or self.holder not in (None, *sides)):
            raise LeagueError(
                phrase("A trophy is between two, and one of them holds it."),
                code="trophy.sides",
                field="sides",
            )


@dataclass(frozen=True, slots=True)
class TrophyMeeting:
    """A meeting of two: the half points that each won, and the spread of the first one named."""

    key: str
    day: date
    one: str
    other: str
    half_points: tuple[int, int]
    spread: int = 0


@dataclass(frozen=True, slots=True)
class Reign:
    """A time with one holder: since which meeting, None before the first one.

    `defended` counts the meetings after it in which they kept the trophy.
    """

    holder: str
    since: TrophyMeeting | None
    defended: int = 0


def reigns(meetings: Iterable[TrophyMeeting], rules: TrophyRules) -> tuple[Reign, ...]:
    """Returns who held the trophy, one after another; the last one holds it now.

    Meetings are taken by day and key, in whatever order they are given. Those without the holder,
    or of others than `sides`, change nothing. Raises LeagueError `trophy.itself`, `trophy.twice`.
    """
    rows = sorted(meetings, key=lambda one: (one.day, one.key))
    _check(rows)
    found = [] if rules.holder is None else [Reign(rules.holder, None)]
    for row in rows:
        pair = {row.one, row.other}
        if rules.sides and pair != set(rules.sides):
            continue
        now = found[-1] if found else None
        if now is not None and now.holder not in pair:
            continue
        winner = _winner(row, rules)
        if now is not None and winner in (None, now.holder):
            found[-1] = Reign(now.holder, now.since, now.defended + 1)
        elif winner is not None:
            found.append(Reign(winner, row))
    return tuple(found)


def _winner(row: TrophyMeeting, rules: TrophyRules) -> str | None:
    ahead = row.half_points[0] - row.half_points[1]
    if not ahead and rules.spread_decides:
        ahead = row.spread
    if not ahead:
        return None
    return row.one if ahead > 0 else row.other


def _check(rows: Iterable[TrophyMeeting]) -> None:
    seen = set()
    for row in rows:
        if row.one == row.other:
            raise LeagueError(
                phrase("{name} cannot meet themselves.", name=row.one[:60]),
                code="trophy.itself",
                field="other",
            )
        if row.key in seen:
            raise LeagueError(
                phrase("Meeting {key} is there twice.", key=row.key[:60]),
                code="trophy.twice",
                field="key",
            )
        seen.add(row.key)
