"""The wall chart: every player, every round, with the running record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.web.site import Site
from core.wording import half, record, signed
from ratings.wording import rating
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import Book, Turn
from tournaments.readmodel.frame import division_frame, render
from tournaments.readmodel.rows import rows
from tournaments.readmodel.wording import (
    kind_of,
    letter_of,
    outcome_of,
    places,
    side_word,
    unranked_word,
)
from tournaments.standings.records import StandingsRow


class Cell(NamedTuple):
    """A player's round: the result, whom against and on which side, and the record after it."""

    kind: str
    letter: str
    against: str
    side: str
    score: str
    running: str


NO_CELL = Cell("", "", "", "", "", "")


class Row(NamedTuple):
    """A player's row of the chart."""

    number: int
    name: str
    href: str | None
    rating: str
    cells: Sequence[Cell]
    rank: str
    record: str
    spread: str
    unranked: str


def wallchart_page(book: Book, site: Site) -> str:
    """Returns the wall chart of all published rounds."""
    context = division_frame(book, site, title="Wall chart", section="Wall chart")
    numbers = sorted(book.sheet.stages)
    context |= {"numbers": numbers, "span": len(numbers) + 4, "counted": counted_through(book)}
    chart = [(row.number, row) for row in chart_rows(book, site, numbers)]
    context["rows"] = rows(book, site, "public/_wallchart_row", chart)
    return render("public/wallchart", context)


def chart_rows(book: Book, site: Site, numbers: list[int]) -> list[Row]:
    """Returns the rows of the chart, with a square for each of these published rounds.

    The sums and the places are those of the standings: after the last complete round, and none
    before the first.
    """
    after = [book.rows_after(number) for number in numbers]
    turns = [book.turns(number) for number in numbers]
    now, totals = book.rows_after(book.published), book.rows_after(book.complete)
    place, counts = places(book.table(book.complete)), bool(book.complete)
    chart = []
    for entry in book.sheet.entries.values():
        total, unranked = totals[entry.number], unranked_word(now[entry.number], entry)
        chart.append(
            Row(
                number=entry.number,
                name=entry.name,
                href=site.href(division_path(book.division, "player", entry.number)),
                rating=rating(entry.rating),
                cells=_cells(
                    book,
                    entry.number,
                    [turn.get(entry.number) for turn in turns],
                    [row[entry.number] for row in after],
                ),
                rank=place[entry.number] if counts and not unranked else "",
                record=record(total.half_wins, total.half_losses) if counts else "",
                spread=signed(total.spread) if counts else "",
                unranked=unranked,
            )
        )
    return chart


def counted_through(book: Book) -> str:
    """Returns through which round the sums count while a later one is being played."""
    if book.complete == book.published:
        return ""
    if not book.complete:
        return "wins, spread and place come with the first complete round"
    return f"wins, spread and place are those after round {book.complete}"


def _cells(
    book: Book, number: int, turns: list[Turn | None], after: list[StandingsRow]
) -> list[Cell]:
    """Returns the squares of an entry, which its own rounds make."""
    return book.memo.derived(
        ("cells", number),
        (turns, [(row.half_wins, row.spread) for row in after], book.open_rounds),
        lambda: [_cell(book, turn, row) for turn, row in zip(turns, after, strict=True)],
    )


def _cell(book: Book, turn: Turn | None, after: StandingsRow) -> Cell:
    if turn is None:
        return NO_CELL
    board, seat, other = turn
    against = str(other.entry) if other else ""
    if board.reason is None:
        return Cell("", "", against, side_word(seat), "", "")
    if other is None and board.round in book.open_rounds:
        # It counts when the round does, as in the standings.
        return Cell("", "", "", "", outcome_of(board, seat, other), "")
    running = f"{half(after.half_wins)} {signed(after.spread)}"
    score = outcome_of(board, seat, other)
    side = side_word(seat, board)
    return Cell(kind_of(seat), letter_of(seat), against, side, score, running)
