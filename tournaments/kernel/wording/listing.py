"""Names in a row, as many as a sentence bears."""

from __future__ import annotations

from collections.abc import Sequence

from core.phrases import phrase


def some_of(names: Sequence[str], most: int) -> str:
    """Returns the first names with commas between, and how many more there are."""
    named = ", ".join(map(str, names[:most]))
    if len(names) <= most:
        return named
    return phrase("{names} and {count} more", names=named, count=len(names) - most)
