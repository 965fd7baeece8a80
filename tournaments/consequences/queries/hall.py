"""The state of an event by which two halls are compared: as it is, and as it would be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from core.errors import UserError
from ratings.systems.registry import SYSTEMS
from tournaments.event_ratings.queries.rated_sheet import rate_sheet
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Round, Tournament
from tournaments.prizes.queries.now import PrizesNow, prizes_on


@dataclass(frozen=True, slots=True)
class Hall:
    """An event: its divisions with their drafts, in order, and its prizes as if it ended now."""

    sheets: Mapping[str, Sheet]
    prizes: PrizesNow


def hall_of(slug: str) -> Hall:
    """Returns the state of an event; a bounded number of queries for each division.

    Everything is read here, and nothing later: what is compared may be gone by then.
    """
    event = Tournament.objects.get(slug=slug)
    divisions = event.divisions.select_related("tournament").order_by("position", "name")
    sheets = {division.name: load_sheet(division, drafts=True) for division in divisions}
    return Hall(sheets, prizes_on(event, [published(sheet) for sheet in sheets.values()]))


def published(sheet: Sheet) -> Sheet:
    """Returns a sheet without its drafts, as the public has it."""
    return cut(sheet, {n for n, stage in sheet.stages.items() if stage == Round.Stage.PUBLISHED})


def cut(sheet: Sheet, rounds: Collection[int]) -> Sheet:
    """Returns a sheet with these rounds alone; what they leave out was never set up."""
    return replace(
        sheet,
        boards=tuple(board for board in sheet.boards if board.round in rounds),
        stages={number: stage for number, stage in sheet.stages.items() if number in rounds},
    )


def new_ratings(sheet: Sheet) -> dict[int, tuple[int, int]]:
    """Returns the rating of every entry by key, before and after; empty where none is computed."""
    system = sheet.division.rating_system
    if system not in SYSTEMS:
        return {}
    try:
        changes = rate_sheet(published(sheet), system)
    except UserError:
        return {}
    return {sheet.entries[one.number].key: (one.old, one.new) for one in changes}
