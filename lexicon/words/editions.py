"""Families of word lists and their editions: names, dates, and how a list is known. No words.

The data is `editions.json` beside this module. Dates are those of rated play; what is left out
there is not known, and `unconfirmed` names what is told but was never checked against what a
publisher said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Literal

_NO_MATTER = re.compile(r"[\s-]+")
Purpose = Literal["rated", "school", "home"]


@dataclass(frozen=True, slots=True)
class Family:
    """Editions that follow one another. `purpose` is what they are for; "free" is no rated play."""

    name: str
    tile_set: str
    purpose: Literal["rated", "school", "home", "free"]


@dataclass(frozen=True, slots=True)
class ListVariant:
    """A list that goes about under a name of its own: its edition, and words more by length."""

    name: str
    more: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Edition:
    """A published list. Whatever is None or empty is not known.

    `words` counts those of 2 to 15 tiles, `per_length` those of each length from 2 on, and
    `sha256` is their hash (`recognising.Fingerprint`). `unconfirmed` names fields: "dates",
    "until", "words".
    """

    name: str
    family: Family
    aliases: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    words: int | None = None
    per_length: tuple[int, ...] = ()
    sha256: str = ""
    confidence: str = ""
    unconfirmed: frozenset[str] = frozenset()
    variants: tuple[ListVariant, ...] = ()

    @property
    def is_free(self) -> bool:
        """Whether no association rates games by it."""
        return self.family.purpose == "free"


@cache
def families() -> dict[str, Family]:
    """Returns every family by its name."""
    return {name: Family(name, **told) for name, told in held()["families"].items()}


@cache
def editions() -> tuple[Edition, ...]:
    """Returns every edition that the program knows, families together, the oldest first."""
    order = list(families())
    known = [_edition(told) for told in held()["editions"]]
    return tuple(sorted(known, key=lambda each: order.index(each.family.name)))


def edition_named(text: str) -> Edition | None:
    """Returns the edition with this name or alias, None where there is none.

    Case, spaces and hyphens do not count: "nwl 2023" and "NWL-2023" are NWL2023.
    """
    return _by_name().get(_plain(text))


@cache
def held() -> dict[str, Any]:
    """Returns what `editions.json` holds."""
    text = files("lexicon.words").joinpath("editions.json").read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text)
    return read


def day_of(text: str | None) -> date | None:
    """Returns the day that a text of the data gives, None for none."""
    return None if text is None else date.fromisoformat(text)


@cache
def _by_name() -> dict[str, Edition]:
    return {
        _plain(name): edition for edition in editions() for name in (edition.name, *edition.aliases)
    }


def _plain(name: str) -> str:
    return _NO_MATTER.sub("", name).casefold()


def _edition(told: Mapping[str, Any]) -> Edition:
    return Edition(
        name=told["name"],
        family=families()[told["family"]],
        aliases=tuple(told.get("aliases", ())),
        since=day_of(told.get("since")),
        until=day_of(told.get("until")),
        words=told.get("words"),
        per_length=tuple(told.get("per_length", ())),
        sha256=told.get("sha256", ""),
        confidence=told["confidence"],
        unconfirmed=frozenset(told.get("unconfirmed", ())),
        variants=tuple(
            ListVariant(
                each["name"], {int(length): count for length, count in each["more"].items()}
            )
            for each in told.get("variants", ())
        ),
    )
