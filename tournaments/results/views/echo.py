"""The echo of a journal entry on the page for results."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from core.wording import record, signed
from tournaments.entry_line.echo import EchoSide
from tournaments.entry_line.intents import Whom
from tournaments.results.forms.entry_line import LineContext
from tournaments.results.queries import BoardNow, board_named, sides_of
from tournaments.standings.records import StandingsRow


@dataclass(frozen=True, slots=True)
class Echo:
    """A journal entry in large type: a sentence, and the sides of its board.

    `undone` is the number of the entry that it took back, 0 where it took none back. Each side has
    its spread of the game, its total after `round`, and its total now, empty where that is the
    same.
    """

    sentence: str
    undone: int
    round: int
    board: BoardNow | None
    sides: tuple[tuple[EchoSide, str, str, str], ...]


def echo_of(where: LineContext, seq: int) -> Echo:
    """Returns what an entry of the journal did to this round; Http404 where it did nothing."""
    entries = JournalEntry.objects.filter(stream__key=where.stream)
    entry = entries.filter(seq=seq).first()
    if entry is None:
        raise Http404("There is no such entry of the log.")
    undone = entry.payload["seq"] if entry.command == UndoEntry.code else 0
    about = entries.filter(seq=undone).first() if undone else entry
    payload = about.payload if about is not None else {}
    named = payload.get("entry") or next(iter(payload.get("absent") or ()), None)
    here = (payload.get("division"), payload.get("round")) == (where.division.name, where.round)
    board = None
    if here and named is not None:
        opponent = payload.get("opponent")
        board = board_named(where.division, where.round, Whom("entry", named), opponent)
    return echo_now(where, says(entry), board, undone=undone)


def echo_now(where: LineContext, sentence: str, board: BoardNow | None, *, undone: int = 0) -> Echo:
    """Returns a sentence as an echo, with the sides of the board that it is about as they are."""
    if board is None:
        return Echo(sentence, undone, where.round, None, ())
    now, sides = sides_of(where.division, where.round, board)
    return Echo(sentence, undone, where.round, now, tuple(_worded(side) for side in sides))


def _worded(side: EchoSide) -> tuple[EchoSide, str, str, str]:
    spread = "" if side.spread is None else signed(side.spread)
    return side, spread, _total(side.total), _total(side.total_now) if side.total_now else ""


def _total(row: StandingsRow) -> str:
    return f"{record(row.half_wins, row.half_losses)} {signed(row.spread)}"
