"""The boards and results of a round for programs."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Give, One, Stored, VersionedAnswer, Whole, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import EVENT, ROUND, event_stream
from tournaments.kernel.queries.exceptions import ShownException, exceptions_of
from tournaments.kernel.queries.play import SeatInRound, event_named, place_of
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.models import Result, Round, Seat
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel
from tournaments.results.commands.checking import ChooseResult, ReadAgain
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)

RESULT = f"{ROUND}/results/<number:entry>"


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of a board. `side` is first, second, draw, or empty where none was recorded.

    `won` and `lost` are points, a tie a half each; null, as the spread, without a result.
    """

    entry: int
    name: str
    side: str
    score: int | None
    won: float | None
    lost: float | None
    spread: int | None


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A board of a round; one who sits out is alone at it, and it has no number.

    `outcome` is null without a result, else how it came about: played, bye, forfeit and so on.
    `version` rises when its sides or its result change; a command takes it as `seen`.
    """

    board: int | None
    sides: list[SideShown]
    outcome: str | None
    begun: bool
    rated: bool
    version: int


@dataclass(frozen=True, slots=True)
class RoundResultsShown:
    """The boards of a published round; it is `complete` once everybody has an outcome."""

    event: str
    division: str
    round: int
    complete: bool
    rows: list[BoardShown]


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The board of an entry in a round, from its side.

    `verified` says that the slip was read a second time, `exception` that two things are said.
    """

    entry: int
    opponent: int | None
    board: int | None
    side: str
    score: int | None
    opponent_score: int | None
    won: float | None
    lost: float | None
    outcome: str | None
    version: int
    verified: bool
    exception: bool


@dataclass(frozen=True, slots=True)
class BoardClaimShown:
    """What somebody says of a board. `by` is an account, or a player as #7; scores by the entries.

    `place` is what a choice takes as `claim`.
    """

    place: int
    by: str
    outcome: str
    score: int | None
    opponent_score: int | None


@dataclass(frozen=True, slots=True)
class ExceptionShown:
    """A board of which two things are said. `kind` is typed, checked or phones."""

    kind: str
    division: str
    round: int
    board: int
    entry: int
    opponent: int
    version: int
    claims: list[BoardClaimShown]


def results_shown(read_model: DivisionReadModel, number: int) -> RoundResultsShown:
    """Returns the boards of a round with their results; PageMissing where it is not published."""
    read_model.need_round(number)
    return RoundResultsShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        round=number,
        complete=read_model.progress(number).complete,
        rows=[_board(read_model, board) for board in read_model.sheet.by_round[number]],
    )


def _board(read_model: DivisionReadModel, board: BoardLine) -> BoardShown:
    return BoardShown(
        board=board.number,
        sides=[_side(read_model, board, seat) for seat in board.seats],
        outcome=board.reason,
        begun=board.begun,
        rated=board.rated,
        version=board.version,
    )


def _side(read_model: DivisionReadModel, board: BoardLine, seat: SeatLine) -> SideShown:
    is_in = board.reason is not None
    return SideShown(
        entry=seat.entry,
        name=read_model.sheet.entries[seat.entry].name,
        side=seat.side,
        score=seat.score,
        won=seat.won / 2 if is_in else None,
        lost=seat.lost / 2 if is_in else None,
        spread=seat.spread,
    )


def _results(event: str, division: str, round: int) -> VersionedAnswer:  # noqa: A002 - the name in the address
    return division_answer(event, division, lambda model: results_shown(model, round))


def _result(asked: Asked) -> ResultShown:
    place = place_of(asked["event"], asked["division"], asked["round"], asked["entry"])
    if place is None or place.seat.round.stage != Round.Stage.PUBLISHED:
        raise Http404
    return _from_one_side(place)


def _from_one_side(place: SeatInRound) -> ResultShown:
    seat, across, result = place.seat, place.across, place.result
    score, won, lost = _of_seat(seat, result)
    return ResultShown(
        entry=seat.entry.number,
        opponent=across.entry.number if across else None,
        board=seat.board.number,
        side=seat.side,
        score=score,
        opponent_score=_of_seat(across, result)[0] if across else None,
        won=won,
        lost=lost,
        outcome=result.reason if result else None,
        version=seat.board.version,
        verified=bool(result and result.verified_by),
        exception=place.exception is not None,
    )


def _exceptions(asked: Asked) -> list[ExceptionShown]:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return [_exception(one) for one in exceptions_of(event)]


def _exception(one: ShownException) -> ExceptionShown:
    claims = [
        BoardClaimShown(
            place=place,
            by=claim.by,
            outcome=claim.fields["reason"],
            score=claim.fields["score_one"],
            opponent_score=claim.fields["score_two"],
        )
        for place, claim in enumerate(one.claims, start=1)
    ]
    return ExceptionShown(
        kind=one.kind,
        division=one.division,
        round=one.round,
        board=one.label,
        entry=one.numbers[0],
        opponent=one.numbers[1],
        version=one.version,
        claims=claims,
    )


def _of_seat(seat: Seat, result: Result | None) -> tuple[int | None, float | None, float | None]:
    """Returns score, points won and points lost of a seat."""
    if result is None:
        return None, None, None
    if seat.position == 0:
        return result.score_one, result.won_one / 2, result.lost_one / 2
    return result.score_two, result.won_two / 2, result.lost_two / 2


register_api(
    "results",
    Stored(
        path=f"{ROUND}/results",
        name="results_read",
        says="Shows the boards of a published round with their results.",
        shape=RoundResultsShown,
        page=_results,
        rows="rows",
    ),
    Give(path=f"{ROUND}/results", name="result_enter", command=EnterResult),
    One(
        path=RESULT,
        name="result_read",
        says="Shows the board of an entry in a published round, and its result.",
        shape=ResultShown,
        find=_result,
    ),
    Give(path=RESULT, name="result_correct", command=CorrectResult, verb="PUT"),
    Give(path=f"{RESULT}/readings", name="result_read_again", command=ReadAgain),
    Give(path=f"{RESULT}/choice", name="result_choose", command=ChooseResult),
    Whole(
        path=f"{EVENT}/exceptions",
        name="exceptions_list",
        says="Lists the boards of which two people say different things.",
        shape=ExceptionShown,
        items=_exceptions,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=f"{ROUND}/forfeits", name="forfeit_enter", command=EnterForfeit),
    Give(path=f"{ROUND}/sit_outs", name="sit_out_record", command=RecordSitOut),
    Give(
        path=f"{ROUND}/penalties/<number:entry>",
        name="penalty_set",
        command=SetPenalty,
        verb="PUT",
    ),
)
