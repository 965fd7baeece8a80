"""The reason of a correction: one from the list or words, never digits that read as a slip."""

from __future__ import annotations

import re
from typing import Final

from tournaments.entry_line.grammar import read_line
from tournaments.entry_line.intents import EntryLineError, Record

REASONS: Final = (
    "Slip misread",
    "Scores swapped",
    "Wrong board or player",
    "Added up wrongly",
    "Both players corrected the slip",
    "Ruling of the director",
)
"""The usual reasons for a correction; any other is given in words."""
_WORD = re.compile(r"[^\W\d_]{2}")


def says_why(text: str) -> bool:
    """Returns whether a text can be a reason: it holds a word, and the line would not take it.

    A slip that was typed where a reason is asked for (`5 412 377`, `ff 7`) is none, nor is a single
    letter.
    """
    if _WORD.search(text) is None:
        return False
    try:
        return not isinstance(read_line(text), Record)
    except EntryLineError:
        return True
