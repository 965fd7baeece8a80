"""The edition in force: dates entered here come before those that the program knows."""

from __future__ import annotations

from datetime import date
from typing import TypedDict, cast

from lexicon.models import InForce
from lexicon.selectors.editions import known_as
from lexicon.selectors.installed import Installed
from lexicon.words.editions import Purpose
from lexicon.words.in_force import SAID, Window, window_on, windows_of


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
