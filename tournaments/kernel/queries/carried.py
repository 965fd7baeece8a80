"""The sheet of a division carried on: read once, and of a result only its board again.

What changed since is what the journal says. Only results are carried on, for they come by the
hundred while everybody looks; after any other change of what a sheet holds all is read again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Subquery

from core.memo import Memo
from core.models import JournalEntry
from core.prepared import Given, PreparedQuery
from people.selectors import REGISTER
from tournaments.kernel.queries.sheet import TRIES, BoardLine, Sheet, boards_in, load_sheet
from tournaments.models import Division

KEY = "sheet"
MANY = 100
"""With more new journal entries than this, reading everything again is no more work."""

_RESULT = "result"
_ELSEWHERE = (
    *("board_game", "game", "game_player", "play_ruling", "clock"),
    *("result_claim", "slip_photo"),
)
"""What a sheet does not hold: games on record, rulings, claims and the clock come in all day."""

_Mark = tuple[int, datetime, datetime | None]
(
    """The state of the event's journal at that moment, and the last change of the register.

A restored backup takes both back to an earlier point, from which they go on differently: the same
number may then be another entry, of another moment.
"""
)
_Slots = dict[int, set[int]]


@dataclass(frozen=True, slots=True)
class _Carried:
    """A sheet with the journal's entry that it holds at least; `names` is the register's state."""

    sheet: Sheet
    mark: _Mark
    names: str


def carried_sheet(division: Division, names: str, memo: Memo) -> Sheet:
    """Returns the published sheet of a division as `load_sheet` does, carried on where that can be.

    `memo` is the division's, `names` what changes with the register. What did not change is the
    very same object as before.
    """
    kept: _Carried | None = memo.last(KEY)
    found = None
    if kept is not None and kept.names == names:
        found = _carried_on(kept, division)
    if found is None:
        # First the journal, then the rows: what comes in between is only read once more.
        mark = _last(division)
        sheet = load_sheet(division)
        if mark is None:
            return sheet
        found = _Carried(sheet if kept is None else _same(kept.sheet, sheet), mark, names)
    memo.keep(KEY, found)
    return found.sheet


def _same(before: Sheet, now: Sheet) -> Sheet:
    """Returns the sheet with the very objects of the one before for what is equal to them."""
    by_place = {(board.round, board.slot): board for board in before.boards}
    boards = []
    for board in now.boards:
        old = by_place.get((board.round, board.slot))
        boards.append(old if old == board else board)
    entries = now.entries if now.entries != before.entries else before.entries
    return replace(now, boards=tuple(boards), entries=entries)


def _carried_on(kept: _Carried, division: Division) -> _Carried | None:
    """Returns the sheet with what the journal tells of since, None where it is to be read again."""
    for _ in range(TRIES):
        since = _entries_from(division, kept.mark[0])
        if not since or since[0][:3] != kept.mark or len(since) > MANY:
            return None
        slots = _slots_of(since[1:], division.name)
        if slots is None:
            return None
        boards = _with_changes(kept.sheet, division, slots) if slots else kept.sheet.boards
        if boards is None:
            return None
        if _version.first(pk=division.pk) == division.version:
            mark = since[-1][:3]
            return _Carried(replace(kept.sheet, division=division, boards=boards), mark, kept.names)
        division.refresh_from_db()
    return None


def _with_changes(sheet: Sheet, division: Division, slots: _Slots) -> tuple[BoardLine, ...] | None:
    """Returns the boards with those at these slots read again; None where one is not there."""
    changed = {
        (board.round, board.slot): board for board in boards_in(division, sheet.entries, slots)
    }
    boards = tuple(changed.pop((board.round, board.slot), board) for board in sheet.boards)
    return None if changed else boards


def _slots_of(entries: Iterable[Sequence[Any]], name: str) -> _Slots | None:
    """Returns where results of a division changed, None where anything else may have changed."""
    slots: _Slots = defaultdict(set)
    for *_, changes in entries:
        if not changes:
            return None
        for kind, key in (change["row"] for change in changes):
            if kind in _ELSEWHERE:
                continue
            if kind != _RESULT:
                return None
            division, number, slot = key
            if division == name:
                slots[number].add(slot)
    return slots


def _entries_from(division: Division, seq: int) -> list[tuple[int, datetime, datetime | None, Any]]:
    return _entries(stream=_stream_of(division), seq=seq)


@PreparedQuery
def _entries(
    stream: Given, seq: Given
) -> QuerySet[JournalEntry, tuple[int, datetime, datetime | None, Any]]:
    entries = JournalEntry.objects.filter(stream__key=stream, seq__gte=seq).order_by("seq")
    told = entries.annotate(register_at=_register_at())
    return told.values_list("seq", "at", "register_at", "changes")[: MANY + 2]


@PreparedQuery
def _version(pk: Given) -> QuerySet[Division, int]:
    return Division.objects.filter(pk=pk).values_list("version", flat=True)


def _last(division: Division) -> _Mark | None:
    entries = JournalEntry.objects.filter(stream__key=_stream_of(division)).order_by("-seq")
    told = entries.annotate(register_at=_register_at())
    return told.values_list("seq", "at", "register_at").first()


def _stream_of(division: Division) -> str:
    return f"event:{division.tournament.slug}"


def _register_at() -> Subquery:
    entries = JournalEntry.objects.filter(stream__key=REGISTER).order_by("-seq")
    return Subquery(entries.values("at")[:1])
