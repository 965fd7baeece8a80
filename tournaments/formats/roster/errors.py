"""The errors of reading a roster: a refusal of all of it, or a fault of one line."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import UserError


class RosterError(UserError):
    """A roster that cannot be read at all; `field` is always `roster`."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence, code=f"roster.{code}", field="roster")


@dataclass(frozen=True, slots=True)
class RosterFault:
    """A fault of one line: the column it is about, and one sentence."""

    column: str
    code: str
    sentence: str
