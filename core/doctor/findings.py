"""A finding of the doctor, and the checks that yield them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from core.registrars import CHECKS

State = Literal["ok", "warning", "trouble"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check saw. `code` is for programs; `remedy` says what to do, "" where all is well."""

    code: str
    state: State
    message: str
    remedy: str = ""


Check = Callable[[], Iterator[Finding]]
_checks: list[Check] = []


def check(look: Check) -> Check:
    """Registers a check; it yields at least one finding, or raises DatabaseError.

    It changes nothing.
    """
    _checks.append(look)
    return look


def checks() -> tuple[Check, ...]:
    """Returns every check that any app registered, those of the core first."""
    CHECKS.load()
    return tuple(_checks)
