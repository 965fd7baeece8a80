"""Doors: what a view says of itself, so that one test can walk every URL and trust none.

A view either only reads (`reads`), or names the command that it gives (`writes`), or stands by its
URL's name in `WRITES_WITHOUT_COMMAND` with the reason. Its guard names the permission that it takes
(`needing`); without a guard it is anybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_http_methods, require_safe

from core.journal.command import Command
from core.roles.table import Permission

View = Callable[..., HttpResponseBase]

WRITES_WITHOUT_COMMAND: dict[str, str] = {
    "api": "each operation below this address names its command, which a test of its own holds",
    "api-root": "as the addresses below it",
    "login": "a session belongs to no journal",
    "logout": "a session belongs to no journal",
    "second-step": "a secret belongs in no journal; the log says that it was set up or taken off",
    "sign-out-everywhere": "a session belongs to no journal",
    "go-to-event": "compares a PIN, which no journal holds, and leads on to a page",
    "join": "keeps in the session which invitation was brought; taking it up is a command",
    "own-account": "a password belongs in no journal; the log says that it was changed",
    "own-tokens": "tokens belong to no event; the program's log says who made and revoked one",
    "desk-tokens": "tokens belong to no event; the program's log says who revoked one",
    "desk-accounts": "accounts belong to no event; the program's log says who added one",
    "desk-account": "accounts belong to no event; the program's log says who changed one",
    "desk-installation": "makes, and removes, copies of everything; nothing in them changes",
    "desk-hall": "has this machine answer on other addresses, which is a setting of this machine",
    "desk-machines": "secrets of machines that follow, and which machine leads: in no journal",
    "follow": "a spare only reads, or tells that it took over; what it gets is sealed",
    "desk-restore": "keeps the uploaded copy; nothing is put back by that",
    "desk-restore-one": "asks the supervisor to replace the whole database, journals and all",
    "desk-rate": "asks for a job; what it computes is derived from the results",
    "desk-recompute": "asks for a job; what it computes is derived from the results",
    "desk-forecast": "asks for a job; what it computes is derived from the results",
    "desk-stop-job": "stops a job, which is no part of an event; what it has written stays",
    "desk-here": "says for some seconds who types at which board; the event stays as it is",
    "desk-lifeboat": "has copies written to a folder, which is a setting of this machine",
    "desk-copies": "has public pages written to a folder of this machine; the event stays as it is",
    "desk-webhooks": "adds a program that is told of the event; its secret belongs in no journal",
    "desk-webhook": "sets up how a program is told of the event, which stays as it is",
    "desk-web-host": "has public pages sent to a web host, which is a setting of this machine",
    "desk-continue": "gives every command of a journal, as a replay does",
    "desk-import-lexicon": "asks for a job; nothing is in force before a person confirms the list",
    "games-count": "counts the lines of a scoresheet that is being typed, and keeps nothing",
    "desk-set-up": "keeps answers before there is an event; its commands are given at once",
    "desk-set-up-start": "as the address where a set-up begins",
    "desk-set-up-list": "adds players to the answers of a set-up, which are in no journal",
    "desk-print": "asks for a job, which prints; the event stays as it is",
    "desk-rehearse": "asks for a job, which makes an event of its own through commands",
}


@dataclass(frozen=True, slots=True)
class Door:
    """The kind of a view: the code of its one command, or None if it only reads.

    `permission` is what it takes to open it, `writing` what it takes to send something to it.
    """

    command: str | None
    permission: Permission = Permission.PUBLIC
    writing: Permission = Permission.PUBLIC


def reads(view: View) -> View:
    """Returns the view answering GET and HEAD only, marked as one that writes nothing."""
    return _marked(require_safe(view), Door(None, *_needs_of(view)))


def writes(command: type[Command]) -> Callable[[View], View]:
    """Returns a decorator: the view also answers POST, and is marked with the command it gives."""

    def mark(view: View) -> View:
        guarded = require_http_methods(["GET", "HEAD", "POST"])(view)
        return _marked(guarded, Door(command.code, *_needs_of(view)))

    return mark


def needing(view: View, permission: Permission, writing: Permission | None = None) -> View:
    """Returns the view marked with the permission that its guard asks for.

    `writing` is the one for what is sent to it, where that is another.
    """
    setattr(view, _NEEDS, (permission, writing or permission))
    return view


def asked_of(
    request: HttpRequest, permission: Permission, writing: Permission | None
) -> Permission:
    """Returns what a request needs of these: to read, or to send something."""
    return permission if request.method in ("GET", "HEAD") else writing or permission


def asks_for(permission: Permission) -> Callable[[View], View]:
    """Returns a decorator: the view is marked as one that asks for this permission itself."""

    def mark(view: View) -> View:
        @wraps(view)
        def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, *args, **kwargs)

        return needing(marked, permission)

    return mark


def needs_of(view: Any) -> tuple[Permission, Permission] | None:
    """Returns what it takes to open a view and to send to it; None where no guard says it."""
    return getattr(view, _NEEDS, None)


def opens(address: str, rights: Set[Permission]) -> bool:
    """Returns whether somebody with these rights may open an address of this site.

    False for an address that there is none of, such as an empty one.
    """
    needs = _needs_at(address.partition("?")[0].partition("#")[0], settings.ROOT_URLCONF)
    return needs is not None and needs[0] in rights


@lru_cache(maxsize=4096)
def _needs_at(path: str, urls: str) -> tuple[Permission, Permission] | None:
    """Returns what it takes to open and to send to what is at a path, None for nothing.

    A page asks for each of its links, the same ones each time: to find one passes a thousand
    patterns.
    """
    try:
        return needs_of(resolve(path, urls).func)
    except Resolver404:
        return None


def _needs_of(view: View) -> tuple[Permission, Permission]:
    return needs_of(view) or (Permission.PUBLIC, Permission.PUBLIC)


_MARK, _NEEDS = "door", "needs"


def door_of(view: Any) -> Door | None:
    """Returns the mark of a view, None where it has none."""
    door = getattr(view, _MARK, None)
    return door if isinstance(door, Door) else None


def _marked(view: View, door: Door) -> View:
    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    setattr(marked, _MARK, door)
    return needing(marked, door.permission, door.writing)
