"""What the recorded games of a division say of their players, for the book of records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from clubs.models import BookRecording
from clubs.records.book.facts import RecordedSide
from clubs.records.book.recorded import recorded_sides
from games.figures_job import mark_of
from games.models import Game
from games.selectors.games import checked_game
from games.selectors.judged import judged_by
from tournaments.models import BoardGame, Division

Sides = tuple[RecordedSide, RecordedSide] | None
"""What a record says of its players in its order, None where it can hold no record."""

Place = tuple[int, int]
"""The round and slot of a board."""


class Recording(NamedTuple):
    """A board's confirmed game: its row, what its facts follow from, and what is known of it.

    `first_seat` is the position of the seat that is the record's first player; `had_overtime` says
    that somebody wrote overtime down. `is_known` says that `sides` were stored under this mark.
    """

    game: Game
    mark: str
    first_seat: int
    had_overtime: bool
    sides: Sides
    is_known: bool

    @property
    def sides_as_text(self) -> str:
        """The sides as they are stored."""
        return msgspec.json.encode(self.sides, order="deterministic").decode()

    @property
    def of_seats(self) -> Sides:
        """The sides in the order of the seats."""
        if self.sides is None or not self.first_seat:
            return self.sides
        return self.sides[1], self.sides[0]


def recordings_of(division: Division) -> dict[Place, Recording]:
    """Returns the confirmed games of a division by round and slot, each record read once.

    In three queries; a record whose facts are not stored, or no longer hold, is replayed.
    """
    links = BoardGame.objects.filter(
        board__round__division=division, game__state=Game.State.CONFIRMED
    ).select_related("game", "board__round")
    rows = list(links.prefetch_related("game__players"))
    stored = _stored(row.game_id for row in rows)
    return {
        (row.board.round.number, row.board.slot): _recording(row, stored.get(row.game_id))
        for row in rows
    }


def _stored(games: Iterable[int]) -> Mapping[int, BookRecording]:
    wanted = list(games)
    if not wanted:
        return {}
    return {row.game_id: row for row in BookRecording.objects.filter(game__in=wanted)}


def _recording(row: BoardGame, stored: BookRecording | None) -> Recording:
    game, mark = row.game, mark_of(row.game)
    is_known = stored is not None and stored.mark == mark
    sides = _read(stored.sides) if stored is not None and is_known else _replayed(game)
    overtime = any(player.overtime_s for player in game.players.all())
    return Recording(game, mark, row.first_seat, overtime, sides, is_known)


def _replayed(game: Game) -> Sides:
    report = checked_game(game)
    return recorded_sides(report, is_sure=judged_by(game, report).is_sure)


def _read(text: str) -> Sides:
    return msgspec.json.decode(text, type=tuple[RecordedSide, RecordedSide] | None)
