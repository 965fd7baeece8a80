"""The tables of a division as CSV, with the public names that its pages show."""

from __future__ import annotations

from games.engine.tie_breaks.registry import ranking_by, shown_of
from tournaments.formats.csv import (
    ChartCell,
    ChartLine,
    Game,
    Player,
    Seat,
    StandingsLine,
    boards_csv,
    results_csv,
    seats_csv,
    standings_csv,
    wall_chart_csv,
)
from tournaments.kernel.queries.sheet import BoardLine
from tournaments.public.pages.pairings import by_name
from tournaments.readmodel.division import Book, Turn
from tournaments.readmodel.wording import kind_of, note_of, outcome_of, side_word

_LETTERS = {"win": "W", "loss": "L", "tie": "T"}


def tables(book: Book) -> dict[str, bytes]:
    """Returns the tables of a division by file name: the round last published, and all rounds."""
    shown = book.published
    games = _games(book, book.sheet.by_round.get(shown, []))
    played = [game for number in book.round_numbers for game in _round(book, number)]
    return {
        "standings.csv": standings_csv(
            _standings(book, book.complete),
            [tie_break.head for tie_break in ranking_by(book.sheet.rules.tie_breaks)],
        ),
        "pairings.csv": boards_csv(games),
        "pairings-by-name.csv": seats_csv(_seats(book, shown)),
        "results.csv": results_csv(played),
        "wall-chart.csv": wall_chart_csv(book.round_numbers, _chart(book)),
    }


def _standings(book: Book, number: int) -> list[StandingsLine]:
    starts = book.starts_after(number)
    return [
        StandingsLine(
            rank=row.rank,
            player=_player(book, row.number),
            half_wins=row.half_wins,
            half_losses=row.half_losses,
            spread=row.spread,
            rating=row.rating,
            firsts=starts[row.number].firsts,
            seconds=starts[row.number].seconds,
            tie_breaks=shown_of(row.tie_breaks),
        )
        for row in book.table(number)
    ]


def _round(book: Book, number: int) -> list[Game]:
    return _games(book, book.sheet.by_round[number])


def _games(book: Book, boards: list[BoardLine]) -> list[Game]:
    return [
        _game(book, board)
        for board in sorted(boards, key=lambda b: (b.two is None, b.number or 0, b.slot))
    ]


def _game(book: Book, board: BoardLine) -> Game:
    if board.two is None:
        one = _player(book, board.one.entry)
        return Game(board.round, board.number, one, None, note=outcome_of(board, board.one, None))
    first, second = sorted(board.seats, key=lambda seat: seat.side == "second")
    return Game(
        round=board.round,
        board=board.number,
        one=_player(book, first.entry),
        two=_player(book, second.entry),
        sides=(side_word(first), side_word(second)),
        scores=(first.score, second.score),
        note="not in yet" if board.reason is None else note_of(board, book.sheet),
    )


def _seats(book: Book, number: int) -> list[Seat]:
    return [_seat(book, turn) for turn in by_name(book, number)]


def _seat(book: Book, turn: Turn) -> Seat:
    board, seat, other = turn
    return Seat(
        player=_player(book, seat.entry),
        board=board.number,
        side=side_word(seat) if other else "",
        against=_player(book, other.entry) if other else None,
        note="" if other else outcome_of(board, seat, None),
    )


def _chart(book: Book) -> list[ChartLine]:
    turns = {number: book.turns(number) for number in book.round_numbers}
    lines = sorted(_standings(book, book.complete), key=lambda line: line.player.number)
    return [
        ChartLine(
            place=line,
            cells=tuple(_cell(book, played.get(line.player.number)) for played in turns.values()),
        )
        for line in lines
    ]


def _cell(book: Book, turn: Turn | None) -> ChartCell:
    if turn is None:
        return ChartCell()
    board, seat, other = turn
    letter = "" if board.reason is None else _LETTERS.get(kind_of(seat), "")
    if other is None:
        # What is given without a game counts when its round is complete, as on the wall.
        return ChartCell(letter="" if board.round in book.open_rounds else letter)
    return ChartCell(other.entry, letter, seat.score, other.score)


def _player(book: Book, number: int) -> Player:
    return Player(number, book.sheet.entries[number].name)
