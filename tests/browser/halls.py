"""Halls in which slips are typed: events of divisions with all their rounds published."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tests.apps.tournaments.desk_events import give
from tests.browser.hall_of_slips import Board, Hall, Scores
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.models import Seat
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound


def hall_of(
    slug: str, players: int, *, divisions: str = "A", rounds: int = 2, planned: int = 0
) -> Hall:
    """Make an event of so many players a division, its rounds published; return its boards.

    `planned` are the rounds that are to be played, where not all of them are published.
    """
    give(CreateEvent(event=slug, name=slug.title(), director="dora"))
    for name in divisions:
        give(CreateDivision(event=slug, name=name, planned_rounds=planned or rounds))
        for number in range(1, players + 1):
            member = Member(name=f"Player {name}{number}")
            give(AddEntry(event=slug, division=name, members=(member,), rating=2000 - number))
        for number in range(1, rounds + 1):
            half = players // 2
            pairs = ((one, half + (one + number) % half + 1) for one in range(1, half + 1))
            boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
            where: dict[str, Any] = {"event": slug, "division": name, "round": number}
            give(SetUpRound(**where, boards=boards))
            give(PublishRound(**where))
    return Hall(_boards(slug))


def _boards(slug: str) -> dict[Board, tuple[int, int]]:
    found: dict[Board, dict[str, int]] = {}
    for seat in _seats(slug):
        at = ((seat.round.division.name, seat.round.number), seat.board.number or 0)
        found.setdefault(at, {})[seat.side] = seat.entry.number
    return {at: (sides["first"], sides["second"]) for at, sides in found.items()}


def stored_in(slug: str) -> dict[Board, Scores]:
    """Return the results that are in, the score of who goes first first."""
    found: dict[Board, dict[str, int]] = {}
    for seat in _seats(slug).exclude(board__result=None).select_related("board__result"):
        at = ((seat.round.division.name, seat.round.number), seat.board.number or 0)
        held = seat.board.result
        score = held.score_one if seat.position == 0 else held.score_two
        found.setdefault(at, {})[seat.side] = score or 0
    return {at: (sides["first"], sides["second"]) for at, sides in found.items()}


def _seats(slug: str) -> QuerySet[Seat]:
    of_event = Seat.objects.filter(round__division__tournament__slug=slug)
    return of_event.select_related("round__division", "board", "entry")
