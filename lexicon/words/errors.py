"""The faults of words, as codes and parameters; the edge puts them into sentences."""

from __future__ import annotations

from typing import Any


class WordError(Exception):
    """Something that is not a word, list or query; `code` says what, `params` which.

    Codes: `tile.unknown` (character), `tile.empty`, `tile.bracket` (text), `word.long`,
    `word.short`, `word.readings` (text), and those of the modules that raise it.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params
