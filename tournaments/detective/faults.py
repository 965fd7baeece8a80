"""What can have happened to slips on their way from the board to the list, and how likely it is.

The weights say how often each happens compared with the others, shared out among the ways in which
it can happen: of two corrections that fit, the one with fewer rivals of its kind is likelier. They
are estimates, not measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Final

from tournaments.detective.slips import CardSlip, SlipFault

WEIGHTS: Final = {
    SlipFault.SWAPPED: 3000,
    SlipFault.TRANSPOSED: 360,
    SlipFault.DIGIT: 24,
    SlipFault.MISSING_DIGIT: 12,
    SlipFault.OTHER_BOARD: 120,
    SlipFault.OTHER_ROUND: 120,
    SlipFault.REPEATED: 2400,
}
NEIGHBOURS: Final = {
    "0": "12", "1": "0247", "2": "0135", "3": "26", "4": "1579",
    "5": "2468", "6": "359", "7": "148", "8": "579", "9": "468",
}  # fmt: skip
"""Keys side by side on a number pad, and 1 and 7, 4 and 9, which look alike in handwriting."""
BESIDE: Final = 3
"""So many times as often a digit becomes one of its neighbours."""
HIGHEST: Final = 1499
"""Scores above are not entered, so none of them is taken for what was meant."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """A fault, the slips as they were entered and as they should be, and its weight."""

    fault: SlipFault
    slips: tuple[CardSlip, ...]
    right: tuple[CardSlip, ...]
    weight: int


def mishaps(slips: Sequence[CardSlip], suspects: Iterable[int]) -> Iterator[Mishap]:
    """Yields all that can have happened to the slips of these entries."""
    wanted = set(suspects)
    theirs = [slip for slip in slips if wanted.intersection(slip.entries)]
    for slip in theirs:
        yield from _of_one(slip)
    yield from _other_board(slips, wanted)
    yield from _other_round(theirs)


def repeated(slips: Sequence[CardSlip], entry: int) -> Iterator[tuple[CardSlip, int]]:
    """Yields the slips of an entry that say what one of another round says, and their weight.

    The one of the later round is more likely wrong: that of the earlier one was there first.
    """
    own = [slip for slip in sorted(slips) if entry in slip.entries]
    for one, other in combinations(own, 2):
        if one.round != other.round and one.seen_by(entry) == other.seen_by(entry):
            yield other, WEIGHTS[SlipFault.REPEATED]
            yield one, WEIGHTS[SlipFault.REPEATED] // 2


def _of_one(slip: CardSlip) -> Iterator[Mishap]:
    one, two = slip.first_score, slip.second_score
    if one != two:
        right = slip.with_scores(slip.first, two, one)
        yield Mishap(SlipFault.SWAPPED, (slip,), (right,), WEIGHTS[SlipFault.SWAPPED])
    for score, weight, fault in _misread(one):
        yield Mishap(fault, (slip,), (slip.with_scores(slip.first, score, two),), weight)
    for score, weight, fault in _misread(two):
        yield Mishap(fault, (slip,), (slip.with_scores(slip.first, one, score),), weight)


def _misread(score: int) -> Iterator[tuple[int, int, SlipFault]]:
    """Yields what a score can have been meant to be, each only by its likeliest fault."""
    seen = {score}
    for meant, weight, fault in (*_transposed(score), *_digits(score), *_missing(score)):
        if meant not in seen and 0 <= meant <= HIGHEST:
            seen.add(meant)
            yield meant, weight, fault


def _transposed(score: int) -> Iterator[tuple[int, int, SlipFault]]:
    digits = str(score)
    for at in range(len(digits) - 1):
        swapped = f"{digits[:at]}{digits[at + 1]}{digits[at]}{digits[at + 2 :]}"
        yield int(swapped), WEIGHTS[SlipFault.TRANSPOSED], SlipFault.TRANSPOSED
    if len(digits) == 3:
        yield int(digits[::-1]), WEIGHTS[SlipFault.TRANSPOSED] // 4, SlipFault.TRANSPOSED


def _digits(score: int) -> Iterator[tuple[int, int, SlipFault]]:
    digits = str(score)
    for at, digit in enumerate(digits):
        for other in "0123456789":
            beside = BESIDE if other in NEIGHBOURS.get(digit, "") else 1
            meant = int(f"{digits[:at]}{other}{digits[at + 1 :]}")
            yield meant, WEIGHTS[SlipFault.DIGIT] * beside, SlipFault.DIGIT


def _missing(score: int) -> Iterator[tuple[int, int, SlipFault]]:
    digits = str(score)
    if score < 0 or len(digits) > 2:
        return
    for at in range(len(digits) + 1):
        for other in "0123456789":
            meant = int(f"{digits[:at]}{other}{digits[at:]}")
            yield meant, WEIGHTS[SlipFault.MISSING_DIGIT], SlipFault.MISSING_DIGIT


def _other_board(slips: Sequence[CardSlip], wanted: set[int]) -> Iterator[Mishap]:
    for _, rows in groupby(sorted(slips), key=lambda slip: slip.round):
        for one, two in combinations(tuple(rows), 2):
            if not wanted.intersection((*one.entries, *two.entries)):
                continue
            right = (
                one.with_scores(one.first, two.first_score, two.second_score),
                two.with_scores(two.first, one.first_score, one.second_score),
            )
            if right != (one, two):
                weight = WEIGHTS[SlipFault.OTHER_BOARD]
                yield Mishap(SlipFault.OTHER_BOARD, (one, two), right, weight)


def _other_round(theirs: Sequence[CardSlip]) -> Iterator[Mishap]:
    for one, two in combinations(sorted(theirs), 2):
        for entry in sorted({*one.entries} & {*two.entries}):
            right = (
                one.with_scores(entry, *two.seen_by(entry)),
                two.with_scores(entry, *one.seen_by(entry)),
            )
            if one.round != two.round and right != (one, two):
                weight = WEIGHTS[SlipFault.OTHER_ROUND]
                yield Mishap(SlipFault.OTHER_ROUND, (one, two), right, weight)
