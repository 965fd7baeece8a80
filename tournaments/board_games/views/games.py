"""The recorded games of an event at the desk: held against the results, and all that is done."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from core.phrases import joined_by_and, phrase
from core.roles.table import Permission
from core.web.view_access import View, reads, writes
from desk.access import number_in
from desk.giving import give_at
from desk.pages import CommandPage
from games.views.original import send_original
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.board_games.desk_pages import RECORD_GAME
from tournaments.board_games.queries.board_games import seats_of
from tournaments.board_games.queries.findings import BoardGames, KeptGame, games_by_board
from tournaments.kernel.desk.access import find_in_event, find_round, in_event
from tournaments.kernel.desk.context import EventContext, desk_link, divisions_of
from tournaments.kernel.desk.round_lines import round_lines
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import BoardGame, Division, Seat, Tournament

NOT_CHANGED = phrase("Neither changes the other: correct the one that is wrong.")


class ShownBoard(NamedTuple):
    """A board with its result and games as the page shows it; `add` is where one is handed in."""

    label: str
    players: str
    result: str
    games: tuple[KeptGame, ...]
    disagrees: bool
    waits: bool
    add: str


@reads
@in_event(Permission.VIEW)
def games_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the boards of a round with their games: what disagrees first, then what waits."""
    division, number = find_round(request, event)
    sheet = load_sheet(division)
    boards = [_shown(sheet, one) for one in games_by_board(sheet, number)]
    boards.sort(key=lambda board: (not board.disagrees, not board.waits))
    context = {
        "event": event,
        "tab": "games",
        "division": division,
        "number": number,
        "divisions": divisions_of(division, "games"),
        "rounds": _rounds(sheet, division, number),
        "boards": boards,
        "not_changed": NOT_CHANGED,
    }
    return render(request, "tournaments/board_games/games.html", context)


@writes(RecordBoardGame)
@in_event(Permission.ANNOTATE)
def record_game(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Puts the game of a board on record, or first asks of which board it is."""
    where = find_in_event(request, RECORD_GAME, event)
    if where.entry is not None:
        where = replace(where, seats=_pair(where, request.GET.get("opponent")))
    return give_at(request, RECORD_GAME, where)


def game_view(page: CommandPage) -> View:
    """Returns the view of a command on a game that is there."""

    @writes(page.command)
    @in_event(page.command.permission)
    def view(request: HttpRequest, event: Tournament, key: str) -> HttpResponseBase:
        return give_at(request, page, _context_of(request, event, key))

    return view


@reads
@in_event(Permission.VIEW)
def game_original(_request: HttpRequest, event: Tournament, key: str) -> HttpResponse:
    """Sends what was handed in, byte for byte; nothing that a browser would show or run."""
    return send_original(_find(event, key).game)


def _find(event: Tournament, key: str) -> BoardGame:
    recorded = (
        BoardGame.objects.select_related("game", "board__round__division__tournament")
        .filter(game__key=key, board__round__division__tournament=event)
        .first()
    )
    if recorded is None:
        raise Http404(phrase("This event has no such game."))
    return recorded


def _context_of(request: HttpRequest, event: Tournament, key: str) -> EventContext:
    recorded = _find(event, key)
    round_row = recorded.board.round
    return EventContext(
        request.user.get_username(),
        event=event,
        division=round_row.division,
        round=round_row.number,
        seats=tuple(seats_of(recorded.board_id)),
        game=recorded,
    )


def _pair(where: EventContext, opponent: str | None) -> tuple[Seat, ...]:
    """Returns the two of the board on which the entry meets the opponent, or anybody."""
    seats = Seat.objects.filter(
        entry=where.the_entry, round__division=where.the_division, round__number=where.the_round
    ).order_by("-board__slot")
    if opponent is not None:
        seats = seats.filter(board__seats__entry__number=number_in(opponent))
    pairs = [seats_of(board) for board in seats.values_list("board", flat=True)]
    return next((tuple(pair) for pair in pairs if len(pair) == 2), ())


def _rounds(sheet: Sheet, division: Division, here: int) -> tuple[tuple[int, str, bool, str], ...]:
    slug = division.tournament.slug
    return tuple(
        (
            line.number,
            desk_link("games", slug, division=division.name, round=line.number)
            if line.number in sheet.stages
            else "",
            line.number == here,
            "" if line.number in sheet.stages else phrase("not published yet"),
        )
        for line in round_lines(sheet)
    )


def _shown(sheet: Sheet, board: BoardGames) -> ShownBoard:
    line, division = board.line, sheet.division
    seats = sorted(line.seats, key=lambda seat: seat.side == "second")
    entries = [sheet.entries[seat.entry] for seat in seats]
    scores = [str(seat.score) for seat in seats if seat.score is not None]
    where = {"division": division.name, "round": line.round, "entry": entries[0].number}
    add = desk_link("record-game", division.tournament.slug, **where, opponent=entries[1].number)
    return ShownBoard(
        label=str(line.number or line.slot),
        players=joined_by_and(f"#{entry.number} {entry.entered_name}" for entry in entries),
        result="–".join(scores) or outcome_word(line.reason) or phrase("no result yet"),
        games=board.games,
        disagrees=board.disagrees,
        waits=board.waits,
        add="" if division.tournament.closed else add,
    )
