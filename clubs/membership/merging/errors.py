"""Why two people of the register cannot be made one."""

from __future__ import annotations

from core.errors import UserError


class MergeError(UserError):
    """A merge that cannot be done or undone; `field` names whom it is about."""
