"""Places: what stands in a list of the book, the best first, equals sharing a place.

The first places of a whole are among the first places of its parts, so lists are merged and cut:
nothing further down is kept above the event in which it happened. When what stood above it goes,
the parts are merged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

import msgspec

from clubs.records.book.categories import RULES, RecordCategory, Slot

FIRST_PLACES = 5

Value = int | Fraction


class RecordHolding(msgspec.Struct, frozen=True, order=True, gc=False):
    """Something that may stand in a list, ordered as lists are.

    `worth` orders: the value, with its sign turned where more is better. `source` is the key of the
    game, the slug of the event, or the season that it was made in; empty for what is of a career.
    `day` is when it was reached. `holders` and `opponents` are keys of players, or of the club;
    `scores` the points of a game, the holder's first. `detail` is the play or word. `flags` say
    what keeps it from being compared with others: `challenge_bonus`, `plus_minus`, `overtime`,
    `unrated`.
    """

    worth: Value
    day: date
    order: int
    source: str
    holders: tuple[str, ...]
    event: str = ""
    division: str = ""
    opponents: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    detail: str = ""
    flags: tuple[str, ...] = ()
    games: int = 1

    def value_in(self, category: RecordCategory) -> Value:
        """Returns its value as people say it."""
        return -self.worth if RULES[category].more_is_better else self.worth


class RecordPlace(msgspec.Struct, frozen=True):
    """A holding on its place; co-holders of a record have the same one."""

    place: int
    holding: RecordHolding


Places = Mapping[Slot, tuple[RecordHolding, ...]]
"""The first places of every list that has any."""

NO_PLACES: Places = {}


def worth_of(category: RecordCategory, value: Value) -> Value:
    """Returns what orders a value in its category, the least first."""
    return -value if RULES[category].more_is_better else value


def first_places(holdings: Iterable[RecordHolding]) -> tuple[RecordHolding, ...]:
    """Returns those on the first five places, in order, with all that share the last of them."""
    found = sorted(holdings)
    if len(found) <= FIRST_PLACES:
        return tuple(found)
    last = found[FIRST_PLACES - 1].worth
    end = FIRST_PLACES
    while end < len(found) and found[end].worth == last:
        end += 1
    return tuple(found[:end])


def merged(one: Places, other: Places) -> Places:
    """Returns the first places of two parts together.

    Costs by the lists of the smaller part, and sorts only those that both have.
    """
    if not one or not other:
        return one or other
    few, many = sorted((one, other), key=len)
    together = dict(many)
    for slot, holdings in few.items():
        there = together.get(slot)
        together[slot] = _joined(there, holdings) if there else holdings
    return together


def numbered(holdings: Iterable[RecordHolding]) -> tuple[RecordPlace, ...]:
    """Returns holdings in order with their places: after two on the first comes the third."""
    places: list[RecordPlace] = []
    for count, holding in enumerate(holdings, 1):
        shares = places and places[-1].holding.worth == holding.worth
        places.append(RecordPlace(places[-1].place if shares else count, holding))
    return tuple(places)


def _joined(
    one: tuple[RecordHolding, ...], other: tuple[RecordHolding, ...]
) -> tuple[RecordHolding, ...]:
    for here, there in ((one, other), (other, one)):
        if len(here) >= FIRST_PLACES and here[-1].worth < there[0].worth:
            return here
    return first_places(one + other)
