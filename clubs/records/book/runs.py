"""Runs: how often something came in a row, over a stretch of games or nights.

Two stretches that follow each other are added without looking into either, which is what a change
in the middle of a long career needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import msgspec

Moment = tuple[date, int]
"""A day, and the order in it."""


class Run(msgspec.Struct, frozen=True):
    """So many in a row, the last of them at `end`, in the event with this slug."""

    length: int
    end: Moment
    event: str


class Runs(msgspec.Struct, frozen=True):
    """The runs of a stretch: the longest, the first of equals; those at its begin and its end.

    `is_whole` says that nothing in the stretch ends a run, so that begin and end are one.
    """

    is_whole: bool = True
    begin: Run | None = None
    end: Run | None = None
    longest: Run | None = None


NO_RUNS = Runs()
_BROKEN = Runs(is_whole=False)


def single(moment: Moment, event: str) -> Runs:
    """Returns the runs of a stretch of one."""
    run = Run(1, moment, event)
    return Runs(True, run, run, run)


def following(one: Runs, other: Runs, *, joins: bool = True) -> Runs:
    """Returns the runs of a stretch and the one after it; `joins` false keeps them apart."""
    if one == NO_RUNS:
        return other
    if other == NO_RUNS:
        return one
    across = _added(one.end, other.begin) if joins else None
    begin = across if one.is_whole and across else one.begin
    end = across if other.is_whole and across else other.end
    return Runs(
        is_whole=joins and one.is_whole and other.is_whole,
        begin=begin,
        end=end,
        longest=_longest(one.longest, across, other.longest),
    )


def runs_of(steps: Iterable[tuple[bool, Moment]], event: str) -> Runs:
    """Returns the runs of games in order, each with whether it lengthens a run or ends it."""
    found = NO_RUNS
    for lengthens, moment in steps:
        found = following(found, single(moment, event) if lengthens else _BROKEN)
    return found


def _added(one: Run | None, other: Run | None) -> Run | None:
    if one is None or other is None:
        return one or other
    return Run(one.length + other.length, other.end, other.event)


def _longest(*runs: Run | None) -> Run | None:
    there = [run for run in runs if run is not None]
    return max(there, key=lambda run: run.length, default=None)
