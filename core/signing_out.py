"""What ends when an account is signed out everywhere, besides its sessions.

An app above registers what it let somebody in by; whoever signs an account out calls `let_go`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.registrars import SIGNING_OUT

LetGo = Callable[[Any], None]

_ending: list[LetGo] = []


def end_with_sessions(drop: LetGo) -> LetGo:
    """Registers what takes from an account all that it is let in by."""
    _ending.append(drop)
    return drop


def let_go(user: Any) -> None:
    """Takes from an account all that lets anybody in under its name, sessions aside."""
    SIGNING_OUT.load()
    for drop in _ending:
        drop(user)
