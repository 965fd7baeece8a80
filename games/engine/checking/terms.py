"""The terms for checking a record that the record itself does not state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.engine.rulesets import RULESETS, RuleSet


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The rules, board and tiles that a game was played with, and its lexicon.

    `board` and `tiles` are keys; '' is as the record says or as its letters show. `holds` says
    whether the lexicon has a word, given in codes of letters; without it no word is looked up.
    """

    rules: RuleSet | None = None
    board: str = ""
    tiles: str = ""
    holds: Callable[[str], bool] | None = None

    @property
    def played_by(self) -> RuleSet:
        """The rules of the game; where none are known those that most play by."""
        return self.rules or RULESETS["naspa"]
