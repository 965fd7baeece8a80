"""The progress of each round of a division, in lines that lead to the rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.phrases import phrase
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.play import RoundState
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.kernel.wording.listing import some_of
from tournaments.models import Round
from tournaments.standings.attendance import takes_part

Link = tuple[int, str, bool, str]
NAMED = 12
"""At most this many boards or entries are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of the overview; `missing` names what it lacks, `href` leads to its page."""

    number: int
    state: RoundState
    games: int
    results: int
    missing: tuple[str, ...]
    href: str


def round_lines(sheet: Sheet) -> tuple[RoundLine, ...]:
    """Returns the rounds of a division; states are those of `round_state`, from one sheet."""
    numbers = range(1, sheet.division.planned_rounds + 1)
    return tuple(_round_line(sheet, number) for number in numbers)


def round_links(lines: Iterable[RoundLine], here: int | None = None) -> tuple[Link, ...]:
    """Returns (number, address, whether it is here, "open" while it is played) of each round."""
    return tuple(
        (
            line.number,
            line.href,
            line.number == here,
            phrase("open") if line.state == RoundState.PUBLISHED else "",
        )
        for line in lines
    )


def _round_line(sheet: Sheet, number: int) -> RoundLine:
    slug = sheet.division.tournament.slug
    boards = sheet.by_round.get(number, [])
    games = [board for board in boards if board.two is not None]
    waiting = sorted((b.number or b.slot, b.slot, b) for b in boards if b.reason is None)
    open_boards = [_called(b) for _, _, b in waiting]
    seated = {seat.entry for board in boards for seat in board.seats}
    unseated = [
        f"#{entry.number} {entry.entered_name}"
        for entry in sheet.entries.values()
        if number in sheet.stages
        and entry.number not in seated
        and takes_part(entry.away, number)
        # On a night everybody plays as they come: who has no game in a wave lacks nothing.
        and not sheet.division.tournament.night_of
    ]
    stage = sheet.stages.get(number)
    missing: list[str] = []
    if stage == Round.Stage.PUBLISHED and open_boards:
        missing.append(phrase("results of {boards}", boards=some_of(open_boards, NAMED)))
    if unseated:
        missing.append(phrase("a seat for {entries}", entries=some_of(unseated, NAMED)))
    return RoundLine(
        number=number,
        state=_state(sheet, stage, bool(missing)),
        games=len(games),
        results=sum(board.reason is not None for board in games),
        missing=tuple(missing),
        href=desk_link("round", slug, division=sheet.division.name, round=number),
    )


def _state(sheet: Sheet, stage: str | None, lacks: bool) -> RoundState:
    if sheet.division.tournament.closed:
        return RoundState.CLOSED
    if stage is None:
        return RoundState.PLANNED
    if stage == Round.Stage.DRAFT:
        return RoundState.DRAFT
    return RoundState.PUBLISHED if lacks else RoundState.COMPLETE


def _called(board: BoardLine) -> str:
    if board.two is None:
        return phrase("#{number} sitting out", number=board.one.entry)
    return phrase("board {number}", number=board.number or board.slot)
