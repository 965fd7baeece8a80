"""Why a result is corrected: a reason from the list or words, never digits that read as a slip."""

from __future__ import annotations

import re
from typing import Final

REASONS: Final = (
    "Slip misread",
    "Scores swapped",
    "Wrong board or player",
    "Added up wrongly",
    "Both players corrected the slip",
    "Ruling of the director",
)
"""What mostly makes a correction; anything else is said in words."""
_WORD = re.compile(r"[^\W\d_]{2}")


def says_why(text: str) -> bool:
    """Returns whether a text can be a reason: it holds a word.

    A slip that was typed where a reason is asked for (`5 412 377`, `b12 423 389`) is none, nor is
    a single letter.
    """
    return _WORD.search(text) is not None
