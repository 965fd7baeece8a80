"""Results of a round, board by board."""

from __future__ import annotations

from typing import NamedTuple

from core.phrases import phrase
from core.web.site import Site
from core.wording import signed
from games.medals import Medal
from games.pages.medals import ShownMedal, shown_medals
from ratings.wording import rating
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import division_frame, render, rows
from tournaments.readmodel.wording import (
    is_first,
    kind_of,
    letter_of,
    note_of,
    outcome_of,
    side_word,
)


class ResultSide(NamedTuple):
    """One player of a board with what came of it."""

    number: int
    name: str
    href: str | None
    side: str
    goes_first: bool
    rating: str
    score: str
    kind: str
    letter: str
    high: bool


class ResultLine(NamedTuple):
    """A board of the round with its result: who went first is named first.

    `game` leads to its recorded game, None without one; `has_record` says that it holds a record.
    """

    board: str
    one: ResultSide
    two: ResultSide
    spread: str
    known: bool
    note: str
    game: str | None
    has_record: bool


class RecordBoard(NamedTuple):
    """A board whose game holds records."""

    board: str
    medals: list[ShownMedal]


class SatOut(NamedTuple):
    """Somebody who met nobody in the round, and what it counted."""

    number: int
    name: str
    href: str | None
    word: str
    spread: str


def results_page(read_model: DivisionReadModel, site: Site, number: int | None = None) -> str:
    """Returns the results of a round, by default of the last published one.

    Raises PageMissing for a round that is not published.
    """
    if number is not None:
        read_model.need_round(number)
    shown = number or read_model.published
    title = phrase("Results of round {round}", round=shown) if shown else phrase("Results")
    context = division_frame(
        read_model,
        site,
        title=title,
        section="Results",
        place=("results",),
        round_number=shown or None,
        own=("results", *([number] if number else [])),
    )
    context["round"] = shown
    if shown:
        boards = read_model.sheet.by_round[shown]
        high = _high_score(boards)
        games = [
            _outcome(read_model, site, board, high) for board in boards if board.two is not None
        ]
        games.sort(key=lambda game: (not game.board, int(game.board or 0)))
        context["rows"] = rows(
            read_model, site, "public/_results_row", [(game.one.number, game) for game in games]
        )
        context["records"] = _records(read_model, site, boards)
        context["alone"] = [
            _alone(read_model, site, board) for board in boards if board.two is None
        ]
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


def _outcome(
    read_model: DivisionReadModel, site: Site, board: BoardLine, high: int | None
) -> ResultLine:
    seats = sorted(board.seats, key=lambda seat: seat.side == "second")
    one, two = (_side(read_model, site, board, seat, high) for seat in seats)
    spread = abs(seats[0].spread) if seats[0].spread is not None else None
    return ResultLine(
        board=str(board.number or ""),
        one=one,
        two=two,
        spread="" if spread is None else str(spread),
        known=board.reason is not None,
        note=note_of(board, read_model.sheet),
        game=read_model.game_href(board, site),
        has_record=any(medal.place == 1 for medal in _medals(read_model, board)),
    )


def _medals(read_model: DivisionReadModel, board: BoardLine) -> tuple[Medal, ...]:
    return read_model.medals.get((board.round, board.slot), ())


def _records(
    read_model: DivisionReadModel, site: Site, boards: list[BoardLine]
) -> list[RecordBoard]:
    """Returns the boards of a round whose games hold records, with those."""
    held = [
        (board.number or 0, [medal for medal in _medals(read_model, board) if medal.place == 1])
        for board in boards
    ]
    return [
        RecordBoard(str(number or ""), shown_medals(medals, site))
        for number, medals in sorted(held, key=lambda one: one[0])
        if medals
    ]


def _side(
    read_model: DivisionReadModel, site: Site, board: BoardLine, seat: SeatLine, high: int | None
) -> ResultSide:
    entry = read_model.sheet.entries[seat.entry]
    return ResultSide(
        number=entry.number,
        name=entry.name,
        href=site.href(division_path(read_model.division, "player", entry.number)),
        side=side_word(seat, board),
        goes_first=is_first(seat, board),
        rating=rating(entry.rating),
        score="" if seat.score is None else str(seat.score),
        kind=kind_of(seat),
        letter=letter_of(seat),
        high=high is not None and seat.score == high,
    )


def _alone(read_model: DivisionReadModel, site: Site, board: BoardLine) -> SatOut:
    seat = board.one
    return SatOut(
        number=seat.entry,
        name=read_model.sheet.entries[seat.entry].name,
        href=site.href(division_path(read_model.division, "player", seat.entry)),
        word=outcome_of(board, seat, None),
        spread="" if seat.spread is None else signed(seat.spread),
    )
