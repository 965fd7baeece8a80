"""Where a line of the entry page leads: another round or division, and the next slip."""

from __future__ import annotations

from typing import Any

from core.errors import UserError
from core.phrases import phrase
from tournaments.claiming import ClaimStanding
from tournaments.entry_line.intents import Whom
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.play import last_published
from tournaments.models import Division
from tournaments.results.forms.entry_line import EntryLineForm
from tournaments.results.forms.line_commands import LineContext, claimed_at
from tournaments.results.queries import BoardNow, boards_of, following_slip
from tournaments.results.views.line import echo_of


def address_of(where: LineContext, **more: Any) -> str:
    """Returns the address of the page for a round; `more` are further values of its query."""
    values = {"division": where.division.name, "round": where.round, **more}
    return desk_link("enter", where.division.tournament.slug, **values)


def a_round(division: Division, number: int) -> int:
    """Returns a round that a line leads to; UserError for one that there is not."""
    if not 1 <= number <= division.planned_rounds:
        raise UserError(
            phrase(
                "Division {division} has rounds 1 to {rounds}.",
                division=division.name,
                rounds=division.planned_rounds,
            ),
            code="round.unknown",
        )
    return number


def division_address(where: LineContext, name: str) -> str:
    """Returns the page of a division that a line leads to; UserError for one there is not."""
    event = where.division.tournament
    names = list(event.divisions.values_list("name", flat=True))
    found = next((one for one in names if one.lower() == name.lower()), None)
    if found is None:
        raise UserError(
            phrase(
                "There is no division {division}; choose one of {names}.",
                division=name,
                names=", ".join(names),
            ),
            code="unknown",
        )
    number = last_published(event.divisions.get(name=found)) or 1
    return desk_link("enter", event.slug, division=found, round=number)


def dispute_address(where: LineContext, whom: Whom) -> str:
    """Returns the page where a dispute of a board is settled; UserError where there is none."""
    board, claimed = claimed_at(whom, where)
    slug = where.division.tournament.slug
    if claimed is not None and claimed.standing is ClaimStanding.DISPUTED:
        at = {"division": where.division.name, "round": where.round}
        return desk_link("settle-dispute", slug, **at, entry=claimed.entries[0])
    if board.exception:
        return desk_link("exceptions", slug)
    raise UserError(
        phrase("Nobody disputes the result of board {board}.", board=board.label),
        code="claim.not_disputed",
    )


def slip_at(where: LineContext, board: int | None) -> int:
    """Returns the slot of a board, None for the first without a result, as slip order begins."""
    boards = _boards_of(where)
    if board is None:
        first = following_slip(boards, None)
        if first is None:
            raise UserError(
                phrase("No result is missing in round {round}.", round=where.round),
                code="board.unknown",
            )
        return first
    found = next((one.slot for one in boards if one.is_game and one.label == board), None)
    if found is None:
        raise UserError(
            phrase("Round {round} has no board {board}.", round=where.round, board=board),
            code="board.unknown",
        )
    return found


def next_slip(form: EntryLineForm, where: LineContext, seq: int, at: int) -> int | None:
    """Returns the place of slip order after a line was done: what came of its board moves it on."""
    boards = _boards_of(where)
    its_own = next((board for board in boards if board.slot == at), None)
    if form.is_slip(where.division) or (its_own is not None and its_own.reason is not None):
        return following_slip(boards, at)
    echo = echo_of(where, seq)
    return echo.board.slot if echo.undone and echo.board is not None else at


def _boards_of(where: LineContext) -> list[BoardNow]:
    return boards_of(where.division, where.round)
