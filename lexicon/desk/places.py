"""The state of places where words are judged: the app that knows them registers here once.

The lexicon is below tournaments and knows none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from desk.apps import PARTS


@dataclass(frozen=True, slots=True)
class PlaceAtDesk:
    """A place as the desk shows it: its name, "division A", and that of its event.

    `shown` is what every page about it shows, such as its tabs. `judges` is the address of all its
    judges, `choosing` the one where its lexicon is chosen; empty where the place is gone.
    """

    name: str
    event: str
    shown: Mapping[str, Any]
    judges: str
    choosing: str


class PlacesAtDesk(Protocol):
    """The app that knows places at the desk."""

    def find(self, key: str) -> PlaceAtDesk | None:
        """Returns the place with this key, None where there is none."""
        ...

    def rulings(self, key: str) -> Mapping[tuple[str, int], int]:
        """Returns the numbers of the rulings at boards that a verdict there was used for.

        By the station and the entry of its log.
        """
        ...


_places: list[PlacesAtDesk] = []


def register_places_at_desk(places: PlacesAtDesk) -> None:
    """Registers who knows the places of a kind."""
    _places.append(places)


def place_at_desk(key: str) -> PlaceAtDesk | None:
    """Returns the place with this key, None where nobody knows it or the key is empty."""
    PARTS.load()
    if not key:
        return None
    return next((found for places in _places if (found := places.find(key)) is not None), None)


def rulings_used(key: str) -> Mapping[tuple[str, int], int]:
    """Returns the rulings at boards that used a verdict, by station and entry of its log."""
    PARTS.load()
    return {used: number for places in _places for used, number in places.rulings(key).items()}
