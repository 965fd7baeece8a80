"""The missing parts of an event: named before it is closed, each with the page to settle it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from core.phrases import joined_by_and, phrase, phrase_count
from tournaments.board_games.queries.findings import GamesOfRound, games_to_look_at
from tournaments.challenges.queries import contradicted_rulings
from tournaments.kernel.queries.claims import disputes_of
from tournaments.kernel.queries.exceptions import exceptions_of
from tournaments.kernel.queries.play import open_draws
from tournaments.kernel.queries.sheet import BoardLine, Sheet, load_sheet
from tournaments.models import Round, Tournament
from tournaments.prizes.queries.books import books_of
from tournaments.prizes.queries.now import prizes_now
from tournaments.prizes.queries.offered import rows_of
from tournaments.standings.attendance import takes_part

NAMED = 6
"""How many boards of a round are named; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """One thing that is open, as a phrase; `step` is the page of the desk that settles it.

    `round` is 0 where it is about a whole division, `entry` where it is about no single board.
    """

    text: str
    step: str
    division: str
    round: int = 0
    entry: int = 0

    @property
    def query(self) -> str:
        """The query of the address at which the page of `step` is about this."""
        about = {"division": self.division, "round": self.round, "entry": self.entry}
        return urlencode({name: value for name, value in about.items() if value}, quote_via=quote)


@dataclass(frozen=True, slots=True)
class Looked:
    """A division as it was read, with its drafts, to tell how far it is and what it lacks.

    `draws` are (round, board) of games of which it is not recorded who started, `games` the rounds
    whose recorded games want somebody.
    """

    sheet: Sheet
    draws: tuple[tuple[int, int], ...]
    games: tuple[GamesOfRound, ...]


def look_at(event: Tournament) -> list[Looked]:
    """Returns the divisions of an event in their order, all that is told of them read once."""
    divisions = event.divisions.select_related("tournament", "rated").order_by("position", "name")
    sheets = [load_sheet(division, drafts=True) for division in divisions]
    return [
        Looked(
            sheet,
            draws=tuple(open_draws(sheet.division, sheet.division.planned_rounds + 1)),
            games=games_to_look_at(sheet),
        )
        for sheet in sheets
    ]


def unfinished_of(event: Tournament, divisions: Iterable[Looked]) -> list[Unfinished]:
    """Returns the open ends of an event, division by division; those of rulings come last."""
    ends = [end for division in divisions for end in _of(division)]
    return [
        *_contested(event),
        *ends,
        *_disputed(event),
        *_decided_otherwise(event),
        *_of_prizes(event),
    ]


def unfinished_phrases(event: Tournament) -> list[str]:
    """Returns a phrase for each open end of an event: what the journal keeps of a closing."""
    return [end.text for end in unfinished_of(event, look_at(event))]


def _of(looked: Looked) -> Iterator[Unfinished]:
    sheet = looked.sheet
    division, name = sheet.division, sheet.division.name
    stages = sorted(sheet.stages.items())
    published = [number for number, stage in stages if stage == Round.Stage.PUBLISHED]
    for number in published:
        yield from _missing(sheet, number)
    for number, stage in stages:
        if stage == Round.Stage.DRAFT:
            text = phrase(
                "division {division}, round {round}: a draft that was never published",
                division=name,
                round=number,
            )
            yield Unfinished(text, "round", name, number)
    if published and len(published) < division.planned_rounds:
        text = phrase_count(
            "division {division}: only {published} of {count} round was published",
            "division {division}: only {published} of {count} rounds were published",
            count=division.planned_rounds,
            division=name,
            published=len(published),
        )
        yield Unfinished(text, "change-rounds", name)
    for number, board in looked.draws:
        text = phrase(
            "division {division}, round {round}, board {board}: who started is not known",
            division=name,
            round=number,
            board=board,
        )
        yield Unfinished(text, "record-start", name, number)
    for found in looked.games:
        for said in found.clauses:
            text = phrase("division {division}, {finding}", division=name, finding=said)
            yield Unfinished(text, "games", name, found.round)


def _missing(sheet: Sheet, number: int) -> Iterator[Unfinished]:
    boards = [board for board in sheet.by_round.get(number, ()) if board.reason is None]
    if boards:
        text = phrase_count(
            "division {division}, round {round}: {count} result is missing, of board {boards}",
            "division {division}, round {round}: {count} results are missing, of board {boards}",
            count=len(boards),
            division=sheet.division.name,
            round=number,
            boards=_listed(boards),
        )
        yield Unfinished(text, "enter", sheet.division.name, number)
    if sheet.division.tournament.night_of:
        return  # On a night everybody plays as they come: who has no game in a wave lacks nothing.
    seated = {seat.entry for board in sheet.by_round.get(number, ()) for seat in board.seats}
    for entry in sheet.entries.values():
        if entry.number not in seated and takes_part(entry.away, number):
            text = phrase(
                "division {division}, round {round}: no. {number} {name} has no place",
                division=sheet.division.name,
                round=number,
                number=entry.number,
                name=entry.entered_name,
            )
            yield Unfinished(text, "round", sheet.division.name, number)


def _listed(boards: list[BoardLine]) -> str:
    labels = [str(label) for label in sorted(board.number or board.slot for board in boards)]
    if len(labels) > NAMED:
        labels[NAMED:] = [phrase("{count} more", count=len(labels) - NAMED)]
    last = labels.pop()
    return joined_by_and([", ".join(map(str, labels)), last] if labels else [last])


def _contested(event: Tournament) -> Iterator[Unfinished]:
    for one in exceptions_of(event):
        text = phrase(
            "division {division}, round {round}, board {board}: two people say different things",
            division=one.division,
            round=one.round,
            board=one.label,
        )
        yield Unfinished(text, "exceptions", one.division, one.round)


def _of_prizes(event: Tournament) -> Iterator[Unfinished]:
    """Yields the prizes that nobody has won, and how many winners are still to be paid."""
    if not rows_of(event):
        return
    now = prizes_now(event)
    for one in now.list:
        if not one.winners:
            text = phrase("{prize}: nobody has won it. {why}", prize=one.title, why=one.why)
            yield Unfinished(text.removesuffix("."), "prizes", one.prize.division)
    unpaid = sum(payee.due > 0 for payee in books_of(now).payees)
    if unpaid:
        text = phrase_count(
            "{count} winner is still to be paid",
            "{count} winners are still to be paid",
            count=unpaid,
        )
        yield Unfinished(text, "event-money", "")


def _disputed(event: Tournament) -> Iterator[Unfinished]:
    for board in disputes_of(event):
        text = phrase(
            "division {division}, round {round}, board {board}: the players disagree about the "
            "result",
            division=board.division,
            round=board.round,
            board=board.label,
        )
        yield Unfinished(text, "settle-dispute", board.division, board.round, board.entries[0])


def _decided_otherwise(event: Tournament) -> Iterator[Unfinished]:
    for ruling in contradicted_rulings(event):
        text = phrase(
            "division {division}, round {round}, board {board}: ruling {number} gave the game to "
            "{winner}, but the result says otherwise",
            division=ruling.division,
            round=ruling.round,
            board=ruling.label,
            number=ruling.number,
            winner=ruling.winner,
        )
        yield Unfinished(text, "correct-result", ruling.division, ruling.round, ruling.by.number)
