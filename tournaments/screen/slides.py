"""What a screen in the hall shows of a division, slide by slide: it follows from what is so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil

ROWS = 19
"""The rows of 44 px that a slide of 1080 px has room for below its head and above the news."""

LARGE_ROWS = 12
"""The rows half as high again that there is room for."""

COLUMNS = 2


class Shown(StrEnum):
    """The kinds of slides."""

    CHECK_IN = "check-in"
    PAIRINGS = "pairings"
    CLOCK = "clock"
    RESULTS = "results"
    STANDINGS = "standings"
    TIMETABLE = "timetable"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class DivisionState:
    """How far a division is: its rounds, the games of the last published one, and its clock.

    `has_times` says that the timetable has something to come on the day of its next round.
    """

    published: int
    complete: int
    planned: int
    done: int
    is_timed: bool
    has_times: bool = False


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide: `page` of `pages` of its kind, and its `columns` of rows; `key` names it.

    `is_large` says that its rows are few enough for larger words.
    """

    kind: Shown
    key: str
    title: str
    page: int = 1
    pages: int = 1
    columns: Sequence[Sequence[object]] = field(default_factory=tuple)
    is_large: bool = False


def kinds_of(state: DivisionState) -> tuple[Shown, ...]:
    """Returns the kinds of slides that a division has now, in the order in which they turn.

    Until the first result of a round is in, people look for their board; then for the results.
    """
    times = (Shown.TIMETABLE,) if state.has_times else ()
    if not state.published:
        return (Shown.CHECK_IN, *times)
    if state.complete == state.published:
        clock = (Shown.CLOCK,) if state.is_timed else ()
        return (Shown.STANDINGS, *clock, *times)
    if not state.done:
        return (Shown.PAIRINGS, Shown.CLOCK) if state.is_timed else (Shown.PAIRINGS,)
    return (Shown.RESULTS, Shown.STANDINGS)


def has_prizes(states: Sequence[DivisionState]) -> bool:
    """Returns whether every division has played all of its rounds: then come the prizes."""
    return bool(states) and all(one.complete == one.planned > 0 for one in states)


def slides_of(kind: Shown, key: str, title: str, rows: Sequence[object]) -> list[Slide]:
    """Returns the rows in slides, down one column and then the next; one without rows.

    The slides have as many rows as each other, as nearly as can be, and so have the columns of one:
    the fewer there are, the larger they may be.
    """
    pages = ceil(len(rows) / (ROWS * COLUMNS)) or 1
    room = ceil(len(rows) / pages) or 1
    depth = room if room <= LARGE_ROWS else ceil(room / COLUMNS)
    parts = [rows[at : at + room] for at in range(0, len(rows), room)] or [()]
    return [
        Slide(
            kind=kind,
            key=f"{key}-{kind}-{page}",
            title=title,
            page=page,
            pages=len(parts),
            columns=[part[at : at + depth] for at in range(0, len(part), depth)],
            is_large=depth <= LARGE_ROWS,
        )
        for page, part in enumerate(parts, 1)
    ]
