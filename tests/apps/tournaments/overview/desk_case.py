"""The parts of a case for a form of the desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Ground = Callable[[], None]


@dataclass(frozen=True)
class Case:
    """A form: what must be there first, what is typed, what the log then says.

    `wrong` is typed on the same ground and refused with `refused` on the page. `asks` is part of
    the consequence, where the command always asks back.
    """

    path: str
    typed: dict[str, Any]
    said: str
    refused: str
    wrong: dict[str, Any] = field(default_factory=dict)
    query: str = ""
    ground: Ground = lambda: None
    wrong_ground: Ground | None = None
    asks: str = ""
