"""The boards of an event as each entry of its journal left them, told backwards from now.

An entry records only what it changed, so what a board was after it is found from what it is now, by
taking back the entries since. No row is written by that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Board, Result, Round, Seat, Tournament

Key = tuple[Any, ...]
Place = tuple[str, int, int]
"""A board by the name of its division, its round and its slot."""

_RESULT = (
    "reason",
    "score_one",
    "score_two",
    "won_one",
    "won_two",
    "spread_one",
    "spread_two",
)
_KINDS = ("round", "board", "seat", "result")


@dataclass
class Boards:
    """Rows of rounds and their boards by kind and natural key, at one moment of the journal."""

    rows: dict[tuple[str, Key], dict[str, Any]] = field(default_factory=dict)

    def take_back(self, changes: Sequence[Mapping[str, Any]]) -> None:
        """Makes the rows what they were before an entry with these changes."""
        for change in reversed(changes):
            kind, key = change["row"]
            if kind not in _KINDS:
                continue
            name = (kind, tuple(key))
            if change["before"] is None:
                self.rows.pop(name, None)
            else:
                self.rows[name] = self.rows.get(name, {}) | change["before"]

    def is_public(self, division: str, number: int) -> bool:
        """Returns whether a round was published."""
        row = self.rows.get(("round", (division, number)), {})
        return bool(row.get("stage") == Round.Stage.PUBLISHED)

    def result(self, place: Place) -> dict[str, Any] | None:
        """Returns the result of a board, None while it has none."""
        return self.rows.get(("result", place))

    def seats(self, place: Place) -> list[dict[str, Any]]:
        """Returns the seats of a board that are taken, with the keys of their entries."""
        found = (self.rows.get(("seat", (*place, position))) for position in (0, 1))
        return [seat for seat in found if seat is not None]

    def number(self, place: Place) -> int | None:
        """Returns the number on the table of a board, None where it has none."""
        number: int | None = self.rows.get(("board", place), {}).get("number")
        return number


def boards_now(event: Tournament, rounds: Iterable[tuple[str, int]]) -> Boards:
    """Returns the boards of some rounds as they are; four queries, none without rounds."""
    wanted = set(rounds)
    if not wanted:
        return Boards()
    names, numbers = {name for name, _ in wanted}, {number for _, number in wanted}
    boards = Board.objects.filter(
        round__division__tournament=event,
        round__division__name__in=names,
        round__number__in=numbers,
    )
    key = ("round__division__name", "round__number", "slot")
    of_board = tuple(f"board__{part}" for part in key)
    rows: dict[tuple[str, Key], dict[str, Any]] = {}
    of_round = Round.objects.filter(
        division__tournament=event, division__name__in=names, number__in=numbers
    )
    for name, number, stage in of_round.values_list("division__name", "number", "stage"):
        rows["round", (name, number)] = {"stage": stage}
    for *place, number in boards.values_list(*key, "number"):
        rows["board", tuple(place)] = {"number": number}
    seats = Seat.objects.filter(board__in=boards).values_list(
        *of_board, "position", "entry__key", "side"
    )
    for *seat, entry, side in seats:
        rows["seat", tuple(seat)] = {"entry": [entry], "side": side}
    results = Result.objects.filter(board__in=boards).values_list(*of_board, *_RESULT)
    for row in results:
        rows["result", tuple(row[:3])] = dict(zip(_RESULT, row[3:], strict=True))
    return Boards(rows)
