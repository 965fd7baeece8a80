"""What players said of the boards of a round, as the page where results are entered marks it."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.phrases import phrase
from tournaments.claiming import ClaimStanding
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
from tournaments.models import Division

HOLLOW, FULL = "\u25cb", "\u25cf"


class ClaimMark(NamedTuple):
    """A dot and its word; `waits` while one of the two or the director has to say more."""

    dot: str
    word: str
    kind: str
    waits: bool
    is_disputed: bool


def claim_marks(division: Division, number: int, **only: Any) -> dict[int, ClaimMark]:
    """Returns the marks of the boards of a round by slot; at most 5 queries, one without claims.

    `only` are lookups from a board. What the director has decided has none.
    """
    boards = claimed_boards(round__division=division, round__number=number, **only)
    marks = {board.slot: _mark(board) for board in boards}
    return {slot: mark for slot, mark in marks.items() if mark is not None}


def _mark(board: ClaimedBoard) -> ClaimMark | None:
    standing = board.standing
    if standing is ClaimStanding.AGREED:
        return ClaimMark(FULL, phrase("both agree"), "win", waits=False, is_disputed=False)
    if standing is ClaimStanding.DISPUTED:
        return ClaimMark(HOLLOW, phrase("disputed"), "loss", waits=True, is_disputed=True)
    if standing is ClaimStanding.CLAIMED:
        claim = board.claims[0]
        scores = claim.scores or (0, 0)
        said = phrase(
            "#{number} claims {own}–{other}",
            number=board.entries[claim.position],
            own=scores[claim.position],
            other=scores[1 - claim.position],
        )
        return ClaimMark(HOLLOW, said, "note", waits=True, is_disputed=False)
    return None
