"""What would be: commands given in a block that leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import transaction

from core.actors import Actor
from core.journal.command import Command, decode
from core.journal.execute import suppose
from core.journal.guard import writing
from core.models import JournalEntry

_ACCEPTED: dict[str, Any] = {"confirmed": True}


class _TakenBackError(Exception):
    """Ends a supposing block: everything in it is rolled back."""


@contextmanager
def supposing() -> Iterator[None]:
    """Lets a block write as commands do, and takes all of it back at the end.

    What is read in the block must not be kept under a version: nothing raised one.
    """
    try:
        with transaction.atomic(), writing():
            yield
            raise _TakenBackError
    except _TakenBackError:
        pass


def accepting(command: Command) -> Command:
    """Returns the command with whatever it would ask back accepted."""
    return replace(command, **_ACCEPTED) if hasattr(command, "confirmed") else command


def given(entry: JournalEntry) -> int:
    """Gives what an entry says once more, with its facts, and returns the number it has now.

    Raises UserError where it does not fit.
    What it would ask back was accepted then, or is a consequence that is shown now.
    """
    return suppose(
        accepting(decode(entry.command, entry.payload, entry.schema)),
        actor=Actor(name=entry.actor, trusted=True, device=entry.device),
        reason=entry.reason,
        at=entry.at,
        recorded=entry.facts,
    ).seq
