"""Scorecards and the wall chart for programs: what every entry did, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from api.operations import Stored, VersionedAnswer, register_api
from tournaments.kernel.api_addresses import DIVISION, ENTRY
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.standings.records import StandingsRow


@dataclass(frozen=True, slots=True)
class RoundOfCard:
    """A round of an entry; `opponent` is null where it sat out, `outcome` while nothing is in.

    `won` and `lost` are points, a tie a half each; `wins`, `losses` and `running` are the record
    and the spread after the round. `game` is the key of the recorded game, else empty.
    """

    round: int
    board: int | None
    side: str
    opponent: int | None
    outcome: str | None
    score: int | None
    opponent_score: int | None
    won: float | None
    lost: float | None
    spread: int | None
    wins: float | None
    losses: float | None
    running: int | None
    game: str


@dataclass(frozen=True, slots=True)
class PenaltyShown:
    """Points added to an entry's spread in a round, or below 0 taken from it."""

    round: int
    points: int


@dataclass(frozen=True, slots=True)
class CardShown:
    """The scorecard of an entry with what is in so far; `rank` is null for who has left."""

    entry: int
    name: str
    rating: int
    team: str
    prize_class: str
    rank: int | None
    wins: float
    losses: float
    spread: int
    firsts: int
    seconds: int
    penalties: list[PenaltyShown]
    rounds: list[RoundOfCard]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of the wall chart. Its sums are of all that is in; `rank` is null for who has left."""

    entry: int
    name: str
    rating: int
    rank: int | None
    wins: float
    losses: float
    spread: int
    rounds: list[RoundOfCard]


@dataclass(frozen=True, slots=True)
class ChartShown:
    """The wall chart of a division: every entry, every published round.

    `complete` is the last round that all have an outcome in.
    """

    event: str
    division: str
    complete: int
    rows: list[ChartRow]


def card_shown(read_model: DivisionReadModel, number: int) -> CardShown:
    """Returns the scorecard of an entry; raises PageMissing without one."""
    entry = read_model.need_entry(number)
    last = read_model.published
    row, starts = read_model.rows_after(last)[number], read_model.starts_after(last)[number]
    given = [(held, points) for one, held, points in read_model.sheet.penalties if one == number]
    return CardShown(
        entry=number,
        name=entry.name,
        rating=entry.rating,
        team=entry.team,
        prize_class=entry.prize_class,
        rank=row.rank,
        wins=row.half_wins / 2,
        losses=row.half_losses / 2,
        spread=row.spread,
        firsts=starts.firsts,
        seconds=starts.seconds,
        penalties=[PenaltyShown(held, points) for held, points in given],
        rounds=_rounds(read_model, number, read_model.running(number)),
    )


def chart_shown(read_model: DivisionReadModel) -> ChartShown:
    """Returns the wall chart of a division."""
    entries = read_model.sheet.entries
    return ChartShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        complete=read_model.complete,
        rows=[_row(read_model, entries[number]) for number in sorted(entries)],
    )


def _row(read_model: DivisionReadModel, entry: EntryLine) -> ChartRow:
    row = read_model.rows_after(read_model.published)[entry.number]
    return ChartRow(
        entry=entry.number,
        name=entry.name,
        rating=entry.rating,
        rank=row.rank,
        wins=row.half_wins / 2,
        losses=row.half_losses / 2,
        spread=row.spread,
        rounds=_rounds(read_model, entry.number, read_model.running(entry.number)),
    )


def _rounds(
    read_model: DivisionReadModel, number: int, after: Sequence[StandingsRow]
) -> list[RoundOfCard]:
    turns = read_model.cards[number]
    return [_round(read_model, turn, after[turn.board.round]) for turn in turns]


def _round(read_model: DivisionReadModel, turn: EntryRound, after: StandingsRow) -> RoundOfCard:
    board, seat, other = turn
    is_in = board.reason is not None
    return RoundOfCard(
        round=board.round,
        board=board.number,
        side=seat.side,
        opponent=other.entry if other else None,
        outcome=board.reason,
        score=seat.score,
        opponent_score=other.score if other else None,
        won=seat.won / 2 if is_in else None,
        lost=seat.lost / 2 if is_in else None,
        spread=seat.spread,
        wins=after.half_wins / 2 if is_in else None,
        losses=after.half_losses / 2 if is_in else None,
        running=after.spread if is_in else None,
        game=read_model.recorded.get((board.round, board.slot), ""),
    )


def _card(event: str, division: str, entry: int) -> VersionedAnswer:
    return division_answer(event, division, lambda model: card_shown(model, entry))


register_api(
    "standings",
    Stored(
        path=f"{DIVISION}/wallchart",
        name="wallchart_read",
        says="Shows what every entry of a division did in every published round.",
        shape=ChartShown,
        page=lambda event, division: division_answer(event, division, chart_shown),
        rows="rows",
    ),
    Stored(
        path=f"{ENTRY}/card",
        name="card_read",
        says="Shows the scorecard of an entry.",
        shape=CardShown,
        page=_card,
    ),
)
