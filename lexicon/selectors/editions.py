"""The edition that a lexicon counts as, and the one in force.

A lexicon counts by its words where they are known, else as entered; dates entered here come before
those that the program knows.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TypedDict, cast

from lexicon.models import InForce, Lexicon
from lexicon.selectors.installed import Installed, words_of
from lexicon.wording import doubt_sentence
from lexicon.words.editions import (
    SAID,
    Edition,
    Purpose,
    Window,
    edition_named,
    window_on,
    windows_of,
)
from lexicon.words.files import FilesMissing
from lexicon.words.recognising import (
    LENGTHS,
    LONGEST,
    Fingerprint,
    Recognised,
    fingerprint_of,
    recognise,
)


def edition_of(lexicon: Installed | Lexicon) -> Edition | None:
    """Returns the edition that a lexicon counts as, None where the program knows none.

    Known words take precedence over what anybody says; without them it is the edition that was
    said or else the code.
    """
    found = _found(lexicon)
    return found.edition if found.by == "words" else found.claimed


def known_as(lexicon: Installed | Lexicon) -> str:
    """Returns the name by which dates know a lexicon: of its edition, what was said, its code."""
    edition = edition_of(lexicon)
    return edition.name if edition else lexicon.edition or lexicon.code


def doubt_of(lexicon: Installed | Lexicon) -> str:
    """Returns a sentence on why a lexicon is not the edition it says it is, empty if it may be."""
    return doubt_sentence(_found(lexicon), lexicon.code)


def is_another(lexicon: Installed | Lexicon) -> bool:
    """Returns whether the words are known to be those of another edition than it says it is."""
    return _found(lexicon).by == "words" and bool(doubt_of(lexicon))


def _found(lexicon: Installed | Lexicon) -> Recognised:
    claimed = lexicon.edition or lexicon.code
    fingerprint = _fingerprint(lexicon)
    if fingerprint is None:
        return Recognised(claimed=edition_named(claimed))
    return recognise(fingerprint, claimed, tile_set=lexicon.tile_set)


def _fingerprint(lexicon: Installed | Lexicon) -> Fingerprint | None:
    """Returns the fingerprint of a lexicon, None where its words are needed and not here."""
    counts = lexicon.by_length
    if any(int(length) > LONGEST for length in counts):
        return _counted(lexicon.sha256)
    # The hash of a list without longer words is that of its fingerprint.
    per_length = tuple(counts.get(str(length), 0) for length in LENGTHS)
    return Fingerprint(lexicon.words, per_length, lexicon.sha256)


@lru_cache(maxsize=32)
def _counted(sha256: str) -> Fingerprint | None:
    try:
        words = words_of(sha256)
    except FilesMissing:
        return None
    return fingerprint_of(words.tile_set, words.in_order())


class WindowRow(TypedDict):
    """A window in JSON values: the days as 2024-02-29, None where there is none or none known."""

    association: str
    since: str | None
    until: str | None
    purpose: Purpose


def said_windows() -> tuple[Window, ...]:
    """Returns the windows that were said here."""
    return tuple(
        Window(
            association=row.association,
            edition=row.edition,
            since=row.since,
            until=row.until,
            purpose=cast("Purpose", row.purpose),
            confidence=SAID,
        )
        for row in InForce.objects.all()
    )


def in_force(day: date, association: str, purpose: Purpose = "rated") -> Window | None:
    """Returns by what an association plays on a day, None where nobody knows."""
    return window_on(day, association, purpose, said_windows())


def windows_of_installed(installed: Installed) -> list[WindowRow]:
    """Returns the windows of a list that is here, by the edition that it counts as."""
    return [
        WindowRow(
            association=window.association,
            since=None if window.since is None else window.since.isoformat(),
            until=None if window.until is None else window.until.isoformat(),
            purpose=window.purpose,
        )
        for window in windows_of(known_as(installed), said_windows())
    ]
