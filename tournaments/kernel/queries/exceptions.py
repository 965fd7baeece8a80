"""Boards of which not everybody says the same: who says what, until somebody chooses.

A claim is what somebody says came of a game. Two operators who typed the same slip, a checker who
read it again, and the players with their phones make them; whoever finds that two differ records
an exception (`tournaments.kernel.commands.exceptions`), and there is one list of all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.names import shown_name
from tournaments.models import BoardException, Division, Seat, Tournament

OUTCOME = (
    *("reason", "score_one", "score_two", "won_one", "lost_one", "won_two", "lost_two"),
    *("spread_one", "spread_two", "begun", "rated"),
)
"""The fields of a result that say what came of the game."""


@dataclass(frozen=True, slots=True)
class BoardClaim:
    """What somebody says came of a game.

    `by` is the name of an account, or a player as "#7". `fields` are those of a result, by the
    positions of the seats.
    """

    by: str
    fields: Mapping[str, Any]

    @property
    def outcome(self) -> dict[str, Any]:
        """What two claims are compared by: what counts, however overtime led to it."""
        return {name: self.fields.get(name) for name in OUTCOME}

    @property
    def kept(self) -> dict[str, Any]:
        """The fields of a result that the claim says, with overtime where somebody was over."""
        overtime = self.fields.get("overtime")
        return self.outcome | ({} if overtime is None else {"overtime": overtime})

    def agrees_with(self, other: BoardClaim) -> bool:
        """Returns whether both say that the same came of the game."""
        return self.outcome == other.outcome


@dataclass(frozen=True, slots=True)
class ShownException:
    """An exception with what it is about; `names` and `numbers` are by the positions of the seats.

    `label` is the board's number, its slot where it has none.
    """

    kind: str
    division: str
    round: int
    slot: int
    label: int
    version: int
    numbers: tuple[int, int]
    names: tuple[str, str]
    claims: tuple[BoardClaim, ...]


def claims_of(row: BoardException) -> tuple[BoardClaim, ...]:
    """Returns the claims of an exception, in the order in which they were made."""
    return tuple(BoardClaim(one["by"], one["fields"]) for one in row.claims)


def exceptions_of(event: Tournament, **only: Any) -> list[ShownException]:
    """Returns what waits for a choice in an event, by division, round and board; two queries.

    `only` are lookups that narrow it, such as `board__round__division=division`.
    """
    rows = BoardException.objects.filter(board__round__division__tournament=event, **only)
    rows = rows.select_related("board__round__division").order_by(
        "board__round__division__position", "board__round__number", "board__number", "board__slot"
    )
    found = list(rows)
    seats: dict[int, list[Seat]] = {}
    if found:
        sitting = Seat.objects.filter(board__in=[row.board_id for row in found])
        for seat in sitting.select_related("entry").order_by("position"):
            seats.setdefault(seat.board_id, []).append(seat)
    return [_shown(row, seats[row.board_id]) for row in found]


def unsettled_before(division: Division, after: int) -> tuple[int, int] | None:
    """Returns (round, board) of the first exception in rounds up to one, None where all agree."""
    rows = BoardException.objects.filter(
        board__round__division=division, board__round__number__lte=after
    ).order_by("board__round__number", "board__number", "board__slot")
    found = rows.values_list("board__round__number", "board__number", "board__slot").first()
    return None if found is None else (found[0], found[1] or found[2])


def _shown(row: BoardException, seats: list[Seat]) -> ShownException:
    board = row.board
    one, two = (seat.entry for seat in seats)
    return ShownException(
        kind=row.kind,
        division=board.round.division.name,
        round=board.round.number,
        slot=board.slot,
        label=board.number or board.slot,
        version=board.version,
        numbers=(one.number, two.number),
        names=(shown_name(one.name), shown_name(two.name)),
        claims=claims_of(row),
    )
