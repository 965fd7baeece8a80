"""What two agreed on for one game alone, as it stands at its board: pure values.

Only a club night has such terms. A board without any is played by the rules of its division.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTerms:
    """The terms of one game.

    `lexicon` is the code of a word list, `minutes` the time of each player; empty and 0 are those
    of the division. `start_one` and `start_two` are the points with which a handicap has the seats
    at position 0 and 1 begin. `challenger` is the key of the entry who challenged on the ladder,
    0 in every other game.
    """

    lexicon: str = ""
    minutes: int = 0
    start_one: int = 0
    start_two: int = 0
    rated: bool = True
    challenger: int = 0

    @property
    def is_handicapped(self) -> bool:
        """Whether somebody begins with points."""
        return bool(self.start_one or self.start_two)

    def values(self) -> dict[str, Any]:
        """Returns what a board keeps: whatever is not as usual."""
        return {name: value for name, value in asdict(self).items() if value != _USUAL[name]}


_USUAL = asdict(BoardTerms())


def terms_of(values: Mapping[str, Any]) -> BoardTerms:
    """Returns the terms that a board keeps."""
    return BoardTerms(**values)
