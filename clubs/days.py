"""Days that a club can have something on: no calendar ends within a term that begins on one."""

from __future__ import annotations

from datetime import date
from typing import Final

FIRST_DAY: Final = date(1900, 1, 1)
LAST_DAY: Final = date(2999, 12, 31)


def is_usual(day: date) -> bool:
    """Returns whether a day is one on which a club can have something."""
    return FIRST_DAY <= day <= LAST_DAY
