"""The tables of a division as CSV, with the public names that its pages show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from core.phrases import phrase
from games.engine.tie_breaks.registry import ranking_by, shown_of
from tournaments.formats.csv import (
    ChartCell,
    ChartLine,
    GameRow,
    PlayerCells,
    SeatRow,
    StandingsLine,
    boards_csv,
    chart_lines,
    result_lines,
    results_csv,
    seats_csv,
    standings_csv,
    wall_chart_csv,
)
from tournaments.kernel.queries.sheet import BoardLine
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.readmodel.wording import kind_of, note_of, outcome_of, side_word

NO_CELL = ChartCell()
_LETTERS = {"win": "W", "loss": "L", "tie": "T"}


def tables(read_model: DivisionReadModel) -> dict[str, bytes]:
    """Returns the tables of a division by file name: the round last published, and all rounds."""
    return {name: table(read_model, name) for name in TABLES}


def table(read_model: DivisionReadModel, name: str) -> bytes:
    """Returns one of them, of `TABLES`."""
    return TABLES[name](read_model)


def _standings_table(read_model: DivisionReadModel) -> bytes:
    tie_breaks = ranking_by(read_model.sheet.rules.tie_breaks)
    return standings_csv(
        _standings(read_model, read_model.complete), [tie_break.head for tie_break in tie_breaks]
    )


def _pairings_table(read_model: DivisionReadModel) -> bytes:
    boards = read_model.sheet.by_round.get(read_model.published, [])
    return boards_csv(_games(read_model, boards))


def _names_table(read_model: DivisionReadModel) -> bytes:
    return seats_csv(_seats(read_model, read_model.published))


def _results_table(read_model: DivisionReadModel) -> bytes:
    return results_csv(_round(read_model, number) for number in read_model.round_numbers)


def _wall_chart(read_model: DivisionReadModel) -> bytes:
    return wall_chart_csv(read_model.round_numbers, _chart(read_model))


TABLES: Mapping[str, Callable[[DivisionReadModel], bytes]] = {
    "standings.csv": _standings_table,
    "pairings.csv": _pairings_table,
    "pairings-by-name.csv": _names_table,
    "results.csv": _results_table,
    "wall-chart.csv": _wall_chart,
}


def _standings(read_model: DivisionReadModel, number: int) -> list[StandingsLine]:
    starts = read_model.starts_after(number)
    return [
        StandingsLine(
            rank=row.rank,
            player=_player(read_model, row.number),
            half_wins=row.half_wins,
            half_losses=row.half_losses,
            spread=row.spread,
            rating=row.rating,
            firsts=starts[row.number].firsts,
            seconds=starts[row.number].seconds,
            tie_breaks=shown_of(row.tie_breaks),
        )
        for row in read_model.table(number)
    ]


def _round(read_model: DivisionReadModel, number: int) -> str:
    """Returns the results of a round as lines, written again only where they are others."""
    boards = read_model.sheet.by_round[number]
    return read_model.memo.derived(
        ("results table", number),
        (boards, read_model.sheet.entries),
        lambda: result_lines(_games(read_model, boards)),
    )


def _games(read_model: DivisionReadModel, boards: list[BoardLine]) -> list[GameRow]:
    return [
        _game(read_model, board)
        for board in sorted(boards, key=lambda b: (b.two is None, b.number or 0, b.slot))
    ]


def _game(read_model: DivisionReadModel, board: BoardLine) -> GameRow:
    if board.two is None:
        one = _player(read_model, board.one.entry)
        return GameRow(
            board.round, board.number, one, None, note=outcome_of(board, board.one, None)
        )
    first, second = sorted(board.seats, key=lambda seat: seat.side == "second")
    return GameRow(
        round=board.round,
        board=board.number,
        one=_player(read_model, first.entry),
        two=_player(read_model, second.entry),
        sides=(side_word(first), side_word(second)),
        scores=(first.score, second.score),
        note=phrase("not in yet") if board.reason is None else note_of(board, read_model.sheet),
    )


def _seats(read_model: DivisionReadModel, number: int) -> list[SeatRow]:
    return [_seat(read_model, turn) for turn in read_model.turns_by_name(number)]


def _seat(read_model: DivisionReadModel, turn: EntryRound) -> SeatRow:
    board, seat, other = turn
    return SeatRow(
        player=_player(read_model, seat.entry),
        board=board.number,
        side=side_word(seat) if other else "",
        against=_player(read_model, other.entry) if other else None,
        note="" if other else outcome_of(board, seat, None),
    )


def _chart(read_model: DivisionReadModel) -> Iterator[str]:
    """Yields every entry's row as a line, written again only where it is another one."""
    squares = [_squares(read_model, number) for number in read_model.round_numbers]
    lines = sorted(_standings(read_model, read_model.complete), key=lambda line: line.player.number)
    for line in lines:
        number = line.player.number
        row = ChartLine(line, tuple(one.get(number, NO_CELL) for one in squares))
        yield read_model.memo.derived(
            ("chart table", number),
            row,
            lambda row=row: chart_lines([row]),  # type: ignore[misc] # a lambda's default has no type
        )


def _squares(read_model: DivisionReadModel, number: int) -> dict[int, ChartCell]:
    """Returns the cells of a round by entry."""
    turns = read_model.turns(number)
    return read_model.memo.derived(
        ("chart cells", number),
        (turns, number in read_model.open_rounds),
        lambda: {entry: _cell(read_model, turn) for entry, turn in turns.items()},
    )


def _cell(read_model: DivisionReadModel, turn: EntryRound) -> ChartCell:
    board, seat, other = turn
    letter = "" if board.reason is None else _LETTERS.get(kind_of(seat), "")
    if other is None:
        # What is given without a game counts when its round is complete, as on the wall.
        return ChartCell(letter="" if board.round in read_model.open_rounds else letter)
    return ChartCell(other.entry, letter, seat.score, other.score)


def _player(read_model: DivisionReadModel, number: int) -> PlayerCells:
    return PlayerCells(number, read_model.sheet.entries[number].name)
