"""Cut-offs: the ratings that part a field into divisions, or a division into classes. Pure.

Parts are counted from the strongest. A cut-off is the lowest rating of a part, so players of equal
ratings are always together; the last part has none. Players without a rating (0) are in the last
part, or where it is said. Directors want divisions of much the same size, without a bye where that
can be, and parted where nobody is close to the border.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from core.errors import UserError
from core.phrases import phrase

LEAST_OF_A_DIVISION = 4
LEAST_OF_A_CLASS = 2
MOST_PARTS = 26
WIDE_GAP = 100
"""Points between two players that part them as well as any more."""
MOST_LOOKED_AT = 2_000_000
"""So many parts are compared where no equal ones can be had: about two seconds."""
_ROUND = (100, 50, 25, 10, 5, 1)
_EXCESS, _GAPS, _UNEVEN = 1 << 44, 1 << 12, 1 << 44


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts that are wanted: how many, of at least how many players, the unrated in which one.

    Of `unrated` None it is the last. With `even`, parts of an even number come before all else.
    """

    parts: int
    least: int = LEAST_OF_A_DIVISION
    unrated: int | None = None
    even: bool = True

    @property
    def with_unrated(self) -> int:
        """The part, from 0, of those who have no rating."""
        return self.parts - 1 if self.unrated is None else self.unrated


def parted(
    ratings: Iterable[int], cut_offs: Sequence[int], *, unrated: int | None = None
) -> tuple[int, ...]:
    """Returns the part, from 0, of every rating in its order; `unrated` None is the last part."""
    lowest = len(cut_offs) if unrated is None else unrated
    return tuple(
        sum(rating < cut_off for cut_off in cut_offs) if rating else lowest for rating in ratings
    )


def proposed(ratings: Sequence[int], wanted: Wanted) -> tuple[int, ...]:
    """Returns the cut-offs of the parts, from the top, one fewer than there are parts.

    Of all ways to part the ratings, the best one: the fewest parts of less than half or more than
    twice an equal share, then the fewest of an odd number, then sizes within a tenth of the share
    (one player at least), then the widest gaps at the borders, then the most equal sizes. A
    cut-off is the roundest number in its gap. Raises UserError where there are too few players, or
    too few different ratings; or where equal ones leave no part near its share in a large field,
    and there are too many others.
    """
    if not 1 <= wanted.parts <= MOST_PARTS or not 0 <= wanted.with_unrated < wanted.parts:
        raise UserError(
            phrase("Ask for 1 to {most} parts.", most=MOST_PARTS), code="cut_offs.parts"
        )
    if len(ratings) < wanted.parts * wanted.least:
        raise UserError(
            phrase(
                "{players} players are too few for {parts} parts of at least {least}.",
                players=len(ratings),
                parts=wanted.parts,
                least=wanted.least,
            ),
            code="cut_offs.too_few",
        )
    field = _Field(ratings, wanted)
    ends = field.best_ends()
    if ends is None:
        raise UserError(
            phrase(
                "Too many players have equal ratings, or none, for {parts} parts of at least "
                "{least}.",
                parts=wanted.parts,
                least=wanted.least,
            ),
            code="cut_offs.equal",
        )
    return tuple(map(field.cut_off, ends[:-1]))


def faults(
    names: Sequence[str],
    sizes: Sequence[int],
    cut_offs: Sequence[int],
    *,
    are_classes: bool = False,
) -> list[str]:
    """Returns a sentence for each part that cannot be meant: empty, of one player, out of order.

    A class may have one member: nobody has to play only within it.
    """
    said = [
        phrase(
            "The cut-off of {lower} ({rating}) must be below that of {upper} ({above}).",
            lower=names[at + 1],
            rating=below,
            upper=names[at],
            above=above,
        )
        for at, (above, below) in enumerate(pairwise(cut_offs))
        if below >= above
    ]
    for name, size in zip(names, sizes, strict=True):
        if size == 0 and are_classes:
            said.append(
                phrase(
                    "Nobody would be in class {name}: change a cut-off, or leave it out.", name=name
                )
            )
        elif size == 0:
            said.append(
                phrase(
                    "Nobody would be in division {name}: change a cut-off, or leave it out.",
                    name=name,
                )
            )
        elif size == 1 and not are_classes:
            said.append(
                phrase(
                    "Division {name} would have one player, with nobody to play: change a cut-off.",
                    name=name,
                )
            )
    return said


class _Within(Enum):
    """How far from an equal share the parts are that are looked at."""

    TENTH = "tenth"
    DOUBLE = "double"
    ALL = "all"


class _Field:
    """The different ratings from the top, with how many players have each."""

    def __init__(self, ratings: Sequence[int], wanted: Wanted) -> None:
        counts = Counter(rating for rating in ratings if rating)
        self.wanted, self.total = wanted, len(ratings)
        self.unrated = len(ratings) - counts.total()
        self.ratings = sorted(counts, reverse=True)
        self.sums = [0]
        for rating in self.ratings:
            self.sums.append(self.sums[-1] + counts[rating])

    def best_ends(self) -> list[int] | None:
        """Returns after how many different ratings each part ends; None where no way is allowed.

        Nearly every field has ways within a tenth of the share with no odd part but one, where the
        total is odd: the best of those is the best of all, found without looking at the others.
        """
        tight = self._best_of(_Within.TENTH)
        if tight is not None and self._odd_parts(tight) <= self.total % 2:
            return tight
        double = self._best_of(_Within.DOUBLE)
        if double is not None or self._is_too_much:
            return double
        return self._best_of(_Within.ALL)

    @property
    def _is_too_much(self) -> bool:
        """Whether all ways are more than a page can wait for."""
        return (self.wanted.parts - 2) * len(self.ratings) ** 2 > 2 * MOST_LOOKED_AT

    def _best_of(self, within: _Within) -> list[int] | None:
        begun: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for part in range(self.wanted.parts):
            reached: dict[int, tuple[int, tuple[int, ...]]] = {}
            for start, (cost, ends) in begun.items():
                for end in self._ends(part, start, within):
                    more = self.cost(part, start, end)
                    if more is not None and (end not in reached or cost + more < reached[end][0]):
                        reached[end] = (cost + more, (*ends, end))
            begun = reached
        found = begun.get(len(self.ratings))
        return list(found[1]) if found else None

    def _ends(self, part: int, start: int, within: _Within) -> range:
        """Returns where a part that begins here may end: the last one has all that are left.

        Only ends that make it as large as is looked at (`within`).
        """
        parts, last = self.wanted.parts, len(self.ratings)
        # A last part may be those without a rating alone.
        least, most = (last, last) if part == parts - 1 else (start + 1, last)
        if within is not _Within.ALL:
            before = self.sums[start] - self._unrated_in(part)
            smallest, largest = self._sizes(within)
            least = max(least, bisect_left(self.sums, before + smallest))
            most = min(most, bisect_right(self.sums, before + largest) - 1)
        return range(least, most + 1)

    def _sizes(self, within: _Within) -> tuple[int, int]:
        """Returns the smallest and the largest size of a part that is looked at."""
        parts, total = self.wanted.parts, self.total
        if within is _Within.DOUBLE:
            return -(-total // (2 * parts)), 2 * total // parts
        apart = parts * self._tolerated
        return -((apart - total) // parts), (total + apart) // parts

    @property
    def _tolerated(self) -> int:
        """How many players a part may be off an equal share at no cost."""
        return max(1, self.total // (10 * self.wanted.parts))

    def _unrated_in(self, part: int) -> int:
        return self.unrated if part == self.wanted.with_unrated else 0

    def _odd_parts(self, ends: Sequence[int]) -> int:
        """Returns how many parts that should be even are odd."""
        if not self.wanted.even:
            return 0
        sizes = (
            self.sums[end] - self.sums[start] + self._unrated_in(part)
            for part, (start, end) in enumerate(pairwise((0, *ends)))
        )
        return sum(size % 2 for size in sizes)

    def cost(self, part: int, start: int, end: int) -> int | None:
        """Returns what is against a part of these ratings, None where it is too small."""
        size = self.sums[end] - self.sums[start]
        size += self._unrated_in(part)
        if size < self.wanted.least:
            return None
        parts, total = self.wanted.parts, self.total
        # Sizes are compared in parts of a player, so that no share is rounded.
        apart = abs(size * parts - total)
        excess = max(0, apart - parts * self._tolerated)
        is_outside = size * parts * 2 < total or size * parts > 2 * total
        costs = int(is_outside) * 64 + (size % 2 if self.wanted.even else 0)
        costs = costs * _EXCESS + excess * excess
        costs = costs * _GAPS + (WIDE_GAP - min(WIDE_GAP, self._gap(end)) if end else 0)
        return costs * _UNEVEN + apart * apart

    def _gap(self, end: int) -> int:
        """Returns the points between the last rating of a part and the next one below it."""
        if end == len(self.ratings):
            return WIDE_GAP
        return self.ratings[end - 1] - self.ratings[end]

    def cut_off(self, end: int) -> int:
        """Returns the roundest number above the next rating and not above the last one here.

        Of equally round ones, the one nearest to the middle between the two.
        """
        above = self.ratings[end - 1]
        below = self.ratings[end] if end < len(self.ratings) else 0
        for step in _ROUND:
            found = range(below // step * step + step, above + 1, step)
            if found:
                return min(found, key=lambda one: abs(2 * one - above - below))
        return above
