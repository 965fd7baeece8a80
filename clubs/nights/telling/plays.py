"""The words of the week: what is told of the plays of a night's recorded games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

HIGH_PLAYS = 5
LONG_WORDS = 5
LONG = 8
"""From how many tiles on a word is told of as long: one more than a rack holds."""


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """A play of somebody by their number: as people write it, and the word that it made.

    `is_phoney` says that the word is in no list by which it was played; one that does not stand
    was challenged off. `is_collins_only` says that it is good in Collins alone. `game` is the key
    of the recorded game, `turn` the place of the play in it, from 1.
    """

    player: int
    text: str
    word: str
    length: int
    score: int
    is_bingo: bool = False
    is_phoney: bool = False
    is_collins_only: bool = False
    stands: bool = True
    game: str = ""
    turn: int = 0

    @property
    def marks(self) -> str:
        """What stands behind the word: `*` for a phoney, `#` for one that is good in Collins."""
        if self.is_phoney:
            return "*"
        return "#" if self.is_collins_only else ""


Plays = tuple[ToldPlay, ...]


@dataclass(frozen=True, slots=True)
class WordsOfWeek:
    """The plays that are told of. `high` scored most; `long` made the longest words.

    `bingos` are all that stood, by player and in the order in which they were played; `phoneys`
    are all, whether they stood or came off.
    """

    high: Plays = ()
    long: Plays = ()
    phoneys: Plays = ()
    bingos: tuple[tuple[int, Plays], ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.high or self.phoneys)


def words_of_week(plays: Iterable[ToldPlay]) -> WordsOfWeek:
    """Returns what is told of plays, which come in the order in which they were made."""
    made = list(plays)
    standing = [play for play in made if play.stands]
    long = [play for play in standing if play.length >= LONG]
    bingos: dict[int, list[ToldPlay]] = {}
    for play in standing:
        if play.is_bingo:
            bingos.setdefault(play.player, []).append(play)
    return WordsOfWeek(
        high=tuple(sorted(standing, key=lambda play: -play.score)[:HIGH_PLAYS]),
        long=tuple(sorted(long, key=lambda play: (-play.length, -play.score))[:LONG_WORDS]),
        phoneys=tuple(play for play in made if play.is_phoney),
        bingos=tuple((player, tuple(own)) for player, own in bingos.items()),
    )
