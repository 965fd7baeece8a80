"""The questions to the apps above: for whom a judge station judges, and what is in play.

The lexicon is below tournaments and knows none. The app that knows places registers here once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from lexicon.apps import PLACES


@dataclass(frozen=True, slots=True)
class Chosen:
    """A lexicon chosen for good: its code, and the hash that its words had then."""

    code: str
    sha256: str


@dataclass(frozen=True, slots=True)
class JudgedPlace:
    """A place of judging: its name, its lexicon and second opinion, and whether it is over.

    `is_hidden` is for places that only their directors may see.
    """

    key: str
    label: str
    lexicon: Chosen | None
    second: Chosen | None
    is_over: bool
    rated: bool
    is_hidden: bool = False


class Places(Protocol):
    """The app that knows places."""

    def find(self, key: str) -> JudgedPlace | None:
        """Returns the place, None where there is none."""
        ...

    def shown(self, keys: Collection[str]) -> set[str]:
        """Returns those of the keys whose places everybody may know of."""
        ...

    def scope(self, key: str) -> str | None:
        """Returns the scope whose roles count at the place, None where it is no place of these."""
        ...


FREE = "free_judges"
"""The scope of stations that belong to no place."""
NOBODYS = "nobodys"


_places: list[Places] = []
_closings: list[Callable[[], str]] = []
_naming: list[Callable[[str], bool]] = []


def register_places(places: Places) -> None:
    """Registers who knows the places of a kind."""
    _places.append(places)


def find_place(key: str) -> JudgedPlace | None:
    """Returns the place with this key, None where nobody knows it."""
    PLACES.load()
    return next((found for places in _places if (found := places.find(key)) is not None), None)


def shown_places(keys: Collection[str]) -> set[str]:
    """Returns those of the keys whose places everybody may know of, in one query of each kind."""
    PLACES.load()
    return {key for places in _places for key in places.shown(keys)} if keys else set()


def scope_of(key: str) -> str:
    """Returns the scope whose roles count at the place with this key; at none, that of the staff.

    The place of an app that is not there belongs to a scope of which nobody has rights.
    """
    PLACES.load()
    if not key:
        return FREE
    found = (scope for places in _places if (scope := places.scope(key)) is not None)
    return next(found, NOBODYS)


def register_closing(reason: Callable[[], str]) -> None:
    """Registers who may want the word tools closed: it returns why, empty while they are open."""
    _closings.append(reason)


def why_closed() -> str:
    """Returns a sentence on why the word tools are closed now, empty while they are open."""
    PLACES.load()
    return next((why for reason in _closings if (why := reason())), "")


def register_named_words(names: Callable[[str], bool]) -> None:
    """Registers a user of words: it returns whether it uses those with a hash."""
    _naming.append(names)


def names_words(sha256: str) -> bool:
    """Returns whether an app above uses the words with this hash, so that they must stay."""
    PLACES.load()
    return any(names(sha256) for names in _naming)
