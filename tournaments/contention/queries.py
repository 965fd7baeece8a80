"""The forecast of a division: what it starts from, and the one that is stored."""

from __future__ import annotations

import hashlib
from dataclasses import astuple, dataclass

from tournaments.kernel.queries.pairing_terms import rules_played_for
from tournaments.kernel.queries.sheet import EntryLine, Sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds, standings_after
from tournaments.models import Division, DivisionContention
from tournaments.pairing.contention.contest import Contest
from tournaments.pairing.contention.forecast import ENGINE, SIMULATIONS, Prospect
from tournaments.pairing.contention.values import forecast_from_values
from tournaments.pairing.terms.prizes import Prizes, places_played_for
from tournaments.rounds.queries.pairing import classes_of, player_of
from tournaments.standings.attendance import forfeits


@dataclass(frozen=True)
class ForecastGround:
    """The start of a division's forecast: the contest after its last complete round.

    `digest` is the same whenever a forecast would be the same.
    """

    contest: Contest
    through_round: int
    digest: str


def ground_of(sheet: Sheet) -> ForecastGround:
    """Returns the start of a forecast: the contest after the last complete round, with its digest.

    Entries withdrawn, forfeiting or house players, now or from the next round on, play no part
    in it.
    """
    through, rules = complete_rounds(sheet), rules_played_for(sheet.division)
    rows = [row for row in standings_after(sheet, through) if row.rank is not None]
    players = tuple(
        player_of(sheet, row)
        for row in rows
        if not _has_left(sheet.entries[row.number], through + 1)
        and not sheet.is_house(row.number, through + 1)
    )
    prizes = rules.prizes(classes_of(sheet))
    here = {player.number for player in players}
    games = [
        tuple(sorted(seat.entry for seat in board.seats))
        for board in sheet.boards
        if board.round > through and board.is_game
    ]
    contest = Contest(
        players=players,
        rounds_left=max(0, sheet.division.planned_rounds - through),
        prizes=Prizes(places_played_for(prizes, len(players)), prizes.classes),
        gibson=rules.gibson,
        pending=tuple(sorted((one, two) for one, two in games if {one, two} <= here)),
        before_play=through == 0,
    )
    return ForecastGround(contest, through, _digest(contest))


def contention_of(division: Division) -> DivisionContention | None:
    """Returns the stored forecast of a division, None where there is none."""
    return getattr(division, "contention", None)


def prospects_of(stored: DivisionContention) -> tuple[Prospect, ...]:
    """Returns the rows of a stored forecast, in rank order."""
    return forecast_from_values(stored.forecast["rows"])


def is_current(stored: DivisionContention, ground: ForecastGround) -> bool:
    """Returns whether a stored forecast was made from just this."""
    return bool(stored.forecast.get("digest") == ground.digest)


def _has_left(entry: EntryLine, number: int) -> bool:
    away = entry.away
    return forfeits(away, number) or any(end is None and start <= number for start, end in away)


def _digest(contest: Contest) -> str:
    """Returns a digest of all that a forecast depends on: its engine, and entry by entry."""
    said = (
        ENGINE,
        SIMULATIONS,
        [astuple(player) for player in contest.ranked],
        contest.rounds_left,
        (contest.prizes.places, contest.prizes.classes),
        astuple(contest.gibson),
        contest.pending,
        contest.before_play,
    )
    return hashlib.sha256(repr(said).encode()).hexdigest()[:32]
