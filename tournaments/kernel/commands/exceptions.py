"""Writing what is said about a board where it differs, and settling it."""

from __future__ import annotations

from collections.abc import Sequence

from core.journal.ledger import Ledger
from tournaments.kernel.queries.exceptions import BoardClaim
from tournaments.models import Board, BoardException


def record_exception(ledger: Ledger, board: Board, kind: str, claims: Sequence[BoardClaim]) -> bool:
    """Records that these claims about a board differ; it replaces what was recorded before.

    Returns whether anything is new.

    `board` has its round and division loaded; `kind` is one of `BoardException.Kind`.
    """
    values = [{"by": claim.by, "fields": claim.kept} for claim in claims]
    row = BoardException.objects.filter(board=board).first()
    if row is None:
        ledger.create(BoardException(board=board, kind=kind, claims=values))
        return True
    row.board = board
    if row.claims == values:
        return False
    return ledger.update(row, kind=kind, claims=values)


def settle_exception(ledger: Ledger, row: BoardException | None) -> bool:
    """Removes the exception of a board whose result is settled; returns whether there was one.

    The board of `row` has its round and division loaded.
    """
    if row is None:
        return False
    ledger.delete(row)
    return True
