"""The modules that a thing passes on its way through the code: a line, a word, a game, a rating.

A module counts where one of its functions is given the thing, or what was made of it, or returns
it. It begins where a view reads it from the request and ends where a view has made the page: who
only hands a request or an answer on is not counted, nor is what every command and page shares
(`core` and `config`).
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from django.db.models import Manager, QuerySet

from tests.contracts.house import ROOMS
from tests.processes import ROOT

DEEP = 7
"""How far into what holds it the thing is looked for."""
MANY = 400
"""How many of the items of one collection are looked at."""
SHARED = ("config/", "core/")
_ROOMS = tuple(f"{ROOT / room}/" for room in ROOMS)


@contextmanager
def followed(*marks: str | int) -> Iterator[set[str]]:
    """Yields the modules that what has one of these marks passes, as they are found.

    A text has a mark inside it, digits as a number of their own; a number is one, and whatever else
    has what it holds.
    """
    found: set[str] = set()
    known: dict[CodeType, str] = {}
    looking = threading.local()

    def profile(frame: FrameType, event: str, returned: Any) -> None:
        if event not in ("call", "return") or getattr(looking, "is_on", False):
            return
        code = frame.f_code
        if known.setdefault(code, _module(code)) in ("", *found):
            return
        looking.is_on = True
        try:
            given = _given(frame) if event == "call" else (returned,)
            if any(_holds(value, marks, DEEP, set()) for value in given):
                found.add(known[code])
        finally:
            looking.is_on = False

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _module(code: CodeType) -> str:
    """Returns the path of the module in which a function is, empty where it does not count."""
    if not code.co_filename.startswith(_ROOMS) or code.co_name == "<module>":
        return ""
    path = code.co_filename.removeprefix(f"{ROOT}/")
    return "" if path.startswith(SHARED) else path


def _given(frame: FrameType) -> list[Any]:
    code, values = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4)
    return [values.get(name) for name in code.co_varnames[: count + bool(code.co_flags & 8)]]


def _holds(value: Any, marks: Collection[str | int], depth: int, seen: set[int]) -> bool:
    if isinstance(value, bytes):
        value = value.decode(errors="replace")
    if isinstance(value, str):
        return any(isinstance(mark, str) and _says(value, mark) for mark in marks)
    if isinstance(value, int):
        return value in marks and not isinstance(value, bool)
    if depth == 0 or id(value) in seen:
        return False
    seen.add(id(value))
    return any(_holds(part, marks, depth - 1, seen) for part in _parts(value))


def _says(text: str, mark: str) -> bool:
    """Returns whether a text has a mark inside it; digits inside a checksum are no number."""
    if not mark.isdigit():
        return mark in text
    return re.search(rf"(?<![0-9a-f]){mark}(?![0-9a-f])", text) is not None


def _parts(value: Any) -> list[Any]:
    """Returns the parts of a value, as far as they are known without asking the database."""
    if isinstance(value, dict):
        return [*[*value][:MANY], *[*value.values()][:MANY]]
    if isinstance(value, list | tuple | set | frozenset):
        return [*value][:MANY]
    kind = type(value)
    is_ours = kind.__module__.partition(".")[0] in ROOMS or kind.__module__.startswith("django.f")
    if not is_ours or isinstance(value, type | Manager | QuerySet):
        return []
    slots = [name for base in kind.__mro__ for name in _slots(base)]
    held = [getattr(value, name, None) for name in slots if not name.startswith("__")]
    return [*getattr(value, "__dict__", {}).values(), *held]


def _slots(kind: type) -> tuple[str, ...]:
    slots: str | tuple[str, ...] = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
