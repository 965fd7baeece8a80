"""Checks that a page still matches its source: the numbers of entries, and their seats."""

from __future__ import annotations

import hashlib
import re

from tournaments.kernel.queries.sheet import Sheet
from tournaments.models import Division

_MARK = re.compile(r"(\d{1,8})-[0-9a-f]{16}", re.ASCII)


def numbering_mark(division: Division) -> str:
    """Returns a mark of the current numbers: the highest number, and a digest of all up to it."""
    pairs = _pairs(division)
    return _mark(pairs, max(pairs, default=0))


def still_numbered(division: Division, mark: str) -> bool:
    """Returns whether everybody has the number that they had when the mark was made.

    Entries added since with higher numbers do not count: nobody's number moved.
    """
    read = _MARK.fullmatch(mark)
    return read is not None and _mark(_pairs(division), int(read[1])) == mark


def seating_mark(sheet: Sheet, number: int) -> str:
    """Returns a mark of who sits where in a round, and what it is for those who sit alone.

    The stage is in it: a draft changes without a question, a sheet on the wall does not.
    """
    seated = sorted(
        (board.slot, *(seat.entry for seat in board.seats), "" if board.two else board.reason or "")
        for board in sheet.by_round.get(number, ())
    )
    told = (sheet.stages.get(number, ""), seated)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def _pairs(division: Division) -> dict[int, int]:
    return dict(division.entries.order_by("number").values_list("number", "key"))


def _mark(pairs: dict[int, int], highest: int) -> str:
    text = ",".join(f"{number}:{key}" for number, key in pairs.items() if number <= highest)
    return f"{highest}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
