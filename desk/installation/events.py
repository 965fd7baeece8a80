"""The events that pages of this installation list: the app that has them registers here once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from desk.apps import PARTS


class Events(Protocol):
    """The app that has events."""

    model: str
    """The label of their table in a backup, with the fields `slug` and `name`."""

    def names(self) -> Mapping[str, str]:
        """Returns the names of all events by their short names."""
        ...

    def directed_by(self, name: str) -> Iterable[Any]:
        """Returns the events that an account directs."""
        ...

    def to_hand_over(self, name: str) -> Iterable[Any]:
        """Returns the events under way that an account does not direct, at most a few."""
        ...


@dataclass
class _Known:
    events: Events | None = None


_known = _Known()


def register_events(events: Events) -> None:
    """Registers the app that has events; there is one."""
    _known.events = events


def events_here() -> Events:
    """Returns the app that has events."""
    PARTS.load()
    assert _known.events is not None
    return _known.events
