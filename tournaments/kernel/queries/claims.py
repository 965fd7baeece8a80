"""The claims of players on their games: what each board has come to, and what is disputed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.claiming import ClaimStanding, Entered, PlayerClaim, standing_of
from tournaments.models import Board, Result, ResultClaim, Tournament


@dataclass(frozen=True, slots=True)
class ClaimedBoard:
    """A board of a published round on which somebody has said something.

    `entries` are the numbers of the two in the order of the seats, `claims` what they say, and
    `photos` the names of the photos of its slip.
    """

    division: str
    round: int
    slot: int
    label: int
    entries: tuple[int, ...]
    claims: tuple[PlayerClaim, ...]
    result: Entered | None
    photos: tuple[str, ...]

    @property
    def standing(self) -> ClaimStanding:
        """What has come of the claims."""
        return standing_of(self.claims, self.result)

    def claim_of(self, number: int) -> PlayerClaim | None:
        """Returns what an entry says, None where it has said nothing."""
        position = self.entries.index(number)
        return next((claim for claim in self.claims if claim.position == position), None)


def entered(result: Result | None) -> Entered | None:
    """Returns a result as claims are held against it, None while there is none."""
    if result is None:
        return None
    if result.reason != Result.Reason.PLAYED or result.score_one is None:
        return Entered(None)
    assert result.score_two is not None, "The database holds both scores or none."
    return Entered((result.score_one, result.score_two), is_read=bool(result.verified_by))


def claim_of_row(row: ResultClaim, position: int) -> PlayerClaim:
    """Returns a row as a claim of the seat at a position."""
    return PlayerClaim(position, row.scores, row.counts, row.settled)


def claimed_boards(**where: Any) -> list[ClaimedBoard]:
    """Returns the boards that fit and have claims or photos, in order; at most 5 queries.

    `where` are lookups from a board.
    """
    rows = Board.objects.filter(**where).filter(Q(claims__isnull=False) | ~Q(slip_photos=None))
    return in_order(claimed_board(board) for board in _told(rows))


def disputes_of(event: Tournament, division: str | None = None) -> list[ClaimedBoard]:
    """Returns the boards of an event, or of one of its divisions, that are disputed, in order.

    One query where nobody claims anything that differs.
    """
    claims = ResultClaim.objects.filter(board__round__division__tournament=event, settled=False)
    if division is not None:
        claims = claims.filter(board__round__division__name=division)
    by_board: dict[int, list[tuple[int | None, int | None]]] = {}
    for board, one, two in claims.order_by().values_list("board", "score_one", "score_two"):
        by_board.setdefault(board, []).append((one, two))
    doubtful = [pk for pk, said in by_board.items() if len(said) > 1 and _differ(said)]
    if not doubtful:
        return []
    rows = _told(Board.objects.filter(pk__in=doubtful))
    boards = in_order(claimed_board(board) for board in rows)
    return [one for one in boards if one.standing is ClaimStanding.DISPUTED]


def in_order(boards: Iterable[ClaimedBoard]) -> list[ClaimedBoard]:
    """Returns boards by division, round and number."""
    return sorted(boards, key=lambda one: (one.division, one.round, one.label))


def claimed_board(board: Board) -> ClaimedBoard:
    """Returns a board, as `_told` loads it, with what is claimed of it."""
    seats = sorted(board.seats.all(), key=lambda seat: seat.position)
    positions = {seat.entry_id: seat.position for seat in seats}
    claims = tuple(
        claim_of_row(row, positions[row.entry_id])
        for row in board.claims.all()
        if row.entry_id in positions
    )
    return ClaimedBoard(
        division=board.round.division.name,
        round=board.round.number,
        slot=board.slot,
        label=board.number or board.slot,
        entries=tuple(seat.entry.number for seat in seats),
        claims=claims,
        result=entered(getattr(board, "result", None)),
        photos=tuple(photo.name for photo in board.slip_photos.all()),
    )


def _differ(said: list[tuple[int | None, int | None]]) -> bool:
    return len(set(said)) > 1 or said[0] == (None, None)


def _told(boards: QuerySet[Board]) -> QuerySet[Board]:
    rows = boards.select_related("round__division", "result").defer("round__pairing")
    return rows.distinct().prefetch_related("seats__entry", "claims", "slip_photos")
