"""What a command would change, told before it is given: apps above the desk register who tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.actors import Actor
from core.journal.command import Command
from desk.apps import PARTS

Foresight = Callable[[Command, Actor, str], Mapping[str, Any]]
"""Takes a command, who would give it and why; returns the values of its template, which it names
as `template`. Raises UserError where the command would not be done."""

_foresights: dict[str, Foresight] = {}


def register_foresight(stream: str, foresight: Foresight) -> None:
    """Registers what tells the consequences of commands in streams of a kind."""
    _foresights[stream] = foresight


def foreseen(command: Command, actor: Actor, reason: str) -> Mapping[str, Any] | None:
    """Returns what a command would change, None where nobody tells it; changes nothing.

    Raises UserError where it would be refused.
    """
    PARTS.load()
    foresight = _foresights.get(command.stream().partition(":")[0])
    return None if foresight is None else foresight(command, actor, reason)
