"""The recorded games of boards for programs: handed in, confirmed, refused, corrected, removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404
from django.urls import reverse

from api.fresh_keys import fresh_key
from api.operations import Asked, Download, Give, SentFile, Whole, register_api
from core.roles.table import Permission
from games.api.desk import KEY_LENGTH, handed_in, sent_original
from games.models import Game
from games.views.original import KIND
from tournaments.board_games.commands.confirming import (
    ConfirmBoardGame,
    RefuseBoardGame,
    RemoveBoardGame,
)
from tournaments.board_games.commands.games import CorrectBoardGame, RecordBoardGame
from tournaments.board_games.commands.hand_in import OpenHandIn, RenewLink, RenewLinks
from tournaments.board_games.queries.board_games import shown_as
from tournaments.board_games.queries.entry_links import tokens_of
from tournaments.board_games.queries.findings import KeptGame, games_by_board
from tournaments.kernel.api_addresses import DIVISION, EVENT, ROUND, event_stream
from tournaments.kernel.queries.play import division_of_event
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Entry

GAMES = f"{ROUND}/games"
GAME = f"{GAMES}/<slug:game>"
_HIDDEN = ("content", "source", "by")


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """The record of a board's game as GCG."""

    gcg: str


@dataclass(frozen=True, slots=True)
class BoardGameShown:
    """A game that was handed in for a board, as its director has it.

    `state` is waiting, confirmed or refused. `handed_in_by` is the number of the entry that did it
    by its link, null for the director. `mismatches` say what does not agree with the result;
    `seen` names this record of it for the commands that confirm and refuse.
    """

    board: int | None
    entries: list[int]
    game: str
    state: str
    handed_in_by: int | None
    handed_in_at: datetime
    mismatches: list[str]
    refusal: str
    seen: str


@dataclass(frozen=True, slots=True)
class EntryLinkShown:
    """The link by which an entry hands in its own games: whoever has it can do that."""

    entry: int
    name: str
    path: str


def _need_division(asked: Asked) -> Division:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    return division


def _games(asked: Asked) -> list[BoardGameShown]:
    sheet = load_sheet(_need_division(asked))
    if asked["round"] not in sheet.by_round:
        raise Http404
    return [
        _game(board.line.number, [seat.entry for seat in board.line.seats], kept)
        for board in games_by_board(sheet, asked["round"])
        for kept in board.games
    ]


def _game(board: int | None, entries: list[int], kept: KeptGame) -> BoardGameShown:
    return BoardGameShown(
        board=board,
        entries=entries,
        game=kept.game.key,
        state=kept.game.state,
        handed_in_by=kept.giver,
        handed_in_at=kept.game.handed_in_at,
        mismatches=[str(one) for one in kept.mismatches],
        refusal=str(kept.refusal),
        seen=shown_as(kept.row),
    )


def _links(asked: Asked) -> list[EntryLinkShown]:
    division = _need_division(asked)
    entries = Entry.objects.in_bulk(division.entries.values_list("pk", flat=True))
    tokens = tokens_of(entries.values(), division.tournament)
    return [
        EntryLinkShown(line.number, line.name, reverse("phone", kwargs={"token": tokens[line.pk]}))
        for line in load_sheet(division).entries.values()
    ]


def _original(asked: Asked) -> SentFile:
    rows = Game.objects.filter(
        key=asked["game"],
        board_game__board__round__number=asked["round"],
        board_game__board__round__division=_need_division(asked),
    )
    return sent_original(rows.first())


def _recorded(asked: Asked, given: BoardRecord) -> Mapping[str, Any]:
    return {**handed_in(given.gcg), "game": fresh_key(asked, KEY_LENGTH)}


def _corrected(_: Asked, given: BoardRecord) -> Mapping[str, Any]:
    return handed_in(given.gcg)


register_api(
    "games of boards",
    Whole(
        path=GAMES,
        name="board_games_list",
        says="Lists the games that were handed in for the boards of a round.",
        shape=BoardGameShown,
        items=_games,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(
        path=GAMES,
        name="board_game_record",
        command=RecordBoardGame,
        takes=BoardRecord,
        made=_recorded,
        hidden=("game", *_HIDDEN),
    ),
    Give(
        path=f"{GAME}/record",
        name="board_game_correct",
        command=CorrectBoardGame,
        verb="PUT",
        takes=BoardRecord,
        made=_corrected,
        hidden=("content", "source"),
    ),
    Give(
        path=f"{GAME}/confirmation",
        name="board_game_confirm",
        command=ConfirmBoardGame,
        hidden=("by",),
    ),
    Give(path=f"{GAME}/refusal", name="board_game_refuse", command=RefuseBoardGame, hidden=("by",)),
    Give(path=f"{GAME}/removal", name="board_game_remove", command=RemoveBoardGame, hidden=("by",)),
    Download(
        path=f"{GAME}/original",
        name="board_game_original",
        says="Sends what was handed in for a board, byte for byte.",
        file=_original,
        kinds=(KIND,),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=f"{DIVISION}/hand_in", name="hand_in_change", command=OpenHandIn, verb="PUT"),
    Whole(
        path=f"{DIVISION}/links",
        name="entry_links_list",
        says="Lists the links by which the entries of a division hand in their games.",
        shape=EntryLinkShown,
        items=_links,
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
    Give(
        path=f"{DIVISION}/links/<number:entry>/renewal",
        name="entry_link_renew",
        command=RenewLink,
    ),
    Give(path=f"{EVENT}/links_renewed", name="entry_links_renew", command=RenewLinks),
)
