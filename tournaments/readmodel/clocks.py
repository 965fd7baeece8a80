"""The clocks of divisions as everybody may know them: a draft is none of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from core.web.site import WEB, Site
from tournaments.kernel.queries.clock import state_of
from tournaments.kernel.wording.clock import clock_shown
from tournaments.models import Division, DivisionClock
from tournaments.readmodel.addresses import clock_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.summary import Summary, summaries
from tournaments.timing.now import ClockNow, clock_now
from tournaments.timing.records import RoundsProgress


def public_clock(read_model: DivisionReadModel) -> ClockNow | None:
    """Returns the clock of a division at the moment of its pages.

    None where no command on the clock was ever given.
    """
    division = read_model.versioned.division
    row = _row(division)
    if row is None:
        return None
    published = read_model.published
    progress = RoundsProgress(
        planned=division.planned_rounds,
        published=published,
        complete=0 < published == read_model.complete,
        closed=division.tournament.closed,
    )
    return clock_now(division.name, progress, state_of(row), read_model.at)


def public_clocks(
    versioned: VersionedEvent, now: datetime, known: Mapping[int, Summary] | None = None
) -> list[ClockNow]:
    """Returns the clocks of the divisions of an event in their order; `known` are their summaries.

    They are read where they are not known.
    """
    known = known or summaries(versioned.divisions)
    return [
        clock_now(
            one.division.name,
            _progress(one.division, known[one.division.pk]),
            state_of(_row(one.division)),
            now,
        )
        for one in versioned.divisions
    ]


def has_clock(versioned: VersionedEvent) -> bool:
    """Returns whether a command on the clock of a division was ever given."""
    return any(_row(one.division) is not None for one in versioned.divisions)


def clock_parts(clock: ClockNow | None, site: Site, slug: str) -> dict[str, Any]:
    """Returns what a public page shows of the clock of a division, empty where that is nothing.

    A page on a disk has the lines that are right without a count, and no script.
    """
    shown = None if clock is None else clock_shown(clock)
    if shown is None or not shown.is_timed:
        return {}
    return {"clock": shown, **clock_scripts(site, slug)}


def clock_scripts(site: Site, slug: str) -> dict[str, Any]:
    """Returns the script that counts, and where it asks how the clocks are; none on a disk."""
    is_web = site is WEB
    return {
        "clock_script": site.asset("js/clock.js") if is_web else "",
        "clock_from": site.href(clock_path(slug)) if is_web else "",
    }


def _progress(division: Division, summary: Summary) -> RoundsProgress:
    return RoundsProgress(
        planned=summary.planned,
        published=summary.published,
        complete=0 < summary.published == summary.complete,
        closed=division.tournament.closed,
    )


def _row(division: Division) -> DivisionClock | None:
    return getattr(division, "clock", None)
