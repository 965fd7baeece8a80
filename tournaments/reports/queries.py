"""The lists of a division, or of several together, from their sheets, for a range of rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

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
from tournaments.reporting.lists import reports, statistics
from tournaments.reporting.records import (
    OF_ONE_DIVISION,
    TOP,
    GameStatistics,
    RangeRecord,
    RatingGained,
    Report,
    ReportGround,
    RoundScored,
    SidesWon,
)
from tournaments.reports.wording import EntryOf
from tournaments.standings.records import StandingsRow

MOST = 200
"""More places than this no list has."""

Ratings = Mapping[int, EntryRating]
Tables = Callable[[int], tuple[StandingsRow, ...]]


class ReportMade(NamedTuple):
    """The lists that have a row, and the figures of all their games together."""

    lists: tuple[Report, ...]
    figures: GameStatistics

    def carried_from(self, before: ReportMade | None) -> ReportMade:
        """Returns them with the very objects of `before` for lists that are equal.

        A result changes few of them, and who kept what was made of one compares it at once.
        """
        held = {(one.kind, one.prize_class): one for one in before.lists} if before else {}
        lists = ((one, held.get((one.kind, one.prize_class))) for one in self.lists)
        same = (old if old is not None and old == one else one for one, old in lists)
        return self._replace(lists=tuple(same))


@dataclass(frozen=True, slots=True)
class ReportTerms:
    """Of which rounds, of how many places, and of how many closest games the lists are.

    0 stands for the first round, the last with a result, and the usual numbers.
    """

    first: int = 0
    last: int = 0
    top: int = 0
    closest: int = 0

    def within(self, *sheets: Sheet) -> ReportTerms:
        """Returns these terms with the rounds and numbers that they come to for divisions."""
        played = max((last_with_results(sheet) for sheet in sheets), default=0)
        last = self.last if 1 <= self.last <= played else played
        return replace(
            self,
            first=self.first if 1 <= self.first <= last else min(1, last),
            last=last,
            top=min(self.top, MOST) if self.top > 0 else TOP,
            closest=max(self.closest, 0),
        )


def reports_of(sheet: Sheet, terms: ReportTerms, ratings: Ratings) -> tuple[Report, ...]:
    """Returns the lists of a division; `terms` are within it, `ratings` by entry number."""
    return report_of(sheet, terms, ratings).lists


def report_of(
    sheet: Sheet, terms: ReportTerms, ratings: Ratings, tables: Tables | None = None
) -> ReportMade:
    """Returns the lists of a division and the figures of its games.

    `terms` are within the division, `ratings` by entry number; they tell of the whole event, and so
    are left out of the lists of some rounds. `tables` gives the standings after a round where they
    are at hand.
    """
    return _made(ground_of(sheet, terms, ratings, tables), terms)


def event_report(grounds: Sequence[ReportGround], terms: ReportTerms) -> ReportMade:
    """Returns the lists over several divisions, without those that are of one field alone."""
    made = _made(_together(grounds), terms)
    lists = (one for one in made.lists if one.kind not in OF_ONE_DIVISION)
    return ReportMade(tuple(lists), made.figures)


def report_over(sheets: Sequence[Sheet], terms: ReportTerms, *, over_all: bool) -> ReportMade:
    """Returns the lists over all of these divisions, or of the only one of them, as rated now.

    One query for each division.
    """
    if not over_all:
        [sheet] = sheets
        return report_of(sheet, terms, ratings_now(sheet))
    grounds = [ground_of(sheet, terms, ratings_now(sheet)) for sheet in sheets]
    return event_report(grounds, terms)


def entries_of(sheets: Iterable[Sheet]) -> dict[int, EntryOf]:
    """Returns the entries of divisions by their keys, which are unique in an event."""
    return {
        entry.key: EntryOf(sheet.division.name, entry)
        for sheet in sheets
        for entry in sheet.entries.values()
    }


def ratings_now(sheet: Sheet) -> dict[int, EntryRating]:
    """Returns what the division's last rating did to its entries, by number."""
    rows = EntryRating.objects.filter(division_rating__division=sheet.division)
    numbers = {entry.pk: number for number, entry in sheet.entries.items()}
    return {numbers[row.entry_id]: row for row in rows if row.entry_id in numbers}


def ground_of(
    sheet: Sheet, terms: ReportTerms, ratings: Ratings, tables: Tables | None = None
) -> ReportGround:
    """Returns what the lists of a division are made from; the arguments as for `report_of`."""
    whole = terms.first <= 1 and terms.last >= last_with_results(sheet)
    key = {number: entry.key for number, entry in sheet.entries.items()}
    boards = [b for b in sheet.boards if terms.first <= b.round <= terms.last]
    firsts = tally(history_of(boards), forfeit_loss_counts=sheet.rules.forfeit_loss_counts)
    after = tables or (lambda number: standings_after(sheet, number))
    return ReportGround(
        players=tuple(_players(sheet, boards, after(0), after(min(terms.last, sheet.last_round)))),
        games=tuple(counted_games(replace(sheet, boards=tuple(boards)))),
        records={key[number]: one for number, one in _records(boards).items()},
        starts={key[n]: (count.firsts, count.seconds) for n, count in firsts.items()},
        meetings={(key[a], key[b]): rounds for (a, b), rounds in _meetings(boards).items()},
        byes={key[number]: rounds for number, rounds in _byes(boards).items()},
        ratings={
            key[number]: RatingGained(row.old, row.new, row.performance)
            for number, row in (ratings if whole else {}).items()
            if row.games and number in key
        },
        teams={entry.key: entry.team for entry in sheet.entries.values() if entry.team},
        outcomes={key[number]: rounds for number, rounds in _outcomes(boards).items()},
        sides=_sides(boards),
    )


def _made(ground: ReportGround, terms: ReportTerms) -> ReportMade:
    return ReportMade(reports(ground, top=terms.top, closest=terms.closest), statistics(ground))


def _together(grounds: Sequence[ReportGround]) -> ReportGround:
    sides = SidesWon()
    for ground in grounds:
        sides = sides.plus(ground.sides)
    return ReportGround(
        players=tuple(one for ground in grounds for one in ground.players),
        games=tuple(
            sorted((g for one in grounds for g in one.games), key=lambda g: (g.round, g.board))
        ),
        records={k: v for ground in grounds for k, v in ground.records.items()},
        meetings={k: v for ground in grounds for k, v in ground.meetings.items()},
        byes={k: v for ground in grounds for k, v in ground.byes.items()},
        ratings={k: v for ground in grounds for k, v in ground.ratings.items()},
        teams={k: v for ground in grounds for k, v in ground.teams.items()},
        outcomes={k: v for ground in grounds for k, v in ground.outcomes.items()},
        sides=sides,
    )


def _players(
    sheet: Sheet,
    boards: list[BoardLine],
    before: Sequence[StandingsRow],
    after: Sequence[StandingsRow],
) -> Iterator[Contestant]:
    """Yields all entries, also those who left or win no prize: what they scored was scored."""
    games: dict[int, int] = defaultdict(int)
    for board in boards:
        for seat in board.seats if board.reason is not None and board.is_game else ():
            games[seat.entry] += 1
    seeds = {row.number: row.rank or at for at, row in enumerate(before, 1)}
    for at, row in enumerate(after):
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
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in outcomes_of(boards):
        held = sums[one.entry]
        held[0] += one.half_wins
        held[1] += one.half_losses
        held[2] += one.spread
    return {entry: RangeRecord(*held) for entry, held in sums.items()}


def _outcomes(boards: list[BoardLine]) -> dict[int, tuple[RoundScored, ...]]:
    found: dict[int, tuple[RoundScored, ...]] = defaultdict(tuple)
    for board in boards:
        for seat in board.seats if board.reason is not None else ():
            found[seat.entry] += (RoundScored(board.round, seat.won, seat.lost, board.is_game),)
    return found


def _sides(boards: list[BoardLine]) -> SidesWon:
    """Returns how the first and the second players fared in the games of two made scores."""
    scores: list[tuple[int, int]] = []
    for board in boards:
        if board.reason != Result.Reason.PLAYED or board.two is None or not board.begun:
            continue
        if {seat.side for seat in board.seats} == {"first", "second"}:
            first, second = sorted(board.seats, key=lambda seat: seat.side == "second")
            if first.score is not None and second.score is not None:
                scores.append((first.score, second.score))
    return SidesWon(
        first=sum(one > two for one, two in scores),
        second=sum(one < two for one, two in scores),
        ties=sum(one == two for one, two in scores),
        first_points=sum(one for one, _ in scores),
        second_points=sum(two for _, two in scores),
    )


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
