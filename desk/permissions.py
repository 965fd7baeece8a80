"""Predicates: who may come to the desk, and who runs the installation."""

from __future__ import annotations

from typing import Any

from rules.permissions import add_perm
from rules.predicates import predicate

USE_DESK = "desk.use_desk"


@predicate  # type: ignore[untyped-decorator] # rules says no types
def is_operator(user: Any) -> bool:
    """Returns whether the account runs this installation."""
    return bool(user and user.is_active and user.is_superuser)


@predicate  # type: ignore[untyped-decorator] # rules says no types
def is_staff(user: Any) -> bool:
    """Returns whether the account may make events of its own."""
    return bool(user and user.is_active and user.is_staff)


add_perm(USE_DESK, is_operator | is_staff)
