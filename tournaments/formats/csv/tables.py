"""The tables of a division: which columns they have, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.csv_file import Cell, csv_lines, csv_of, points, write_csv


@dataclass(frozen=True, slots=True)
class PlayerCells:
    """A player in a table: the entry's number, and its public name."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """An entry's place; wins and losses in half points, `rating` 0 unrated, `rank` None left.

    `tie_breaks` are the figures that rank before the spread, as they are shown.
    """

    rank: int | None
    player: PlayerCells
    half_wins: int
    half_losses: int
    spread: int
    rating: int
    firsts: int
    seconds: int
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRow:
    """A board of a round, who goes first first; `two` is None for who sits out.

    `note` adds in words what the scores do not say.
    """

    round: int
    board: int | None
    one: PlayerCells
    two: PlayerCells | None
    sides: tuple[str, str] = ("", "")
    scores: tuple[int | None, int | None] = (None, None)
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The place of an entry in a round: its board, side and opponent, or why it sits out."""

    player: PlayerCells
    board: int | None
    side: str
    against: PlayerCells | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A round of an entry: the opponent's number, W, L or T, and both scores."""

    against: int | None = None
    letter: str = ""
    score: int | None = None
    opponent_score: int | None = None


@dataclass(frozen=True, slots=True)
class ChartLine:
    """An entry's row of the wall chart, with a cell for every published round."""

    place: StandingsLine
    cells: tuple[ChartCell, ...]


def standings_csv(lines: Iterable[StandingsLine], tie_breaks: Sequence[str] = ()) -> bytes:
    """Returns standings as CSV, in the order of the lines; `tie_breaks` are the last headings."""
    heading = ("Rank", "No.", "Name", "Wins", "Losses", "Spread", "Rating", "Firsts", "Seconds")
    return write_csv(
        (*heading, *tie_breaks),
        ([*_place(line), line.firsts, line.seconds, *line.tie_breaks] for line in lines),
    )


def boards_csv(games: Iterable[GameRow]) -> bytes:
    """Returns the pairings of a round by board as CSV."""
    heading = ("Round", "Board", "No.", "Name", "Side", "No.", "Name", "Side", "Note")
    return write_csv(
        heading,
        (
            [g.round, g.board, *_named(g.one), g.sides[0], *_named(g.two), g.sides[1], g.note]
            for g in games
        ),
    )


def seats_csv(seats: Iterable[SeatRow]) -> bytes:
    """Returns the seat of everybody as CSV, in the order of the lines."""
    heading = ("Name", "No.", "Board", "Side", "Opponent", "Opponent no.", "Note")
    return write_csv(heading, (_seat(seat) for seat in seats))


def results_csv(parts: Iterable[str]) -> bytes:
    """Returns the results of all rounds as CSV, those of each written by `result_lines`."""
    heading = ("Round", "Board", "No.", "Name", "Score", "No.", "Name", "Score", "Note")
    return csv_of(heading, parts)


def result_lines(games: Iterable[GameRow]) -> str:
    """Returns results as lines of CSV; a game that is not in yet has no scores."""
    return csv_lines(
        [g.round, g.board, *_named(g.one), g.scores[0], *_named(g.two), g.scores[1], g.note]
        for g in games
    )


def wall_chart_csv(rounds: Sequence[int], parts: Iterable[str]) -> bytes:
    """Returns the wall chart as CSV: four columns a round, after the standing of the entry.

    Its lines were written by `chart_lines`.
    """
    heading = ["Rank", "No.", "Name", "Wins", "Losses", "Spread", "Rating"]
    for number in rounds:
        words = ("opponent", "outcome", "own score", "opponent's score")
        heading += [f"R{number} {word}" for word in words]
    return csv_of(heading, parts)


def chart_lines(lines: Iterable[ChartLine]) -> str:
    """Returns rows of the wall chart as lines of CSV."""
    return csv_lines(map(_chart_row, lines))


def _place(line: StandingsLine) -> list[Cell]:
    won, lost = points(line.half_wins), points(line.half_losses)
    return [line.rank, *_named(line.player), won, lost, line.spread, line.rating or None]


def _chart_row(line: ChartLine) -> list[Cell]:
    row = _place(line.place)
    for cell in line.cells:
        row += [cell.against, cell.letter, cell.score, cell.opponent_score]
    return row


def _seat(seat: SeatRow) -> list[Cell]:
    against = seat.against
    opponent: list[Cell] = [None, None] if against is None else [against.name, against.number]
    return [seat.player.name, seat.player.number, seat.board, seat.side, *opponent, seat.note]


def _named(player: PlayerCells | None) -> list[Cell]:
    return [None, None] if player is None else [player.number, player.name]
