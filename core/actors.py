"""Who asks: a person at the desk or by a program, or the console."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.roles.table import Permission


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who asks. `user` is None at the console and in a replay, where `trusted` is true.

    `link` says whose link somebody without an account came by, in the words of the app that gave
    it; empty for everybody else. `device` is what they use, as the log shows it: the browser and
    where it is, or the name of a token. `limits` are the only permissions that count with what
    they came by, such as a token; None where it limits nothing.
    """

    name: str
    user: Any = None
    trusted: bool = False
    link: str = ""
    device: str = ""
    limits: frozenset[Permission] | None = None


CONSOLE = Actor(name="console", trusted=True)
