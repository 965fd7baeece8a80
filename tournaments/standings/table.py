"""The standings of a division after any round; what orders its entries is in `ranking.py`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from games.engine.rulesets import cap_for
from games.engine.tie_breaks.tie_break import TieBreak, Value
from tournaments.standings.ranking import Listing, Record, listing_key, record_key, shared_key
from tournaments.standings.records import (
    Competitor,
    RoundOutcome,
    SpreadPenalty,
    StandingsError,
    StandingsRow,
    StandingsTerms,
)

_NO_TERMS = StandingsTerms()


class TablePlace(NamedTuple):
    """A place in the standings; `rank` is None for who has none."""

    rank: int | None
    is_shared: bool = False

    @property
    def words(self) -> str:
        """The place as it is printed, with "=" before one that is shared; empty for none."""
        if self.rank is None:
            return ""
        return f"={self.rank}" if self.is_shared else str(self.rank)


NOWHERE = TablePlace(None)


def standings(
    competitors: Iterable[Competitor],
    outcomes: Iterable[RoundOutcome],
    *,
    through_round: int,
    terms: StandingsTerms = _NO_TERMS,
    penalties: Iterable[SpreadPenalty] = (),
    capped: bool = False,
) -> tuple[StandingsRow, ...]:
    """Returns the standings after `through_round`, best first, the unranked after the ranked.

    Equal wins, losses, tie-breaks and spread share a rank; in round 0, before play, an equal rating
    too.
    `capped` orders and ranks by the capped spread instead. Rounds after `through_round` count for
    nothing; the order of the arguments neither. Raises StandingsError `standings.entry_unknown`
    (entry, round) for an outcome or penalty of nobody here, `standings.number_twice` (number).
    """
    totals = _totals_of(competitors)
    for outcome in outcomes:
        if outcome.round <= through_round:
            (totals.get(outcome.entry) or _of(totals, outcome)).add(outcome, terms)
    for penalty in penalties:
        if penalty.round <= through_round:
            _of(totals, penalty).penalise(penalty.points)
    return _table(totals, through_round, terms, capped=capped)


def standings_by_round(
    competitors: Iterable[Competitor],
    outcomes: Iterable[RoundOutcome],
    *,
    last_round: int,
    terms: StandingsTerms = _NO_TERMS,
    penalties: Iterable[SpreadPenalty] = (),
    capped: bool = False,
) -> tuple[tuple[StandingsRow, ...], ...]:
    """Returns the standings after every round, indexed by round from 0 to `last_round`.

    The same as `standings` for each round, in one pass over the outcomes.
    """
    of_round: dict[int, list[RoundOutcome]] = defaultdict(list)
    for outcome in outcomes:
        of_round[outcome.round].append(outcome)
    penalties_of: dict[int, list[SpreadPenalty]] = defaultdict(list)
    for penalty in penalties:
        penalties_of[penalty.round].append(penalty)
    totals = totals_before(competitors)
    tables = []
    for number in range(last_round + 1):
        totals = carried_on(totals, of_round.get(number, ()), penalties_of.get(number, ()), terms)
        tables.append(table_of(totals, number, terms, capped=capped))
    return tuple(tables)


def totals_before(competitors: Iterable[Competitor]) -> Totals:
    """Returns the totals of every competitor before play, by number.

    Raises StandingsError `standings.number_twice` (number).
    """
    return _totals_of(competitors)


def carried_on(
    totals: Totals,
    outcomes: Iterable[RoundOutcome],
    penalties: Iterable[SpreadPenalty] = (),
    terms: StandingsTerms = _NO_TERMS,
) -> Totals:
    """Returns the totals with these outcomes and penalties, in which nobody else's are made again.

    The totals that are given stay as they are. Raises StandingsError `standings.entry_unknown`
    (entry, round) for an outcome or penalty of nobody here.
    """
    now, own = dict(totals), set[int]()

    def total_of(what: RoundOutcome | SpreadPenalty) -> _Totals:
        if what.entry not in own:
            now[what.entry] = _of(now, what).copied()
            own.add(what.entry)
        return now[what.entry]

    for outcome in outcomes:
        total_of(outcome).add(outcome, terms)
    for penalty in penalties:
        total_of(penalty).penalise(penalty.points)
    return now


def table_of(
    totals: Totals, round_number: int, terms: StandingsTerms = _NO_TERMS, *, capped: bool = False
) -> tuple[StandingsRow, ...]:
    """Returns the standings after a round in which the competitors have these totals."""
    return _table(totals, round_number, terms, capped=capped)


def places_of(rows: Iterable[StandingsRow]) -> dict[int, TablePlace]:
    """Returns the place of each line of the standings by entry number, in their order."""
    lines = list(rows)
    shared = Counter(row.rank for row in lines)
    return {
        row.number: NOWHERE if row.rank is None else TablePlace(row.rank, shared[row.rank] > 1)
        for row in lines
    }


def places_by_round(
    tables: Sequence[Mapping[int, TablePlace]],
) -> dict[int, tuple[TablePlace, ...]]:
    """Returns the place in each of these tables by entry number, in the order of the last table.

    Who was not in a table had no place there.
    """
    last: Mapping[int, TablePlace] = tables[-1] if tables else {}
    return {number: tuple(one.get(number, NOWHERE) for one in tables) for number in last}


@dataclass(slots=True)
class _Totals:
    """The running record of one competitor."""

    competitor: Competitor
    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0
    capped_spread: int = 0
    raw_spread: int = 0
    total_score: int = 0
    tie_breaks: list[int] = field(default_factory=list)
    outcomes: tuple[RoundOutcome, ...] = ()

    def add(self, outcome: RoundOutcome, terms: StandingsTerms) -> None:
        spread = outcome.spread
        self.half_wins += outcome.half_wins
        self.half_losses += outcome.half_losses
        self.raw_spread += spread
        if terms.spread_cap:
            spread = _clamped(spread, terms.spread_cap, outcome.round)
        self.spread += spread
        if terms.standings_spread_cap:
            spread = _clamped(spread, terms.standings_spread_cap, outcome.round)
        self.capped_spread += spread
        if outcome.score is not None:
            self.total_score += outcome.score
        if terms.is_followed:
            self._follow(outcome, terms)

    def _follow(self, outcome: RoundOutcome, terms: StandingsTerms) -> None:
        if terms.adding:
            figures = self.tie_breaks = self.tie_breaks or self._before_play(terms.tie_breaks)
            for at, tie_break in terms.adding:
                figures[at] = tie_break.added(figures[at], outcome)
        if terms.looks_around:
            self.outcomes = (*self.outcomes, outcome)

    def _before_play(self, ranking: Sequence[TieBreak]) -> list[int]:
        carried = self.competitor.carried
        if carried is None:
            return [0] * len(ranking)
        return [tie_break.begun(carried) for tie_break in ranking]

    def values(self, ranking: Sequence[TieBreak], others: Totals) -> tuple[Value, ...]:
        """Returns the tie-breaks as they rank."""
        figures = self.tie_breaks or self._before_play(ranking)
        return tuple(
            [
                Value(one.key, points if one.adds else one.settled(self, others))
                for one, points in zip(ranking, figures, strict=True)
            ]
        )

    def copied(self) -> _Totals:
        return _Totals(
            self.competitor,
            self.half_wins,
            self.half_losses,
            self.spread,
            self.capped_spread,
            self.raw_spread,
            self.total_score,
            [*self.tie_breaks],
            self.outcomes,
        )

    def penalise(self, points: int) -> None:
        self.spread += points
        self.capped_spread += points
        self.raw_spread += points


Totals = Mapping[int, _Totals]
"""The figures of every competitor, by number. Do not change them: they are shared."""


def _clamped(spread: int, caps: Sequence[int], round_number: int) -> int:
    cap = cap_for(caps, round_number)
    return spread if cap is None else max(-cap, min(cap, spread))


def _totals_of(competitors: Iterable[Competitor]) -> dict[int, _Totals]:
    totals: dict[int, _Totals] = {}
    for competitor in competitors:
        if competitor.number in totals:
            raise StandingsError("standings.number_twice", number=competitor.number)
        total = totals[competitor.number] = _Totals(competitor)
        if (carried := competitor.carried) is not None:
            total.half_wins = carried.half_wins
            total.half_losses = carried.half_losses
            total.spread = total.raw_spread = carried.spread
            total.capped_spread = carried.capped_spread
            total.total_score = carried.total_score
    return totals


def _of(totals: Mapping[int, _Totals], what: RoundOutcome | SpreadPenalty) -> _Totals:
    try:
        return totals[what.entry]
    except KeyError:
        raise StandingsError(
            "standings.entry_unknown", entry=what.entry, round=what.round
        ) from None


_Values = Mapping[int, tuple[Value, ...]]


def _values(totals: Totals, terms: StandingsTerms) -> _Values:
    """Returns the tie-breaks of every entry as they rank."""
    ranking = terms.tie_breaks
    if not ranking:
        return {}
    return {number: total.values(ranking, totals) for number, total in totals.items()}


_Line = tuple[Record, Listing, _Totals]


def _table(
    totals: Totals, round_number: int, terms: StandingsTerms, *, capped: bool
) -> tuple[StandingsRow, ...]:
    by_capped = capped and bool(terms.standings_spread_cap)
    values = _values(totals, terms)
    lines = sorted(
        [
            _line(total, values[number] if values else (), by_capped=by_capped)
            for number, total in totals.items()
        ]
    )
    ranked: list[_Line] = []
    left: list[_Line] = []
    for line in lines:
        entry = line[2].competitor
        out = entry.is_withdrawn(round_number) or entry.is_house(round_number)
        (left if out else ranked).append(line)
    rows: list[StandingsRow] = []
    for _, group in groupby(ranked, key=lambda line: _shared(line, before_play=not round_number)):
        rank = len(rows) + 1
        rows.extend(_row(rank, line[2], terms, values) for line in group)
    rows.extend(_unranked(line[2], terms, values, round_number) for line in left)
    return tuple(rows)


def _line(total: _Totals, values: tuple[Value, ...], *, by_capped: bool) -> _Line:
    """Returns the key that orders an entry, smaller is better: first its record, which ranks."""
    entry = total.competitor
    record = record_key(
        total.half_wins,
        total.half_losses,
        values,
        total.capped_spread if by_capped else total.spread,
    )
    return record, listing_key(entry.rating, entry.random_number, entry.number), total


def _shared(line: _Line, *, before_play: bool) -> tuple[Record, int]:
    return shared_key(line[0], line[2].competitor.rating, before_play=before_play)


def _unranked(
    total: _Totals, terms: StandingsTerms, values: _Values, round_number: int
) -> StandingsRow:
    entry = total.competitor
    house = entry.is_house(round_number) and not entry.is_withdrawn(round_number)
    return replace(_row(None, total, terms, values), house=house)


def _row(rank: int | None, total: _Totals, terms: StandingsTerms, values: _Values) -> StandingsRow:
    number = total.competitor.number
    return StandingsRow(
        rank,
        number,
        total.half_wins,
        total.half_losses,
        total.spread,
        total.capped_spread if terms.standings_spread_cap else total.spread,
        total.raw_spread,
        total.total_score,
        total.competitor.rating,
        tie_breaks=values[number] if values else (),
    )
