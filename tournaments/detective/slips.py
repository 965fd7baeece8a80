"""What was entered, what a card says, and what is suspected: the terms of the slip detective."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class CardSlip:
    """A slip as it was entered: a board of a round, two entries by number, and their scores."""

    round: int
    board: int
    first: int
    second: int
    first_score: int
    second_score: int

    @property
    def entries(self) -> tuple[int, int]:
        """The numbers of both."""
        return self.first, self.second

    def seen_by(self, entry: int) -> tuple[int, int]:
        """Returns an entry's score and that of the other."""
        own, other = self.first_score, self.second_score
        return (own, other) if entry == self.first else (other, own)

    def with_scores(self, entry: int, own: int, other: int) -> CardSlip:
        """Returns the slip with other scores, the first those of this entry."""
        first, second = (own, other) if entry == self.first else (other, own)
        return CardSlip(self.round, self.board, self.first, self.second, first, second)


@dataclass(frozen=True, slots=True, order=True)
class Granted:
    """What an entry got in a round without a game: half wins and spread of byes and penalties."""

    entry: int
    round: int
    half_wins: int
    spread: int


@dataclass(frozen=True, slots=True, order=True)
class CardTotal:
    """What a player's card says after a round; `half_wins` is None where it has only the spread."""

    entry: int
    after: int
    spread: int
    half_wins: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class CardDifference:
    """By how much a card is above what was entered; both 0 where they agree."""

    card: CardTotal
    spread: int
    half_wins: int

    @property
    def is_wrong(self) -> bool:
        """Whether card and slips disagree."""
        return bool(self.spread or self.half_wins)


class SlipFault(StrEnum):
    """What may have happened to a slip.

    `SWAPPED`: the scores are the wrong way round, so the wrong player won. `TRANSPOSED`: two digits
    of a score changed places. `DIGIT`: one digit is another one. `MISSING_DIGIT`: a digit was not
    typed. `OTHER_BOARD`: two boards of a round have each other's scores. `OTHER_ROUND`: two rounds
    of a player have each other's scores. `REPEATED`: the slip of another round was entered a second
    time; what was on the right one can only be told by its spread.
    """

    SWAPPED = "swapped"
    TRANSPOSED = "transposed"
    DIGIT = "digit"
    MISSING_DIGIT = "missing_digit"
    OTHER_BOARD = "other_board"
    OTHER_ROUND = "other_round"
    REPEATED = "repeated"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A fault that would make cards and slips agree, and the slips as they would be without it.

    `slips` are those that were entered, `right` what they should say, in the same order; without
    `right`, `spread` is what the slip should come to for its first entry. `explains` are the cards
    that then agree. `weight` orders suspicions, the likeliest first; it is no probability.
    """

    fault: SlipFault
    slips: tuple[CardSlip, ...]
    right: tuple[CardSlip, ...]
    explains: frozenset[CardTotal]
    weight: int
    spread: int | None = None


Counting = Mapping[int, int]
"""The most spread that a game of a round counts, by round; a round that is not there has no cap."""
