"""Reads of rounds, boards and seats, as commands and pages need them."""

from __future__ import annotations

from enum import StrEnum

from tournaments.models import Division, Entry, Round, Seat
from tournaments.standings.attendance import takes_part


class RoundState(StrEnum):
    """How far a round is. Complete: every entry active in the round has an outcome."""

    PLANNED = "planned"
    DRAFT = "draft"
    PUBLISHED = "published"
    COMPLETE = "complete"
    CLOSED = "closed"


def last_round(division: Division) -> Round | None:
    """Returns the highest round that was set up, or None."""
    return division.rounds.order_by("-number").first()


def last_published(division: Division) -> int:
    """Returns the number of the last published round, 0 before the first."""
    published = division.rounds.filter(stage=Round.Stage.PUBLISHED)
    return published.order_by("-number").values_list("number", flat=True).first() or 0


def round_state(division: Division, round_row: Round | None) -> RoundState:
    """Returns how far a round is (`round_row` None: not set up)."""
    if division.tournament.closed:
        return RoundState.CLOSED
    if round_row is None:
        return RoundState.PLANNED
    if round_row.stage == Round.Stage.DRAFT:
        return RoundState.DRAFT
    if round_row.seats.filter(board__result=None).exists():
        return RoundState.PUBLISHED
    return RoundState.PUBLISHED if waiting(division, round_row) else RoundState.COMPLETE


def waiting(division: Division, round_row: Round) -> list[int]:
    """Returns the numbers of the entries active in a round that no board of it seats."""
    seated = set(round_row.seats.values_list("entry_id", flat=True))
    entries = division.entries.values_list("pk", "number", "away")
    return sorted(
        number
        for pk, number, away in entries
        if pk not in seated and takes_part(away, round_row.number)
    )


def latest_state(division: Division) -> RoundState:
    """Returns the state of the division's latest round: what commands on entries go by."""
    return round_state(division, last_round(division))


def open_draws(division: Division, before_round: int) -> list[tuple[int, int]]:
    """Returns (round, board) of games whose draw for the start was never recorded."""
    seats = Seat.objects.filter(
        round__division=division,
        round__number__lt=before_round,
        round__stage=Round.Stage.PUBLISHED,
        side=Seat.Side.DRAW,
        position=0,
    ).exclude(board__result__begun=False)
    found = seats.values_list("round__number", "board__number", "board__slot")
    return sorted((number, board or slot) for number, board, slot in found)


def seat_of(round_row: Round, entry: Entry) -> Seat | None:
    """Returns the entry's last seat in a round with its board, or None."""
    seat = (
        Seat.objects.select_related("board", "board__result")
        .filter(round=round_row, entry=entry)
        .order_by("-turn")
        .first()
    )
    if seat is not None:
        seat.round = seat.board.round = round_row
        seat.entry = entry
    return seat
