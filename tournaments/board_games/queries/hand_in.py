"""The view of an entry through its link: its games of published rounds, and their state.

Everybody is named as the public reads it, the entry too. Once the event is closed its links lead to
nothing but confirmed games, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from core.phrases import phrase, phrase_count
from games.models import Game
from tournaments.board_games.queries.board_games import MOST_WAITING, Reason, reasons_of
from tournaments.board_games.queries.findings import told_of
from tournaments.board_games.wording.comparison import in_short
from tournaments.kernel.queries.sheet import BoardLine, SeatLine, Sheet, load_sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import BoardGame, Division, Entry, Round


class HandedInGame(NamedTuple):
    """A game that somebody handed in; `is_mine` where this entry did, and `way` how.

    `short` are its scores, and what is out of the way with it.
    `said` is what is wrong with a refused one, in the words of who refused it.
    """

    key: str
    state: str
    is_mine: bool
    said: str
    at: datetime
    way: str
    short: str


class MyBoard(NamedTuple):
    """A board of the entry. `obstacle` says why no other game of it may be sent, empty if one may.

    `result` is from the entry's own side, empty while there is none.
    """

    round: int
    slot: int
    label: str
    opponent: int
    opponent_name: str
    result: str
    games: tuple[HandedInGame, ...]
    line: BoardLine
    obstacle: str

    @property
    def to_confirm(self) -> tuple[HandedInGame, ...]:
        """The games that wait for this entry."""
        waiting = (one for one in self.games if one.state == Game.State.WAITING)
        return tuple(one for one in waiting if not one.is_mine)


class Mine(NamedTuple):
    """All that an entry sees: its name, its boards the latest round first, if games are taken.

    `sheet` is where it is all from; it holds names that the entry does not see.
    """

    name: str
    boards: tuple[MyBoard, ...]
    is_open: bool
    names: dict[int, str]
    sheet: Sheet


def hand_in_of(entry: Entry) -> Mine:
    """Returns the entry's own view by its link: its name and its boards. Nine queries at most."""
    division = entry.division
    sheet = load_sheet(division)
    closed = _closed(division)
    games = _games_of(entry)
    keys = [row.game.key for rows in games.values() for row in rows]
    reasons = reasons_of(entry.tournament.slug, keys) if keys else {}
    boards = []
    for line in reversed(sheet.boards):
        mine = next((seat for seat in line.seats if seat.entry == entry.number), None)
        if mine is not None and line.two is not None:
            rows = games.get((line.round, line.slot), [])
            handed = tuple(_handed_in(row, entry, reasons) for row in rows)
            boards.append(_board(sheet, line, mine, handed, closed=closed))
    names = {number: one.name for number, one in sheet.entries.items()}
    return Mine(names[entry.number], tuple(boards), not closed, names, sheet)


def _games_of(entry: Entry) -> dict[tuple[int, int], list[BoardGame]]:
    rows = BoardGame.objects.filter(
        board__seats__entry=entry, board__round__stage=Round.Stage.PUBLISHED
    ).select_related("game", "board__round")
    games: dict[tuple[int, int], list[BoardGame]] = {}
    if entry.tournament.closed:
        rows = rows.filter(game__state=Game.State.CONFIRMED)
    for row in rows.defer("board__round__pairing").order_by("game__handed_in_at", "pk"):
        games.setdefault((row.board.round.number, row.board.slot), []).append(row)
    return games


def _handed_in(row: BoardGame, entry: Entry, reasons: dict[str, Reason]) -> HandedInGame:
    refused = row.game.state == Game.State.REFUSED
    return HandedInGame(
        row.game.key,
        row.game.state,
        row.handed_in_by_id == entry.pk,
        reasons[row.game.key].why if refused and row.game.key in reasons else "",
        row.game.handed_in_at,
        row.game.get_source_display(),
        in_short(told_of(row.game)),
    )


def _board(
    sheet: Sheet,
    line: BoardLine,
    mine: SeatLine,
    games: tuple[HandedInGame, ...],
    *,
    closed: str,
) -> MyBoard:
    other = next(seat for seat in line.seats if seat is not mine)
    played = "" if mine.score is None else f"{mine.score}–{other.score}"
    return MyBoard(
        round=line.round,
        slot=line.slot,
        label=str(line.number or line.slot),
        opponent=other.entry,
        opponent_name=sheet.entries[other.entry].name,
        result=played or outcome_word(line.reason),
        games=games,
        line=line,
        obstacle=closed or _obstacle(line, games),
    )


def _closed(division: Division) -> str:
    """Returns why no game is taken of any board, empty where games are taken."""
    if division.tournament.closed:
        return phrase("The event is closed, so games can no longer be handed in.")
    return (
        ""
        if division.takes_games
        else phrase("Players can no longer hand in games through their links.")
    )


def _obstacle(line: BoardLine, games: Sequence[HandedInGame]) -> str:
    if not line.is_game:
        return phrase("No game was played at this board.")
    if any(one.state == Game.State.CONFIRMED for one in games):
        return phrase(
            "The game of this board is already confirmed; only the director can replace it."
        )
    waiting = sum(one.is_mine and one.state == Game.State.WAITING for one in games)
    if waiting >= MOST_WAITING:
        return phrase_count(
            "You have already handed in {count} game for this board that is not confirmed yet.",
            "You have already handed in {count} games for this board that are not confirmed yet.",
            count=waiting,
        )
    return ""
