"""What is cut and set up before the first round: name badges, and the numbers of the tables."""

from __future__ import annotations

from typing import NamedTuple

from core.web.frame import Context
from core.web.site import WEB
from desk.qr import QrCode
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.printing.pages.fitting import largest
from tournaments.printing.pages.layout import collated
from tournaments.printing.pages.reach import Reach
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import DivisionReadModel

PER_SHEET = 8
NAME_SIZES = range(11, 31)
# What a badge has for the name: across all of it, and above the line with number and code.
_ROOM_MM = (89.0, 26.0)


class NameBadge(NamedTuple):
    """A badge: its entry, the size of the name in points, and the page of the entry as a code."""

    number: int
    name: str
    size: int
    team: str
    code: QrCode | None


def badges(read_model: DivisionReadModel, reach: Reach) -> Context:
    """Returns the badge of every entry that has not left, sheet by sheet, collated as slips are."""
    entries = [entry for entry in read_model.sheet.entries.values() if not entry.has_left]
    made = [_badge(read_model, entry, reach) for entry in entries]
    return {"sheets": collated(made, PER_SHEET)}


def table_numbers(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns the number of every table, each on a sheet that is folded to stand."""
    return {"boards": range(1, boards_of(read_model) + 1)}


def boards_of(read_model: DivisionReadModel) -> int:
    """Returns how many boards a division needs: for all who play in it, or as published."""
    playing = sum(not entry.has_left for entry in read_model.sheet.entries.values())
    used = (board.number or 0 for boards in read_model.sheet.by_round.values() for board in boards)
    return max(playing // 2, max(used, default=0))


def _badge(read_model: DivisionReadModel, entry: EntryLine, reach: Reach) -> NameBadge:
    path = WEB.href(division_path(read_model.division, "player", entry.number))
    size = largest(entry.name, NAME_SIZES, *_ROOM_MM)
    return NameBadge(entry.number, entry.name, size, entry.team, reach.code(path))
