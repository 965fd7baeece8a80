"""Families of word lists and their editions: names, dates, and how a list is known. No words.

The data is `editions.json` beside this module. Dates are those of rated play; what is left out
there is not known, and `unconfirmed` names what is told but was never checked against what a
publisher said. The people of an installation can enter other dates of an association, which take
precedence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from core.phrases import phrase

_NO_MATTER = re.compile(r"[\s-]+")
Purpose = Literal["rated", "school", "home"]
SAID = phrase("said here")
"""The confidence of dates that the people of an installation gave."""


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
    """Returns the content of `editions.json`."""
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


@dataclass(frozen=True, slots=True)
class Window:
    """From when to when, both days included, an association plays by an edition.

    `since` None: it is not known from when; `until` None: until something else comes.
    """

    association: str
    edition: str
    since: date | None
    until: date | None
    purpose: Purpose
    confidence: str

    def holds(self, day: date) -> bool:
        """Returns whether the day is within the window as far as it is known."""
        return (self.since is None or self.since <= day) and (
            self.until is None or day <= self.until
        )


@cache
def known_windows() -> tuple[Window, ...]:
    """Returns the windows that the program brings."""
    return tuple(
        _window(table["association"], table["purpose"], told)
        for table in held()["played_by"]
        for told in table["editions"]
    )


def windows(overrides: Iterable[Window] = ()) -> tuple[Window, ...]:
    """Returns every window, by association and purpose in order of time.

    An override takes the place of what is known of its association, edition and purpose. A window
    without an end ends the day before the next one begins: an edition whose last day nobody wrote
    down is not in force for ever. What was said with an end is for a while, and ends no other.
    """
    said = {_place(window): window for window in overrides}
    known = [window for window in known_windows() if _place(window) not in said]
    order = sorted([*known, *said.values()], key=_in_time)
    return tuple(
        _ended(window, order[place + 1 :]) if window.until is None else window
        for place, window in enumerate(order)
    )


def window_on(
    day: date, association: str, purpose: Purpose = "rated", overrides: Iterable[Window] = ()
) -> Window | None:
    """Returns the window in which an association's games of a purpose are on a day, None in none.

    Where several hold, one that was said with an end comes first, then the one that began last. An
    override can name an edition that the program does not know.
    """
    holding = [
        window
        for window in windows(overrides)
        if is_of(window, association) and window.purpose == purpose and window.holds(day)
    ]
    return max(holding, key=_claim, default=None)


def windows_of(edition: str, overrides: Iterable[Window] = ()) -> tuple[Window, ...]:
    """Returns the windows of an edition, or of a list that has its name, by association."""
    known = edition_named(edition)
    name = (known.name if known else edition).casefold()
    return tuple(window for window in windows(overrides) if window.edition.casefold() == name)


def associations() -> tuple[str, ...]:
    """Returns the associations of which the program knows what they play by."""
    return tuple(dict.fromkeys(window.association for window in known_windows()))


def association_named(text: str) -> str:
    """Returns an association's name as the program writes it; another one stays as it is."""
    wanted = text.strip()
    return next((name for name in associations() if name.casefold() == wanted.casefold()), wanted)


def is_of(window: Window, association: str) -> bool:
    """Returns whether a window is one of the association's."""
    return window.association.casefold() == association.casefold()


def _window(association: str, purpose: Purpose, told: str | dict[str, str]) -> Window:
    own = {"edition": told} if isinstance(told, str) else told
    edition = edition_named(own["edition"])
    assert edition is not None, f"editions.json names no edition {own['edition']}"
    return Window(
        association=association,
        edition=edition.name,
        since=day_of(own["since"]) if "since" in own else edition.since,
        until=day_of(own["until"]) if "until" in own else edition.until,
        purpose=purpose,
        confidence=own.get("confidence", edition.confidence),
    )


def _place(window: Window) -> tuple[str, str, str]:
    return window.association.casefold(), window.edition.casefold(), window.purpose


def _in_time(window: Window) -> tuple[str, str, date]:
    return window.association.casefold(), window.purpose, window.since or date.min


def _ended(window: Window, later: Sequence[Window]) -> Window:
    """Returns a window with its end: the eve of the next, but for what was said for a while."""
    begins = window.since or date.min
    following = (
        other.since
        for other in later
        if is_of(other, window.association)
        and other.purpose == window.purpose
        and other.since is not None
        and other.since > begins
        and not _is_for_a_while(other)
    )
    start = next(following, None)
    return window if start is None else replace(window, until=start - timedelta(days=1))


def _is_for_a_while(window: Window) -> bool:
    return window.confidence == SAID and window.until is not None


def _claim(window: Window) -> tuple[bool, date, bool]:
    return _is_for_a_while(window), window.since or date.min, window.confidence == SAID
