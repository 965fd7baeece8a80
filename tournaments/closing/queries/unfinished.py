"""The missing parts of an event: named before it is closed, each with the page to settle it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from core.phrases import phrase
from tournaments.board_games.queries.findings import GamesOfRound, games_to_look_at
from tournaments.challenges.queries import contradicted_rulings
from tournaments.kernel.queries.play import open_draws
from tournaments.kernel.queries.sheet import BoardLine, Sheet, load_sheet
from tournaments.models import Round, Tournament
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
    return [*ends, *_decided_otherwise(event)]


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
                "division {name}, round {number}: a draft that was never published",
                name=name,
                number=number,
            )
            yield Unfinished(text, "round", name, number)
    if published and len(published) < division.planned_rounds:
        played = phrase(
            "{count} of {planned_rounds} rounds",
            count=len(published),
            planned_rounds=division.planned_rounds,
        )
        text = phrase("division {name}: only {played} were published", name=name, played=played)
        yield Unfinished(text, "change-rounds", name)
    for number, board in looked.draws:
        text = phrase(
            "division {name}, round {number}, board {board}: who started is not known",
            name=name,
            number=number,
            board=board,
        )
        yield Unfinished(text, "record-start", name, number)
    for found in looked.games:
        for said in found.sentences:
            text = phrase("division {name}, {said}", name=name, said=said.removesuffix("."))
            yield Unfinished(text, "games", name, found.round)


def _missing(sheet: Sheet, number: int) -> Iterator[Unfinished]:
    boards = [board for board in sheet.by_round.get(number, ()) if board.reason is None]
    if boards:
        many = (
            phrase("1 result is")
            if len(boards) == 1
            else phrase("{count} results are", count=len(boards))
        )
        text = phrase(
            "division {name}, round {number}: {many} missing, {listed}",
            name=sheet.division.name,
            number=number,
            many=many,
            listed=_listed(boards),
        )
        yield Unfinished(text, "enter", sheet.division.name, number)
    seated = {seat.entry for board in sheet.by_round.get(number, ()) for seat in board.seats}
    for entry in sheet.entries.values():
        if entry.number not in seated and takes_part(entry.away, number):
            who = phrase(
                "no. {number} {entered_name} has no place",
                number=entry.number,
                entered_name=entry.entered_name,
            )
            text = phrase(
                "division {name}, round {number}: {who}",
                name=sheet.division.name,
                number=number,
                who=who,
            )
            yield Unfinished(text, "round", sheet.division.name, number)


def _listed(boards: list[BoardLine]) -> str:
    labels = [str(label) for label in sorted(board.number or board.slot for board in boards)]
    if len(labels) > NAMED:
        labels[NAMED:] = [phrase("{count} more", count=len(labels) - NAMED)]
    last = labels.pop()
    return (
        phrase("of board {labels} and {last}", labels=", ".join(labels), last=last)
        if labels
        else phrase("of board {last}", last=last)
    )


def _decided_otherwise(event: Tournament) -> Iterator[Unfinished]:
    for ruling in contradicted_rulings(event):
        text = phrase(
            "division {division}, round {round}, board {label}: ruling "
            "{number} gave the game to {winner}, but the result says otherwise",
            division=ruling.division,
            round=ruling.round,
            label=ruling.label,
            number=ruling.number,
            winner=ruling.winner,
        )
        yield Unfinished(text, "correct-result", ruling.division, ruling.round, ruling.by.number)
