"""Pairings of a round, by board and from A to Z."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone

from core.phrases import phrase
from core.web.frame import Context
from core.web.site import Site
from core.wording import ordinal, record, signed, time_zone
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import DivisionReadModel, EntryRound, pair_of
from tournaments.readmodel.frame import Place, division_frame, render, rows, unpaired_round
from tournaments.readmodel.wording import is_first, outcome_of, side_word


class SeatedPlayer(NamedTuple):
    """A player at a board, with the record before the round."""

    number: int
    name: str
    href: str | None
    side: str
    goes_first: bool
    before: str


class PairingLine(NamedTuple):
    """A board of the round: who goes first is named first; `changed` after the publication."""

    board: str
    one: SeatedPlayer
    two: SeatedPlayer
    notes: list[str]
    changed: bool


class SittingOut(NamedTuple):
    """Somebody who meets nobody in the round, and why."""

    player: SeatedPlayer
    word: str


class NameLine(NamedTuple):
    """A player's line in the list from A to Z; `filed` is the name as such a list has it."""

    player: SeatedPlayer
    board: str
    against: SeatedPlayer | None
    word: str
    filed: str


def board_pairings_page(
    read_model: DivisionReadModel, site: Site, number: int | None = None
) -> str:
    """Returns the pairings of a round by board, by default of the last published one.

    Raises PageMissing for a round that is not published.
    """
    context = _frame(read_model, site, number, by="board", place=("pairings",))
    shown = context["round"]
    if shown:
        boards = read_model.sheet.by_round[shown]
        context |= board_list(read_model, site, boards)
        games = [(game.one.number, game) for game in context["games"]]
        context["rows"] = rows(read_model, site, "public/_pairings_row", games)
    return render("public/pairings", context)


def name_pairings_page(read_model: DivisionReadModel, site: Site, number: int | None = None) -> str:
    """Returns where each player sits, from A to Z, by default in the last published round.

    Raises PageMissing for a round that is not published.
    """
    context = _frame(read_model, site, number, by="name", place=("pairings", "names"))
    shown = context["round"]
    seats = [(seat.player.number, seat) for seat in name_list(read_model, site, shown)]
    context["rows"] = rows(read_model, site, "public/_pairings_names_row", seats)
    return render("public/pairings_names", context)


def board_list(read_model: DivisionReadModel, site: Site, boards: Sequence[BoardLine]) -> Context:
    """Returns these boards of a round: the `games` by board, and who is `alone`.

    `sided` says that who goes first is known at every board.
    """
    games = [_game(read_model, site, board) for board in boards if board.two is not None]
    games.sort(key=lambda game: (not game.board, int(game.board or 0)))
    return {
        "games": games,
        "sided": all(game.one.goes_first for game in games),
        "alone": [_alone(read_model, site, board) for board in boards if board.two is None],
    }


def name_list(read_model: DivisionReadModel, site: Site, number: int) -> list[NameLine]:
    """Returns where each player sits in a published round, from A to Z; nobody before round 1."""
    return [_seat(read_model, site, turn) for turn in read_model.turns_by_name(number)]


def _frame(
    read_model: DivisionReadModel, site: Site, number: int | None, *, by: str, place: Place
) -> Context:
    if number is not None:
        read_model.need_round(number)
    shown = number or read_model.published
    if by == "name":
        title = (
            phrase("Pairings of round {round}, A–Z", round=shown)
            if shown
            else phrase("Pairings, A–Z")
        )
    else:
        title = phrase("Pairings of round {round}", round=shown) if shown else phrase("Pairings")
    tail = (shown,) if number else ()
    context = division_frame(
        read_model,
        site,
        title=title,
        section="Pairings",
        place=place,
        round_number=shown or None,
        own=(*place[:1], *tail, *place[1:]),
    )
    by_board = site.href(division_path(read_model.division, "pairings", *tail))
    by_name = site.href(division_path(read_model.division, "pairings", *tail, "names"))
    orders = [
        (phrase("By board"), by_board, by == "board"),
        (phrase("By name"), by_name, by == "name"),
    ]
    changed_at = _changed_at(read_model, shown)
    wall = site.href(division_path(read_model.division, "why"))
    around = {"orders": orders, "changed_at": changed_at, "wall": wall}
    return {**context, "round": shown, **_after(read_model, shown), **around}


def _after(read_model: DivisionReadModel, shown: int) -> Context:
    """Returns what a list is to say where its round is the last published one, and over.

    That is the round that is not paired yet, or that no other is to come: somebody would go and
    sit at these boards.
    """
    if not 0 < shown == read_model.published == read_model.complete:
        return {"unpaired": 0, "is_over": False}
    ahead = unpaired_round(read_model)
    return {"unpaired": ahead, "is_over": not ahead}


def _changed_at(read_model: DivisionReadModel, number: int) -> str:
    """Returns the time at which a posted round was last rearranged, empty where it was not."""
    rounds = read_model.division.rounds.filter(number=number, changed_at__isnull=False)
    at = rounds.values_list("changed_at", flat=True).first()
    return "" if at is None else f"{timezone.localtime(at):%H:%M} {time_zone(at)}"


def _game(read_model: DivisionReadModel, site: Site, board: BoardLine) -> PairingLine:
    assert board.two is not None
    seats = sorted(board.seats, key=lambda seat: seat.side == "second")
    one, two = (_player(read_model, site, board.round, seat) for seat in seats)
    changed = board.changed_at is not None
    return PairingLine(str(board.number or ""), one, two, _notes(read_model, board), changed)


def _notes(read_model: DivisionReadModel, board: BoardLine) -> list[str]:
    notes = []
    if board.one.side == "draw":
        notes.append(phrase("draw for the start"))
    met = bisect_right(read_model.meetings[pair_of(board)], board.round)
    if met > 1:
        notes.append(phrase("{met} meeting", met=ordinal(met)))
    if board.reason in ("forfeit", "both_absent"):
        notes.append(phrase("forfeit") if board.reason == "forfeit" else phrase("neither came"))
    return notes


def _alone(read_model: DivisionReadModel, site: Site, board: BoardLine) -> SittingOut:
    return SittingOut(_player(read_model, site, board.round, board.one), _word(board, board.one))


def _word(board: BoardLine, seat: SeatLine) -> str:
    """Returns why somebody sits out, with the spread it gives."""
    word = outcome_of(board, seat, None)
    return f"{word} {signed(seat.spread)}" if seat.spread is not None else word


def _seat(read_model: DivisionReadModel, site: Site, turn: EntryRound) -> NameLine:
    board, seat, other = turn
    player, name = (
        _player(read_model, site, board.round, seat),
        str(read_model.sheet.entries[seat.entry].filed),
    )
    if other is None:
        return NameLine(player, "", None, _word(board, seat), name)
    against = _player(read_model, site, board.round, other)
    return NameLine(player, str(board.number or ""), against, "", name)


def _player(read_model: DivisionReadModel, site: Site, number: int, seat: SeatLine) -> SeatedPlayer:
    row = read_model.rows_after(number - 1)[seat.entry]
    return SeatedPlayer(
        number=seat.entry,
        name=read_model.sheet.entries[seat.entry].name,
        href=site.href(division_path(read_model.division, "player", seat.entry)),
        side=side_word(seat),
        goes_first=is_first(seat),
        before=f"{record(row.half_wins, row.half_losses)} {signed(row.spread)}",
    )
