"""What a list says about its words: definitions and symbols."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """What a list says about one word.

    `symbols` are those behind the word: `#` Collins only, `$` American only, `!` expurgated.
    """

    definition: str = ""
    symbols: str = ""
