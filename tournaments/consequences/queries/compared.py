"""Two halls compared: boards, places, prizes and ratings that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.journal.without import Unfit
from tournaments.consequences.queries.hall import Hall, new_ratings, published
from tournaments.consequences.queries.paired_again import PairedAgain, paired_again
from tournaments.kernel.queries.sheet import Sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.prizes.queries.now import PrizesNow
from tournaments.standings.records import StandingsRow

Seating = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlaceHeld:
    """An entry's place, its record in half points, its spread; no place out of the ranking."""

    place: int | None
    half_wins: int
    half_losses: int
    spread: int


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """An entry, by key, that would stand elsewhere; None where it is not in the division."""

    division: str
    entry: int
    was: PlaceHeld | None
    would: PlaceHeld | None


@dataclass(frozen=True, slots=True)
class PrizeChange:
    """A prize that others would win, or with other amounts: (entry key, minor units)."""

    number: int
    title: str
    was: tuple[tuple[int, int], ...]
    would: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RatingChangeMoved:
    """An entry, by key, whose new rating would be another; None where it has none."""

    division: str
    entry: int
    old: int
    was: int | None
    would: int | None


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """A round with other boards than it has: `was` are gone, `would` are new, by keys."""

    division: str
    round: int
    was: Seating
    would: Seating


@dataclass(frozen=True, slots=True)
class HallDifference:
    """What differs between the event as it is and as it would be.

    `names` are those of the entries by key, as the director has them. `seats` are boards that
    would really be others, `paired` those that would have been paired otherwise. `unfit` are
    entries of the log that would no longer fit.
    """

    names: Mapping[int, str]
    seats: tuple[SeatsChanged, ...]
    paired: tuple[tuple[str, PairedAgain], ...]
    places: tuple[PlaceChange, ...]
    prizes: tuple[PrizeChange, ...]
    ratings: tuple[RatingChangeMoved, ...]
    unfit: tuple[Unfit, ...] = ()
    currency: str = ""

    @property
    def is_nothing(self) -> bool:
        """Whether nothing differs."""
        looked = any(again.rounds or again.left for _, again in self.paired)
        told = (self.seats, self.places, self.prizes, self.ratings, self.unfit)
        return not looked and not any(told)


Pairings = Mapping[str, Mapping[int, Mapping[str, Any]]]


def compared(
    now: Hall, then: Hall, pairings: Pairings, unfit: tuple[Unfit, ...] = ()
) -> HallDifference:
    """Returns what differs from the one hall to the other; `pairings` by division and round."""
    both = [(now.sheets[name], then.sheets[name]) for name in now.sheets if name in then.sheets]
    # A division in which nothing differs is not computed twice.
    moved = [(a, b) for a, b in both if _content(a) != _content(b)]
    return HallDifference(
        names={
            entry.key: entry.entered_name
            for hall in (then, now)
            for sheet in hall.sheets.values()
            for entry in sheet.entries.values()
        },
        seats=tuple(one for a, b in moved for one in _seats_changed(a, b)),
        paired=tuple(
            (a.division.name, paired_again(a, b, pairings.get(a.division.name, {})))
            for a, b in moved
        ),
        places=tuple(one for a, b in moved for one in _places(a, b)),
        prizes=tuple(_prizes(now.prizes, then.prizes)),
        ratings=tuple(one for a, b in moved for one in _ratings(a, b)),
        unfit=unfit,
        currency=now.prizes.terms.currency,
    )


def _content(sheet: Sheet) -> tuple[Any, ...]:
    division = sheet.division
    return (
        *(sheet.entries, sheet.boards, sheet.stages, sheet.penalties),
        *(division.ruleset, division.overrides, division.planned_rounds, division.rating_system),
        *(division.conditions, division.pairing_rules, division.plan),
    )


def _seats_changed(now: Sheet, then: Sheet) -> Iterator[SeatsChanged]:
    for number in sorted(now.stages.keys() | then.stages.keys()):
        was, would = _seating(now, number), _seating(then, number)
        if was != would:
            yield SeatsChanged(
                now.division.name,
                number,
                tuple(sorted(was - would)),
                tuple(sorted(would - was)),
            )


def _seating(sheet: Sheet, number: int) -> set[tuple[int, ...]]:
    return {
        tuple(sheet.entries[seat.entry].key for seat in board.seats)
        for board in sheet.by_round.get(number, [])
    }


def _places(now: Sheet, then: Sheet) -> Iterator[PlaceChange]:
    was, would = standing_by_key(now), standing_by_key(then)
    for key in sorted(was.keys() | would.keys(), key=lambda key: _order(would, was, key)):
        if was.get(key) != would.get(key):
            yield PlaceChange(now.division.name, key, was.get(key), would.get(key))


def _order(would: Mapping[int, PlaceHeld], was: Mapping[int, PlaceHeld], key: int) -> Any:
    standing = would.get(key) or was[key]
    return standing.place is None, standing.place or 0, key


def standing_by_key(sheet: Sheet) -> dict[int, PlaceHeld]:
    """Returns where every entry stands by the published rounds, by key."""
    known = published(sheet)
    rows = standings_after(known, known.last_round)
    return {sheet.entries[row.number].key: _standing(row) for row in rows}


def _standing(row: StandingsRow) -> PlaceHeld:
    return PlaceHeld(row.rank, row.half_wins, row.half_losses, row.spread)


def _prizes(now: PrizesNow, then: PrizesNow) -> Iterator[PrizeChange]:
    was, would = won(now), won(then)
    titles = {one.row.number: one.title for prizes in (then, now) for one in prizes.list}
    for number in sorted(was.keys() | would.keys()):
        if was.get(number) != would.get(number):
            before, after = was.get(number, ()), would.get(number, ())
            yield PrizeChange(number, titles[number], before, after)


def won(prizes: PrizesNow) -> dict[int, tuple[tuple[int, int], ...]]:
    """Returns who wins each prize, by its number: (entry key, minor units)."""
    return {
        award.prize.number: tuple((share.key, share.amount) for share in award.winners)
        for award in (prizes.awards if prizes.rows else ())
    }


def _ratings(now: Sheet, then: Sheet) -> Iterator[RatingChangeMoved]:
    was, would = new_ratings(now), new_ratings(then)
    for key in sorted(was.keys() | would.keys()):
        before, after = was.get(key), would.get(key)
        if before != after:
            old = (after or before or (0, 0))[0]
            yield RatingChangeMoved(
                now.division.name, key, old, before and before[1], after and after[1]
            )
