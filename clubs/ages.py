"""Ages, which decide fees and kinds of membership and are said to nobody."""

from __future__ import annotations

from datetime import date


def age_on(born: date, day: date) -> int:
    """Returns the age in years on a day; who was born on 29 February is older on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
