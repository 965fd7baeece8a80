"""The recorded games of a division's boards, each held against its result.

For directors entries are named as they were entered; a player reads public names only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from core.phrases import joined_by_and, phrase
from games.models import Game
from games.selectors.games import checked_game
from games.selectors.public_record import public_game
from tournaments.board_games.queries.board_games import names_of, refusals_of, seats_of
from tournaments.board_games.wording.comparison import (
    ComparedSide,
    RecordSummary,
    Ruled,
    in_short,
    mismatches,
    named,
    names_nobody,
    question,
    told,
)
from tournaments.challenges import queries as of_rulings
from tournaments.challenges.records import BoardRuling
from tournaments.kernel.queries.sheet import BoardLine, Sheet, load_sheet
from tournaments.models import BoardGame, Division, Result, Round

_RECORDS = 1024
"""Records of which a process keeps what they come to: an event has some dozens."""
UNREADABLE = phrase("The record can no longer be read.")
_FIELDS = ("record", "ruleset", "board", "tile_set", "lexicon", "lexicon_hash")


class KeptGame(NamedTuple):
    """A game that was handed in for a board, and what of it does not agree with the result.

    `giver` is the number of the entry that handed it in, None where the director did. `short` tells
    it apart from others of the board; `refusal` is by whom and why it was refused.
    """

    row: BoardGame
    game: Game
    giver: int | None
    mismatches: tuple[str, ...]
    short: str
    refusal: str


class BoardGames(NamedTuple):
    """A board at which two met, with its games: the confirmed one first, refused ones last."""

    line: BoardLine
    games: tuple[KeptGame, ...]

    @property
    def disagrees(self) -> bool:
        """Whether something in a confirmed or waiting game does not agree with the result."""
        kept = (one for one in self.games if one.game.state != Game.State.REFUSED)
        return any(one.mismatches for one in kept)

    @property
    def waits(self) -> bool:
        """Whether a game waits for confirmation and none is confirmed."""
        return self._has(Game.State.WAITING) and not self._has(Game.State.CONFIRMED)

    @property
    def has_rival(self) -> bool:
        """Whether a game waits beside the confirmed one."""
        return self._has(Game.State.WAITING) and self._has(Game.State.CONFIRMED)

    def _has(self, state: Game.State) -> bool:
        return any(one.game.state == state for one in self.games)


class GamesOfRound(NamedTuple):
    """A round with boards whose record and result disagree, or whose games wait, by board.

    At those with `rivals` a game waits though another one is confirmed.
    """

    round: int
    disagreeing: tuple[str, ...]
    waiting: tuple[str, ...]
    rivals: tuple[str, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The findings in words."""
        return tuple(f"{clause}." for clause in self.clauses)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The same without full stops."""
        said = (
            (
                self.disagreeing,
                phrase("round {round}: record and result do not agree at board {boards}"),
            ),
            (
                self.waiting,
                phrase("round {round}: a recorded game waits for confirmation at board {boards}"),
            ),
            (
                self.rivals,
                phrase(
                    "round {round}: another recorded game waits beside the confirmed one at board "
                    "{boards}"
                ),
            ),
        )
        return tuple(
            clause.format(round=self.round, boards=joined_by_and(boards))
            for boards, clause in said
            if boards
        )


_ORDER = {Game.State.CONFIRMED: 0, Game.State.WAITING: 1, Game.State.REFUSED: 2}


def games_by_board(sheet: Sheet, number: int | None = None) -> list[BoardGames]:
    """Returns every board of a round, or of all, at which two met, with its games.

    One query where there are no games, five at most otherwise, however many there are.
    """
    lines = sheet.boards if number is None else sheet.by_round.get(number, ())
    games = _games_of(sheet.division, number)
    kept = [row for rows in games.values() for row in rows]
    ruled = of_rulings.rulings_of_boards({row.board_id for row in kept}) if kept else {}
    said = refusals_of(sheet.division, [row.game for row in kept])
    return [
        BoardGames(
            line,
            tuple(
                _kept(sheet, line, row, ruled, said.get(row.game.key, ""))
                for row in games.get((line.round, line.slot), ())
            ),
        )
        for line in lines
        if line.two is not None
    ]


def games_to_look_at(sheet: Sheet) -> tuple[GamesOfRound, ...]:
    """Returns the rounds of which the director should look at recorded games."""
    rounds: dict[int, list[BoardGames]] = {}
    for board in games_by_board(sheet):
        if board.disagrees or board.waits or board.has_rival:
            rounds.setdefault(board.line.round, []).append(board)
    return tuple(
        GamesOfRound(
            number,
            disagreeing=_labels(board for board in boards if board.disagrees),
            waiting=_labels(board for board in boards if board.waits),
            rivals=_labels(board for board in boards if board.has_rival),
        )
        for number, boards in sorted(rounds.items())
    )


def find_kept(recorded: BoardGame) -> KeptGame:
    """Returns a game of a board of a published round, held against the result as it is now."""
    place = recorded.board.round
    boards = games_by_board(load_sheet(place.division), place.number)
    return next(one for board in boards for one in board.games if one.row.pk == recorded.pk)


def questions_to_player(
    sheet: Sheet, row: BoardGame, line: BoardLine, result: str
) -> tuple[str, ...]:
    """Returns the question to a player about a game of their board, then a sentence a mismatch.

    `result` is that of the board from the player's own side. The queries do not grow.
    """
    record, written = told(public_game(row.game).report), told_of(row.game)
    if names_nobody(written.players, [names_of(seat.entry) for seat in seats_of(row.board_id)]):
        # Strangers are told by their names in the record.
        record = named(record, written.players)
    ruled = of_rulings.rulings_of_boards({row.board_id}).get(row.board_id, ())
    names = {number: entry.name for number, entry in sheet.entries.items()}
    if len(record.scores) != len(line.seats):
        return (UNREADABLE,)
    return (question(record, result), *_held_against(names, line, row, record, ruled))


def _labels(boards: Iterable[BoardGames]) -> tuple[str, ...]:
    return tuple(str(board.line.number or board.line.slot) for board in boards)


def _games_of(division: Division, number: int | None) -> dict[tuple[int, int], list[BoardGame]]:
    rows = (
        BoardGame.objects.filter(
            board__round__division=division, board__round__stage=Round.Stage.PUBLISHED
        )
        .select_related("game", "handed_in_by", "board__round")
        .defer("board__round__pairing")
        .prefetch_related("game__players")
        .order_by("game__handed_in_at", "pk")
    )
    if number is not None:
        rows = rows.filter(board__round__number=number)
    games: dict[tuple[int, int], list[BoardGame]] = {}
    for row in sorted(rows, key=lambda row: _ORDER[Game.State(row.game.state)]):
        games.setdefault((row.board.round.number, row.board.slot), []).append(row)
    return games


def _kept(
    sheet: Sheet,
    line: BoardLine,
    row: BoardGame,
    ruled: Mapping[int, Sequence[BoardRuling]],
    refusal: str,
) -> KeptGame:
    giver = row.handed_in_by.number if row.handed_in_by else None
    record = told_of(row.game)
    found: tuple[str, ...] = (UNREADABLE,)
    if len(record.scores) == len(line.seats):
        names = {number: entry.entered_name for number, entry in sheet.entries.items()}
        found = _held_against(names, line, row, record, ruled.get(row.board_id, ()))
    return KeptGame(row, row.game, giver, found, in_short(record), refusal)


def _held_against(
    names: Mapping[int, str],
    line: BoardLine,
    row: BoardGame,
    record: RecordSummary,
    ruled: Sequence[BoardRuling],
) -> tuple[str, ...]:
    seats = [line.seats[place] for place in (row.first_seat, 1 - row.first_seat)]
    notes = sorted(row.game.players.all(), key=lambda player: player.position)
    sides = [
        ComparedSide(
            names[seat.entry],
            seat.score,
            seat.won,
            seat.side,
            noted.overtime_s,
            noted.time_used_s,
            line.reason == Result.Reason.TIME and not seat.won,
        )
        for seat, noted in zip(seats, notes, strict=True)
    ]
    numbers = [seat.entry for seat in seats]
    rulings = [
        Ruled(one.number, numbers.index(one.by.number), one.words, one.acceptable)
        for one in ruled
        if one.by.number in numbers
    ]
    return mismatches(
        sides, record, row.game.rules, has_result=line.reason is not None, rulings=rulings
    )


def told_of(game: Game) -> RecordSummary:
    """Returns the summary of a game's record; it is kept as long as the process lives."""
    overrides = json.dumps(game.overrides, sort_keys=True)
    return _told(overrides, *(getattr(game, name) for name in _FIELDS))


@lru_cache(maxsize=_RECORDS)
def _told(overrides: str, *values: Any) -> RecordSummary:
    fields = dict(zip(_FIELDS, values, strict=True))
    return told(checked_game(Game(overrides=json.loads(overrides), **fields)))
