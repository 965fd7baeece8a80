"""The facts that the book of records is computed from: games as their results tell of them.

A fact says what happened and nothing that follows from it. Points are those of the game itself: a
handicap is no part of them. Keys are text that names a thing for good.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

import msgspec


class FactError(ValueError):
    """A fact that cannot be: `fact.sides`, `fact.players`, `fact.scores`, `fact.winner`,
    `fact.first` or `fact.text` (where a text is as long that it can be no key).
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


class FactEnding(StrEnum):
    """How a game ended. All but PLAYED say with `winner` who was given the win."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT = "forfeit"
    LOST_ON_TIME = "lost on time"
    LEFT = "left"
    ADJUDICATED = "adjudicated"


NOT_BEGUN = frozenset({FactEnding.BYE, FactEnding.FORFEIT})
LONGEST_KEY = 200


class BookEvent(msgspec.Struct, frozen=True, order=True):
    """The event of a game: its slug, and for a club night or a club's tournament the club's key.

    `season` is the key of the club's season that the night counts for. Both are empty for none.
    """

    slug: str
    club: str = ""
    season: str = ""
    is_night: bool = False


class RecordedPlay(msgspec.Struct, frozen=True):
    """One play: its points, the tiles of its main word, the play as people write it.

    `is_phoney` is None where no list could judge.
    """

    score: int
    length: int = 0
    text: str = ""
    is_phoney: bool | None = None


class RecordedSide(msgspec.Struct, frozen=True):
    """What the sound record of a whole game says of one player.

    Points of a play are those of the play alone. `record_score` leaves out failed challenges.
    `phoneys` stayed on the board, None where no list could judge; `best_is_phoney`, and the like of
    other plays, are None for the same reason. Plays that a player did not make have 0 points and no
    text. `comeback` is the most points that the player was behind after any turn.
    """

    record_score: int
    phoneys: int | None = None
    blanks: int = 0
    bingos: int = 0
    bingos_in_a_row: int = 0
    triple_triples: int = 0
    comeback: int = 0
    best: RecordedPlay | None = None
    best_without_bingo: RecordedPlay | None = None
    opening: RecordedPlay | None = None
    out: RecordedPlay | None = None
    longest: RecordedPlay | None = None


class BookSide(msgspec.Struct, frozen=True):
    """One player of a game: key, points, rating before it (None: not known), and its record."""

    player: str
    score: int | None = None
    rating: int | None = None
    record: RecordedSide | None = None

    @property
    def points(self) -> int:
        """The points that records go by: those of the record where there is one.

        Raises FactError `fact.scores` where there are none.
        """
        if self.record is not None:
            return self.record.record_score
        if self.score is None:
            raise FactError("fact.scores", player=self.player)
        return self.score


class GameFact(msgspec.Struct, frozen=True):
    """A game. `order` tells apart games of one day: the later has the higher one.

    `sides` are two, one for a bye, three for a game of three; in a forfeit the one who was there
    may be alone. `first` is the place among them of who moved first, `winner` that of who was
    given the win where the game was not PLAYED to its end, None for nobody. `challenge_bonus`,
    `plus_minus` and `overtime` say that such points are in the scores: bonuses of challenges, an
    end bonus taken from one player and given to the other, points lost for overtime.
    """

    key: str
    day: date
    order: int
    event: BookEvent
    family: str
    sides: tuple[BookSide, ...]
    division: str = ""
    first: int | None = None
    ending: FactEnding = FactEnding.PLAYED
    winner: int | None = None
    is_rated: bool = True
    is_handicapped: bool = False
    challenge_bonus: bool = False
    plus_minus: bool = False
    overtime: bool = False

    def __post_init__(self) -> None:
        count = len(self.sides)
        if count not in _SIDES[self.ending]:
            raise FactError("fact.sides", sides=count, ending=self.ending.value)
        if len({side.player for side in self.sides}) != count:
            raise FactError("fact.players", game=self.key)
        if self.ending is FactEnding.PLAYED and any(side.score is None for side in self.sides):
            raise FactError("fact.scores", game=self.key)
        for code, place in (("fact.winner", self.winner), ("fact.first", self.first)):
            if place is not None and not 0 <= place < count:
                raise FactError(code, game=self.key)
        texts = (self.key, self.family, self.event.slug, *(side.player for side in self.sides))
        if any(not 0 < len(text) <= LONGEST_KEY for text in texts):
            raise FactError("fact.text", game=self.key)

    @property
    def is_begun(self) -> bool:
        """Whether people sat down to it: neither a bye nor a forfeit."""
        return self.ending not in NOT_BEGUN

    @property
    def holds_records(self) -> bool:
        """Whether its scores can be records: two players, played to its end, no handicap."""
        return self.ending is FactEnding.PLAYED and len(self.sides) == 2 and not self.is_handicapped

    @property
    def counts_as_won_or_lost(self) -> bool:
        """Whether it lengthens or ends a streak: begun by two, no handicap; also where ruled."""
        return self.is_begun and len(self.sides) == 2 and not self.is_handicapped

    @property
    def won_by(self) -> int | None:
        """The place among the sides of the winner; None for a tie, and where nobody won.

        By the scores as they were handed in; in a game of three only where one score is highest.
        """
        if self.ending is not FactEnding.PLAYED:
            return self.winner
        scores = [side.score or 0 for side in self.sides]
        if len(scores) == 2:
            return None if scores[0] == scores[1] else int(scores[0] < scores[1])
        best = max(scores)
        return scores.index(best) if scores.count(best) == 1 else None

    @property
    def attended_by(self) -> frozenset[str]:
        """Who was there: all, but for those whom a forfeit was counted against."""
        if self.ending is FactEnding.FORFEIT:
            there = {self.winner} if self.winner is not None else set()
            return frozenset(self.sides[place].player for place in there)
        return frozenset(side.player for side in self.sides)


_SIDES: dict[FactEnding, tuple[int, ...]] = {
    FactEnding.PLAYED: (2, 3),
    FactEnding.BYE: (1,),
    FactEnding.FORFEIT: (1, 2),
    FactEnding.LOST_ON_TIME: (2, 3),
    FactEnding.LEFT: (2, 3),
    FactEnding.ADJUDICATED: (2, 3),
}
