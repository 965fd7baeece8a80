"""An event as a film shows it: its published rounds in their order, by public names alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.kernel.queries.sheet import BoardLine, Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import standings_of_rounds
from tournaments.models import Tournament
from tournaments.readmodel.wording import outcome_of


@dataclass(frozen=True, slots=True)
class FilmBoard:
    """A board of a round: its number, who sits there (`two` None for somebody alone), the result.

    `kind` is win, loss or tie of the first, empty without a result.
    """

    number: int
    one: int
    two: int | None
    result: str
    kind: str


@dataclass(frozen=True, slots=True)
class FilmRow:
    """A line of the standings after a round; `place` None out of the ranking, halves are halves."""

    entry: int
    place: int | None
    half_wins: int
    half_losses: int
    spread: int


@dataclass(frozen=True, slots=True)
class FilmRound:
    """A round with its boards, and the standings after it in their order."""

    number: int
    boards: tuple[FilmBoard, ...]
    standings: tuple[FilmRow, ...]


@dataclass(frozen=True, slots=True)
class FilmDivision:
    """A division: public names by number, and its published rounds."""

    name: str
    names: dict[int, str]
    rounds: tuple[FilmRound, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """An event to be played again."""

    event: str
    when: str
    place: str
    divisions: tuple[FilmDivision, ...]


def film_of(event: Tournament) -> Film:
    """Returns the film of an event: what the public was shown, no draft and no private name.

    Equal events give equal films. A bounded number of queries for each division.
    """
    divisions = event.divisions.select_related("tournament").order_by("position", "name")
    return Film(
        event=event.name,
        when=str(event.when or ""),
        place=event.place,
        divisions=tuple(_division(load_sheet(division)) for division in divisions),
    )


def _division(sheet: Sheet) -> FilmDivision:
    standings = standings_of_rounds(sheet, sheet.last_round)
    return FilmDivision(
        name=sheet.division.name,
        names={entry.number: entry.name for entry in sheet.entries.values() if not entry.moved_to},
        rounds=tuple(
            FilmRound(
                number,
                tuple(_boards(boards)),
                tuple(
                    FilmRow(row.number, row.rank, row.half_wins, row.half_losses, row.spread)
                    for row in standings.get(number, ())
                    if not sheet.entries[row.number].moved_to
                ),
            )
            for number, boards in sheet.by_round.items()
        ),
    )


def _boards(boards: list[BoardLine]) -> Iterator[FilmBoard]:
    ordered = sorted(boards, key=lambda one: (one.two is None, one.number or 0, one.slot))
    for board in ordered:
        one, two = board.one, board.two
        yield FilmBoard(
            board.number or 0,
            one.entry,
            None if two is None else two.entry,
            str(outcome_of(board, one, two)),
            _kind(board),
        )


def _kind(board: BoardLine) -> str:
    if board.reason is None or board.two is None:
        return ""
    lead = board.one.won - board.two.won
    return "win" if lead > 0 else "loss" if lead < 0 else "tie"
