"""A finding of a check, with the place and the page where it can be corrected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from core.phrases import phrase

Level = Literal["refused", "look at this"]
REFUSED: Level = "refused"
LOOK: Level = "look at this"
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class SubmissionFinding:
    """One thing that is not as the authority wants it.

    `number` is the entry's in the event and `field` the field it is about. `mend` is the page of
    the desk where it can be corrected, empty where there is none; `player` whom that page of the
    register is about.
    """

    code: str
    level: Level
    message: str
    division: str = ""
    number: int | None = None
    field: str = ""
    round: int | None = None
    mend: str = ""
    player: str = ""

    @property
    def place(self) -> dict[str, Any]:
        """The query of the address where it can be corrected."""
        if self.player:
            return {"player": self.player}
        named = {"division": self.division, "entry": self.number, "round": self.round}
        return {key: value for key, value in named.items() if value not in ("", None)}


def listed(words: Iterable[object]) -> str:
    """Returns words with commas, the first dozen and how many more there are."""
    every = [str(word) for word in words]
    shown, more = ", ".join(every[:_SHOWN]), len(every) - _SHOWN
    return phrase("{words} and {more} more", words=shown, more=more) if more > 0 else shown
