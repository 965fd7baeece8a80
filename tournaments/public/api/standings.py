"""Standings for programs: the figures of the public page, and nobody's name that it hides."""

from __future__ import annotations

from dataclasses import dataclass

from api.operations import Stored, VersionedAnswer, register_api
from tournaments.kernel.api_addresses import DIVISION
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel
from tournaments.standings.records import StandingsRow


@dataclass(frozen=True, slots=True)
class RankShown:
    """An entry in the standings; wins and losses count a tie as a half.

    `rank` is null for who has left; equal records share one. `tie_breaks` are those that rank
    before spread, by name.
    """

    rank: int | None
    entry: int
    name: str
    wins: float
    losses: float
    spread: int
    capped_spread: int
    raw_spread: int
    tie_breaks: dict[str, int]
    rating: int
    firsts: int
    seconds: int


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """The standings after a round; while it is not `complete`, with what is in so far."""

    event: str
    division: str
    round: int
    complete: bool
    rows: list[RankShown]


def standings_shown(read_model: DivisionReadModel, number: int | None = None) -> StandingsShown:
    """Returns the standings after a published round, by default after the last complete one.

    Raises PageMissing for a round that is not published.
    """
    if number is not None:
        read_model.need_round(number)
    shown = read_model.complete if number is None else number
    return StandingsShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        round=shown,
        complete=shown <= read_model.complete,
        rows=[_row(read_model, row, shown) for row in read_model.table(shown)],
    )


def _row(read_model: DivisionReadModel, row: StandingsRow, number: int) -> RankShown:
    starts = read_model.starts_after(number)[row.number]
    return RankShown(
        rank=row.rank,
        entry=row.number,
        name=read_model.sheet.entries[row.number].name,
        wins=row.half_wins / 2,
        losses=row.half_losses / 2,
        spread=row.spread,
        capped_spread=row.capped_spread,
        raw_spread=row.raw_spread,
        tie_breaks=dict(row.tie_breaks),
        rating=row.rating,
        firsts=starts.firsts,
        seconds=starts.seconds,
    )


def _latest(event: str, division: str) -> VersionedAnswer:
    return division_answer(event, division, standings_shown)


def _after(event: str, division: str, round: int) -> VersionedAnswer:  # noqa: A002 - the name in the address
    return division_answer(event, division, lambda model: standings_shown(model, round))


register_api(
    "standings",
    Stored(
        path=f"{DIVISION}/standings",
        name="standings_latest",
        says="Shows the standings after the last complete round.",
        shape=StandingsShown,
        page=_latest,
        rows="rows",
    ),
    Stored(
        path=f"{DIVISION}/standings/<number:round>",
        name="standings_after",
        says="Shows the standings after a published round.",
        shape=StandingsShown,
        page=_after,
        rows="rows",
    ),
)
