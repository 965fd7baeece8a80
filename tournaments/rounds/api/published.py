"""Published rounds for programs: which there are, who meets whom, and who goes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from api.operations import Give, Stored, VersionedAnswer, register_api
from tournaments.kernel.api_addresses import DIVISION, ROUND
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.kernel.queries.standings_and_starts import start_of
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel, EntryRound, pair_of
from tournaments.rounds.commands.rounds import RecordStart


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A round as the public knows it: planned, published or complete.

    `done` of its `games` have a result. `changed_at` is when it was last rearranged after it was
    published.
    """

    round: int
    state: str
    games: int
    done: int
    published_at: datetime | None
    changed_at: datetime | None


@dataclass(frozen=True, slots=True)
class RoundsShown:
    """The rounds of a division."""

    event: str
    division: str
    rows: list[PublicRound]


@dataclass(frozen=True, slots=True)
class SidePaired:
    """One side of a board with the record before the round; a tie counts a half each way.

    `side` is first, second, draw, or empty where none was recorded.
    """

    entry: int
    name: str
    side: str
    won: float
    lost: float
    spread: int


@dataclass(frozen=True, slots=True)
class BoardPaired:
    """A board of a round; one who sits out is alone at it, and `outcome` says as what.

    `meeting` is 1 where the two meet for the first time, null for who is alone. A board that was
    rearranged after the publication is `changed`.
    """

    board: int | None
    sides: list[SidePaired]
    meeting: int | None
    outcome: str | None
    changed: bool


@dataclass(frozen=True, slots=True)
class PairingsShown:
    """The pairings of a published round, by board; those who sit out come last."""

    event: str
    division: str
    round: int
    rows: list[BoardPaired]


@dataclass(frozen=True, slots=True)
class SeatNamed:
    """Where an entry sits; `filed` is its name as a list from A to Z has it.

    `opponent` and `board` are null where it meets nobody, and `outcome` says then as what.
    """

    entry: int
    name: str
    filed: str
    board: int | None
    side: str
    opponent: int | None
    outcome: str | None


@dataclass(frozen=True, slots=True)
class SeatsShown:
    """Where every entry sits in a published round, from A to Z."""

    event: str
    division: str
    round: int
    rows: list[SeatNamed]


@dataclass(frozen=True, slots=True)
class StartShown:
    """Who goes first at a board, null before the two have drawn; `decided_by` is how it came."""

    board: int | None
    entries: list[int]
    first: int | None
    second: int | None
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class StartsShown:
    """Who goes first at the boards of a published round."""

    event: str
    division: str
    round: int
    rows: list[StartShown]


@dataclass(frozen=True, slots=True)
class StartsOfEntry:
    """How often an entry went first and second, has a draw to come, and where none is recorded."""

    entry: int
    name: str
    firsts: int
    seconds: int
    draws: int
    unknown: int


@dataclass(frozen=True, slots=True)
class StartCounts:
    """The starts of every entry up to the last published round."""

    event: str
    division: str
    round: int
    rows: list[StartsOfEntry]


def rounds_shown(read_model: DivisionReadModel) -> RoundsShown:
    """Returns every round of a division; drafts are planned ones to the public."""
    rows = read_model.division.rounds.values_list("number", "published_at", "changed_at")
    moments = {number: (published, changed) for number, published, changed in rows}
    planned = max(read_model.division.planned_rounds, read_model.published)
    return RoundsShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        rows=[_round(read_model, number, moments) for number in range(1, planned + 1)],
    )


def _round(
    read_model: DivisionReadModel,
    number: int,
    moments: dict[int, tuple[datetime | None, datetime | None]],
) -> PublicRound:
    if number not in read_model.sheet.by_round:
        return PublicRound(number, "planned", 0, 0, None, None)
    progress = read_model.progress(number)
    state = "complete" if progress.complete else "published"
    return PublicRound(number, state, progress.games, progress.done, *moments[number])


def pairings_shown(read_model: DivisionReadModel, number: int) -> PairingsShown:
    """Returns who meets whom in a round; raises PageMissing where it is not published."""
    read_model.need_round(number)
    boards = sorted(
        read_model.sheet.by_round[number],
        key=lambda board: (board.two is None, not board.number, board.number or 0, board.slot),
    )
    return PairingsShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        round=number,
        rows=[_paired(read_model, board) for board in boards],
    )


def _paired(read_model: DivisionReadModel, board: BoardLine) -> BoardPaired:
    meeting = None
    if board.two is not None:
        rounds = read_model.meetings[pair_of(board)]
        meeting = sum(held <= board.round for held in rounds)
    return BoardPaired(
        board=board.number,
        sides=[_side(read_model, board.round, seat) for seat in board.seats],
        meeting=meeting,
        outcome=board.reason,
        changed=board.changed_at is not None,
    )


def _side(read_model: DivisionReadModel, number: int, seat: SeatLine) -> SidePaired:
    before = read_model.rows_after(number - 1)[seat.entry]
    return SidePaired(
        entry=seat.entry,
        name=read_model.sheet.entries[seat.entry].name,
        side=seat.side,
        won=before.half_wins / 2,
        lost=before.half_losses / 2,
        spread=before.spread,
    )


def seats_shown(read_model: DivisionReadModel, number: int) -> SeatsShown:
    """Returns where everybody sits in a round; raises PageMissing where it is not published."""
    read_model.need_round(number)
    return SeatsShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        round=number,
        rows=[_seat(read_model, turn) for turn in read_model.turns_by_name(number)],
    )


def _seat(read_model: DivisionReadModel, turn: EntryRound) -> SeatNamed:
    board, seat, other = turn
    entry = read_model.sheet.entries[seat.entry]
    return SeatNamed(
        entry=entry.number,
        name=entry.name,
        filed=str(entry.filed),
        board=board.number if other else None,
        side=seat.side,
        opponent=other.entry if other else None,
        outcome=None if other else board.reason,
    )


def starts_shown(read_model: DivisionReadModel, number: int) -> StartsShown:
    """Returns who goes first in a round; raises PageMissing where it is not published."""
    read_model.need_round(number)
    games = [board for board in read_model.sheet.by_round[number] if board.is_game]
    return StartsShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        round=number,
        rows=[_start(board) for board in games],
    )


def _start(board: BoardLine) -> StartShown:
    said = start_of(board)
    said["entries"] = said.pop("players")
    return StartShown(**said)


def start_counts(read_model: DivisionReadModel) -> StartCounts:
    """Returns how often everybody went first and second."""
    entries, counts = read_model.sheet.entries, read_model.starts_after(read_model.published)
    rows = []
    for number in sorted(entries):
        taken, name = counts[number], entries[number].name
        firsts, seconds = taken.firsts, taken.seconds
        rows.append(StartsOfEntry(number, name, firsts, seconds, taken.draws, taken.unknown))
    return StartCounts(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        round=read_model.published,
        rows=rows,
    )


def _of_round(make: Callable[[DivisionReadModel, int], Any]) -> Callable[..., VersionedAnswer]:
    def page(event: str, division: str, round: int) -> VersionedAnswer:  # noqa: A002 - the address's name
        return division_answer(event, division, lambda model: make(model, round))

    return page


register_api(
    "rounds",
    Stored(
        path=f"{DIVISION}/rounds",
        name="rounds_list",
        says="Lists the rounds of a division; a draft is a planned round to the public.",
        shape=RoundsShown,
        page=lambda event, division: division_answer(event, division, rounds_shown),
        rows="rows",
    ),
    Stored(
        path=f"{ROUND}/pairings",
        name="pairings_read",
        says="Shows who meets whom in a published round.",
        shape=PairingsShown,
        page=_of_round(pairings_shown),
        rows="rows",
    ),
    Stored(
        path=f"{ROUND}/pairings/names",
        name="pairings_by_name",
        says="Shows where every entry sits in a published round, from A to Z.",
        shape=SeatsShown,
        page=_of_round(seats_shown),
        rows="rows",
    ),
    Stored(
        path=f"{ROUND}/starts",
        name="starts_read",
        says="Shows who goes first at the boards of a published round.",
        shape=StartsShown,
        page=_of_round(starts_shown),
        rows="rows",
    ),
    Give(path=f"{ROUND}/starts", name="start_record", command=RecordStart),
    Stored(
        path=f"{DIVISION}/starts",
        name="starts_count",
        says="Counts how often every entry went first and second.",
        shape=StartCounts,
        page=lambda event, division: division_answer(event, division, start_counts),
        rows="rows",
    ),
)
