"""The word between the desk and the supervisor: which backup to put back, and how that went.

A restore replaces the database that the web server runs on, so the web server does not do it: the
desk leaves a wish in a file, and the program behind `start.py up` stops everything, does it, starts
everything again, and leaves what came of it in another.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from core.errors import UserError
from core.files import write_whole
from core.phrases import phrase

WISH, OUTCOME = "restore.wish", "restore.outcome"


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A kept backup to put back, who asked for it, and when."""

    name: str
    by: str
    asked_at: datetime


class RestoreOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a wish. `before` is the backup that was made first, empty if there is none.

    `told` is what happened, in sentences.
    """

    name: str
    by: str
    asked_at: datetime
    state: Literal["waits", "runs", "done", "failed"]
    told: str = ""
    before: str = ""


_Word = TypeVar("_Word", Wish, RestoreOutcome)


def backup_name(at: datetime, why: str = "wallchart") -> str:
    """Returns the name of the file of a backup; `at` is in the zone of whoever reads it."""
    return f"{why}-{at:%Y-%m-%d-%H%M%S}.backup"


def leave_wish(folder: Path, wish: Wish) -> None:
    """Leaves a wish for the supervisor. Raises UserError while another one is being done."""
    found = outcome_in(folder)
    if found is not None and found.state in ("waits", "runs"):
        raise UserError(
            phrase("Another backup is being put back at the moment."), code="restore.busy"
        )
    _write(folder / WISH, msgspec.json.encode(wish, enc_hook=str))


def take_wish(folder: Path) -> Wish | None:
    """Takes the wish that was left, if any, and leaves word that it is being done.

    It is taken once, whatever comes of it; on a disk that takes no word it is not done, nor where
    it cannot be taken away, of which it leaves word, too.
    """
    found = _read(folder / WISH, Wish)
    if found is not None and _given_up(folder, found) is not None:
        found = None
    try:
        if found is not None:
            leave_outcome(folder, begun(found))
    except OSError:
        found = None
    try:
        (folder / WISH).unlink(missing_ok=True)
    except OSError as stays:
        if found is not None:
            _give_up(folder, found, stays)
        return None
    return found


def begun(wish: Wish) -> RestoreOutcome:
    """Returns the state of a wish that is being carried out."""
    return RestoreOutcome(name=wish.name, by=wish.by, asked_at=wish.asked_at, state="runs")


def leave_outcome(folder: Path, outcome: RestoreOutcome) -> None:
    """Stores the state of a wish."""
    _write(folder / OUTCOME, msgspec.json.encode(outcome, enc_hook=str))


def outcome_in(folder: Path) -> RestoreOutcome | None:
    """Returns the state of the last wish, None if there never was one."""
    if (wish := _read(folder / WISH, Wish)) is not None:
        waits = RestoreOutcome(name=wish.name, by=wish.by, asked_at=wish.asked_at, state="waits")
        return _given_up(folder, wish) or waits
    return _read(folder / OUTCOME, RestoreOutcome)


def _given_up(folder: Path, wish: Wish) -> RestoreOutcome | None:
    """Returns the outcome of a wish that is still there but no longer carried out."""
    found = _read(folder / OUTCOME, RestoreOutcome)
    if found is None or found.state != "failed" or found.asked_at != wish.asked_at:
        return None
    return found


def _give_up(folder: Path, wish: Wish, why: OSError) -> None:
    """Says that a wish is not done: left where it is, it would be done again and again."""
    told = phrase(
        "Nothing was put back, because {folder} cannot be removed "
        "({reason}). Remove that file, then try again.",
        folder=folder / WISH,
        reason=why.strerror or why,
    )
    with suppress(OSError):
        leave_outcome(folder, replace(begun(wish), state="failed", told=told))


def _read(path: Path, kind: type[_Word]) -> _Word | None:
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(path.read_bytes(), type=kind)
    return None


def _write(path: Path, data: bytes) -> None:
    write_whole(path, partial(_put, data))


def _put(data: bytes, path: Path) -> None:
    path.write_bytes(data)
