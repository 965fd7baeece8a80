"""Results of a round, board by board."""

from __future__ import annotations

from typing import NamedTuple

from core.web.site import Site
from core.wording import signed
from ratings.wording import rating
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import Book
from tournaments.readmodel.frame import division_frame, render
from tournaments.readmodel.rows import rows
from tournaments.readmodel.wording import kind_of, letter_of, note_of, outcome_of, side_word


class Side(NamedTuple):
    """One player of a board with what came of it."""

    number: int
    name: str
    href: str | None
    side: str
    rating: str
    score: str
    kind: str
    letter: str
    high: bool


class Outcome(NamedTuple):
    """A board of the round with its result: who went first is named first.

    `game` leads to its recorded game, None without one.
    """

    board: str
    one: Side
    two: Side
    spread: str
    known: bool
    note: str
    game: str | None


class Alone(NamedTuple):
    """Somebody who met nobody in the round, and what it counted."""

    number: int
    name: str
    href: str | None
    word: str
    spread: str


def results_page(book: Book, site: Site, number: int | None = None) -> str:
    """Returns the results of a round, by default of the last published one.

    Raises PageMissing for a round that is not published.
    """
    if number is not None:
        book.need_round(number)
    shown = number or book.published
    title = f"Results of round {shown}" if shown else "Results"
    context = division_frame(
        book,
        site,
        title=title,
        section="Results",
        place=("results",),
        round_number=shown or None,
    )
    context["round"] = shown
    if shown:
        boards = book.sheet.by_round[shown]
        high = _high_score(boards)
        games = [_outcome(book, site, board, high) for board in boards if board.two is not None]
        games.sort(key=lambda game: (not game.board, int(game.board or 0)))
        context["rows"] = rows(
            book, site, "public/_results_row", [(game.one.number, game) for game in games]
        )
        context["alone"] = [_alone(book, site, board) for board in boards if board.two is None]
    return render("public/results", context)


def _high_score(boards: list[BoardLine]) -> int | None:
    """Returns the highest score of a played game of the round."""
    scores = [
        seat.score
        for board in boards
        if board.begun
        for seat in board.seats
        if seat.score is not None
    ]
    return max(scores, default=None)


def _outcome(book: Book, site: Site, board: BoardLine, high: int | None) -> Outcome:
    seats = sorted(board.seats, key=lambda seat: seat.side == "second")
    one, two = (_side(book, site, board, seat, high) for seat in seats)
    spread = abs(seats[0].spread) if seats[0].spread is not None else None
    return Outcome(
        board=str(board.number or ""),
        one=one,
        two=two,
        spread="" if spread is None else str(spread),
        known=board.reason is not None,
        note=note_of(board, book.sheet),
        game=book.game_href(board, site),
    )


def _side(book: Book, site: Site, board: BoardLine, seat: SeatLine, high: int | None) -> Side:
    entry = book.sheet.entries[seat.entry]
    return Side(
        number=entry.number,
        name=entry.name,
        href=site.href(division_path(book.division, "player", entry.number)),
        side=side_word(seat, board),
        rating=rating(entry.rating),
        score="" if seat.score is None else str(seat.score),
        kind=kind_of(seat),
        letter=letter_of(seat),
        high=high is not None and seat.score == high,
    )


def _alone(book: Book, site: Site, board: BoardLine) -> Alone:
    seat = board.one
    return Alone(
        number=seat.entry,
        name=book.sheet.entries[seat.entry].name,
        href=site.href(division_path(book.division, "player", seat.entry)),
        word=outcome_of(board, seat, None),
        spread="" if seat.spread is None else signed(seat.spread),
    )
