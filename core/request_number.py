"""The number of the request that is being answered: it goes with whatever the request has done.

Log lines carry it, and jobs that the request asked for keep it, so that the worker's lines carry it
too. A program at the console answers no request and has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LONGEST = 64
_SHAPE = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{7,{LONGEST - 1}}}")

_number: ContextVar[str] = ContextVar("request number", default="")


def current() -> str:
    """Returns the number of the request that this thread works for, empty where there is none."""
    return _number.get()


def is_number(said: str) -> bool:
    """Returns whether somebody else's number can stand for one of ours."""
    return _SHAPE.fullmatch(said) is not None


@contextmanager
def working_for(number: str) -> Iterator[None]:
    """Has the block work for the request of this number."""
    before = _number.set(number)
    try:
        yield
    finally:
        _number.reset(before)
