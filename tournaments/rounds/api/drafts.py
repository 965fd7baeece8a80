"""A round as its director has it, for programs: its draft, and the commands that change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from api.operations import Asked, Give, LongWork, One, register_api
from core.roles.table import Permission
from desk.api import JobTold, job_told
from tournaments.kernel.api_addresses import ROUND, event_stream
from tournaments.kernel.queries.play import (
    RoundState,
    division_of_event,
    round_numbered,
    round_state,
)
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Round
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import (
    PairWaiting,
    SwapSeats,
    TakeBoardApart,
    UnpublishRound,
)
from tournaments.rounds.commands.rounds import PublishRound, SetUpRound
from tournaments.rounds.jobs import ask_to_pair, takes_long
from tournaments.rounds.queries.draft_ground import changed_since
from tournaments.rounds.queries.drafting import DraftBoard, DraftSeat, drafted_round
from tournaments.rounds.queries.free_in_round import FreePair, free_pairs
from tournaments.rounds.queries.planned import planned_row
from tournaments.rounds.queries.planning import players_to_pair


@dataclass(frozen=True, slots=True)
class SideDrafted:
    """An entry before the round, by its entered name; wins and losses count a tie as a half.

    Rank and record are of the results that the pairing uses; `rank` is null without any. `side` is
    what publishing would decide now: first, second, draw, or empty. `away` is who no longer plays.
    """

    entry: int
    name: str
    rating: int
    rank: int | None
    wins: float
    losses: float
    spread: int
    firsts: int
    seconds: int
    side: str
    away: bool


@dataclass(frozen=True, slots=True)
class BoardDrafted:
    """A board of the round; `outcome` says what it is for who sits alone there.

    `met` are the rounds in which the two met before.
    """

    board: int | None
    sides: list[SideDrafted]
    outcome: str
    met: list[int]


@dataclass(frozen=True, slots=True)
class CouldMeet:
    """Two who are free and could meet: when they met, and when their block has them meet."""

    one: int
    two: int
    met: list[int]
    to_come: list[int]


@dataclass(frozen=True, slots=True)
class HowPaired:
    """The method that paired a round, and what it was asked; null where it was set up by hand.

    Results up to round `based_on` counted; `incomplete` is a round that was left out because it
    was not complete. `repeats` is how often two may have met, null for as seldom as possible.
    """

    method: str
    variant: str
    based_on: int
    repeats: int | None
    since: int
    options: Mapping[str, int]
    incomplete: int | None
    warnings: list[str]


@dataclass(frozen=True, slots=True)
class RoundOfDirector:
    """A round with its draft. `state` is planned, draft, published, complete or closed.

    `waiting` have no place yet. `changed_since` is the entry of the journal that changed what the
    draft was made from, null where none did.
    """

    round: int
    state: str
    paired: HowPaired | None
    games: list[BoardDrafted]
    alone: list[BoardDrafted]
    waiting: list[SideDrafted]
    could_meet: list[CouldMeet]
    changed_since: int | None


def round_shown(division: Division, number: int) -> RoundOfDirector:
    """Returns a round of a division as its director has it."""
    row = round_numbered(division, number)
    state = round_state(division, row)
    if row is None:
        return RoundOfDirector(number, state, None, [], [], [], [], None)
    sheet = load_sheet(division, drafts=True)
    drafted = drafted_round(sheet, row)
    since = changed_since(division, number) if state == RoundState.DRAFT else None
    free = free_pairs(sheet, drafted, number) if state == RoundState.DRAFT else ()
    return RoundOfDirector(
        round=number,
        state=state,
        paired=_how(drafted.pairing) if drafted.pairing else None,
        games=[_board(board) for board in drafted.games],
        alone=[_board(board) for board in drafted.alone],
        waiting=[_side(seat) for seat in drafted.waiting],
        could_meet=[_could_meet(pair) for pair in free],
        changed_since=since.entry.seq if since else None,
    )


def _how(pairing: Mapping[str, Any]) -> HowPaired:
    return HowPaired(
        method=pairing["method"],
        variant=pairing.get("variant", ""),
        based_on=pairing.get("based_on", 0),
        repeats=pairing.get("allowed"),
        since=pairing.get("since", 1),
        options=pairing.get("options", {}),
        incomplete=pairing.get("incomplete"),
        warnings=[text for _, text in pairing.get("warnings", ())],
    )


def _board(board: DraftBoard) -> BoardDrafted:
    sides = [_side(seat) for seat in board.seats]
    return BoardDrafted(board.number, sides, board.reason, list(board.met))


def _side(seat: DraftSeat) -> SideDrafted:
    return SideDrafted(
        entry=seat.entry.number,
        name=seat.entry.entered_name,
        rating=seat.entry.rating,
        rank=seat.rank,
        wins=seat.half_wins / 2,
        losses=seat.half_losses / 2,
        spread=seat.spread,
        firsts=seat.firsts,
        seconds=seat.seconds,
        side=seat.side,
        away=seat.away,
    )


def _could_meet(pair: FreePair) -> CouldMeet:
    one, two = pair.one.entry.number, pair.two.entry.number
    return CouldMeet(one, two, list(pair.met), list(pair.to_come))


def need_round(asked: Asked) -> tuple[Division, int]:
    """Returns the division and the round of an address; Http404 where it has no such round."""
    division, number = division_of_event(asked["event"], asked["division"]), asked["round"]
    if division is None or not 1 <= number <= division.planned_rounds:
        raise Http404
    return division, number


def need_round_row(asked: Asked) -> Round:
    """Returns the row of a round that was set up; Http404 where there is none."""
    row = round_numbered(*need_round(asked))
    if row is None:
        raise Http404
    return row


def _as_job(asked: Asked, command: PairRound, key: str) -> JobTold | None:
    """Queues the pairing of a large field, as the desk does; what it asks back is the result."""
    division = command.find_division()
    row = planned_row(division, command.round)
    method = command.method or (row.method if row else "")
    if not takes_long(method, players_to_pair(division)):
        return None
    return job_told(ask_to_pair(command, key=key, asked_by=asked.actor.name))


register_api(
    "rounds",
    One(
        path=ROUND,
        name="round_read",
        says="Shows a round as its director has it, drafts too.",
        shape=RoundOfDirector,
        find=lambda asked: round_shown(*need_round(asked)),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=ROUND, name="round_set_up", command=SetUpRound, verb="PUT"),
    Give(
        path=f"{ROUND}/pairing",
        name="round_pair",
        command=PairRound,
        long=LongWork(JobTold, _as_job),
    ),
    Give(path=f"{ROUND}/publication", name="round_publish", command=PublishRound),
    Give(path=f"{ROUND}/unpublication", name="round_unpublish", command=UnpublishRound),
    Give(path=f"{ROUND}/swaps", name="seats_swap", command=SwapSeats),
    Give(path=f"{ROUND}/waiting_pairs", name="waiting_pair", command=PairWaiting),
    Give(path=f"{ROUND}/boards_taken_apart", name="board_take_apart", command=TakeBoardApart),
    Give(path=f"{ROUND}/played", name="played_record", command=RecordPlayed),
)
