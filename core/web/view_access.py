"""Doors: what a view says of itself, so that one test can walk every URL and trust none.

A view either only reads (`reads`), or names the command that it gives (`writes`), or stands by its
URL's name in `WRITES_WITHOUT_COMMAND` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_http_methods, require_safe

from core.journal.command import Command
from core.phrases import phrase

View = Callable[..., HttpResponseBase]

WRITES_WITHOUT_COMMAND: dict[str, str] = {
    "login": phrase("a session belongs to no journal"),
    "logout": phrase("a session belongs to no journal"),
    "own-account": phrase("a password belongs in no journal; the log says that it was changed"),
    "desk-accounts": phrase("accounts belong to no event; the program's log says who added one"),
    "desk-account": phrase("accounts belong to no event; the program's log says who changed one"),
    "desk-installation": phrase(
        "makes, and removes, copies of everything; nothing in them changes"
    ),
    "desk-hall": phrase(
        "has this machine answer on other addresses, which is a setting of this machine"
    ),
    "desk-restore": phrase("keeps the uploaded copy; nothing is put back by that"),
    "desk-restore-one": phrase(
        "asks the supervisor to replace the whole database, journals and all"
    ),
    "desk-rate": phrase("asks for a job; what it computes is derived from the results"),
    "desk-recompute": phrase("asks for a job; what it computes is derived from the results"),
    "desk-forecast": phrase("asks for a job; what it computes is derived from the results"),
    "desk-stop-job": phrase("stops a job, which is no part of an event; what it has written stays"),
    "desk-lifeboat": phrase("has copies written to a folder, which is a setting of this machine"),
    "desk-copies": phrase(
        "has public pages written to a folder of this machine; the event stays as it is"
    ),
    "desk-continue": phrase("gives every command of a journal, as a replay does"),
    "desk-import-lexicon": phrase(
        "asks for a job; nothing is in force before a person confirms the list"
    ),
    "games-count": phrase(
        "counts the lines of a scoresheet that is being typed, and keeps nothing"
    ),
    "desk-rehearse": phrase("asks for a job, which makes an event of its own through commands"),
}


@dataclass(frozen=True, slots=True)
class Door:
    """The kind of a view: the code of its one command, or None if it only reads."""

    command: str | None


def reads(view: View) -> View:
    """Returns the view answering GET and HEAD only, marked as one that writes nothing."""
    return _marked(require_safe(view), Door(None))


def writes(command: type[Command]) -> Callable[[View], View]:
    """Returns a decorator: the view also answers POST, and is marked with the command it gives."""

    def mark(view: View) -> View:
        guarded = require_http_methods(["GET", "HEAD", "POST"])(view)
        return _marked(guarded, Door(command.code))

    return mark


_MARK = "door"


def door_of(view: Any) -> Door | None:
    """Returns the mark of a view, None where it has none."""
    door = getattr(view, _MARK, None)
    return door if isinstance(door, Door) else None


def _marked(view: View, door: Door) -> View:
    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    setattr(marked, _MARK, door)
    return marked
