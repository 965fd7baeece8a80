"""The games of an event in a row: JSON that is read into cards without a detour."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import msgspec

from ratings.models import RatedEvent
from ratings.systems.career import EventCard, EventCards


class Content(NamedTuple):
    """The stored content of an event, as in `EventCards`.

    `names` are the players' names there, in the order of `cards`.
    """

    scheduled_rounds: int
    cards: tuple[EventCard, ...]
    appearances: tuple[int, ...]
    names: tuple[str, ...]
    system: str = ""


_decoder = msgspec.json.Decoder(Content)


def written(event: EventCards, names: tuple[str, ...]) -> str:
    """Returns the event's games as text; the same games always give the same text."""
    content = Content(event.scheduled_rounds, event.cards, event.appearances, names, event.system)
    return msgspec.json.encode(content).decode()


def digest_of(text: str) -> str:
    """Returns the mark by which two contents are compared."""
    return hashlib.sha256(text.encode()).hexdigest()


def content_of(event: RatedEvent) -> Content:
    """Returns the content of an event that its row keeps."""
    return _decoder.decode(event.content)


def cards_of(event: RatedEvent) -> EventCards:
    """Returns a row's event as it is rated."""
    content = content_of(event)
    return EventCards(
        event.held_on,
        content.scheduled_rounds,
        content.cards,
        content.appearances,
        content.system,
    )
