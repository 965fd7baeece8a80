"""The state of the event that the rules of a random event use."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from core.journal.command import Command
from tournaments.kernel.queries.sheet import Sheet
from tournaments.models import Division


class Director:
    """The methods that the event gives. No abstract class: a state machine has a metaclass."""

    named: dict[str, Any]

    def try_to(self, command: Command) -> bool:
        """Executes a command; returns whether it was done."""
        raise NotImplementedError

    def anybody(self, data: st.DataObject) -> int:
        """Returns the number of an entry, or one that nobody has."""
        raise NotImplementedError

    def next_round(self) -> int:
        """Returns the round after the last that is published."""
        raise NotImplementedError

    def sheet(self) -> Sheet:
        """Returns the division as the public sees it."""
        raise NotImplementedError

    def division(self) -> Division:
        """Returns the division."""
        raise NotImplementedError

    def entries(self, *commands: str) -> Any:
        """Returns the entries of the journal with these commands that are not undone."""
        raise NotImplementedError
