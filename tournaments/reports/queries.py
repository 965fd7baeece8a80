"""The lists of a division from its sheet, for a range of its rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.card_check.queries import last_with_results
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.kernel.queries.standings_and_starts import (
    history_of,
    outcomes_of,
    standings_after,
)
from tournaments.models import EntryRating, Result
from tournaments.pairing.sides.start_history import tally
from tournaments.prizes.queries.field import counted_games
from tournaments.prizing.records import Contestant
from tournaments.reporting.lists import reports
from tournaments.reporting.records import TOP, RangeRecord, RatingGained, Report, ReportGround

MOST = 200
"""More places than this no list has."""


@dataclass(frozen=True, slots=True)
class ReportTerms:
    """Of which rounds, of how many places, and of how many closest games the lists are.

    0 stands for the first round, the last with a result, and the usual numbers.
    """

    first: int = 0
    last: int = 0
    top: int = 0
    closest: int = 0

    def within(self, sheet: Sheet) -> ReportTerms:
        """Returns these terms with the rounds and numbers that they come to for a division."""
        played = last_with_results(sheet)
        last = self.last if 1 <= self.last <= played else played
        return replace(
            self,
            first=self.first if 1 <= self.first <= last else min(1, last),
            last=last,
            top=min(self.top, MOST) if self.top > 0 else TOP,
            closest=max(self.closest, 0),
        )


def reports_of(
    sheet: Sheet, terms: ReportTerms, ratings: Mapping[int, EntryRating]
) -> tuple[Report, ...]:
    """Returns the lists of a division.

    `terms` are within the division, `ratings` by entry number; they tell of the whole event, and so
    are left out of the lists of some rounds.
    """
    whole = terms.first <= 1 and terms.last == last_with_results(sheet)
    ground = _ground(sheet, terms, ratings if whole else {})
    return reports(ground, top=terms.top, closest=terms.closest)


def ratings_now(sheet: Sheet) -> dict[int, EntryRating]:
    """Returns what the division's last rating did to its entries, by number."""
    rows = EntryRating.objects.filter(division_rating__division=sheet.division)
    numbers = {entry.pk: number for number, entry in sheet.entries.items()}
    return {numbers[row.entry_id]: row for row in rows if row.entry_id in numbers}


def _ground(sheet: Sheet, terms: ReportTerms, ratings: Mapping[int, EntryRating]) -> ReportGround:
    key = {number: entry.key for number, entry in sheet.entries.items()}
    boards = [b for b in sheet.boards if terms.first <= b.round <= terms.last]
    firsts = tally(history_of(boards), forfeit_loss_counts=sheet.rules.forfeit_loss_counts)
    return ReportGround(
        players=tuple(_players(sheet, boards, terms.last)),
        games=tuple(counted_games(replace(sheet, boards=tuple(boards)))),
        records={key[number]: one for number, one in _records(boards).items()},
        starts={key[n]: (count.firsts, count.seconds) for n, count in firsts.items()},
        meetings={(key[a], key[b]): rounds for (a, b), rounds in _meetings(boards).items()},
        byes={key[number]: rounds for number, rounds in _byes(boards).items()},
        ratings={
            key[number]: RatingGained(row.old, row.new, row.performance)
            for number, row in ratings.items()
            if row.games and number in key
        },
    )


def _players(sheet: Sheet, boards: list[BoardLine], last: int) -> Iterator[Contestant]:
    """Yields all entries, also those who left or win no prize: what they scored was scored."""
    games: dict[int, int] = defaultdict(int)
    for board in boards:
        for seat in board.seats if board.reason is not None and board.is_game else ():
            games[seat.entry] += 1
    seeds = {row.number: row.rank or at for at, row in enumerate(standings_after(sheet, 0), 1)}
    for at, row in enumerate(standings_after(sheet, last)):
        entry = sheet.entries[row.number]
        yield Contestant(
            key=entry.key,
            division=sheet.division.name,
            rank=row.rank or 0,
            standing=at,
            half_wins=row.half_wins,
            half_losses=row.half_losses,
            spread=row.spread,
            seed=seeds[row.number],
            games=games[row.number],
            prize_class=entry.prize_class,
        )


def _records(boards: list[BoardLine]) -> dict[int, RangeRecord]:
    sums: dict[int, RangeRecord] = {}
    for one in outcomes_of(boards):
        held = sums.get(one.entry, RangeRecord(0, 0, 0))
        sums[one.entry] = RangeRecord(
            held.half_wins + one.half_wins,
            held.half_losses + one.half_losses,
            held.spread + one.spread,
        )
    return sums


def _meetings(boards: list[BoardLine]) -> dict[tuple[int, int], tuple[int, ...]]:
    met: dict[tuple[int, int], tuple[int, ...]] = defaultdict(tuple)
    for board in boards:
        if board.two is not None and board.is_game:
            one, two = sorted((board.one.entry, board.two.entry))
            met[one, two] += (board.round,)
    return met


def _byes(boards: list[BoardLine]) -> dict[int, tuple[int, ...]]:
    free: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for board in boards:
        if board.two is None and board.reason == Result.Reason.BYE:
            free[board.one.entry] += (board.round,)
    return free
