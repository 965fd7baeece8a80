"""What a club's ledger refuses, in one sentence at the field."""

from __future__ import annotations

from core.errors import UserError


class MoneyError(UserError):
    """A mistake about money; `field` names what was typed, where something was."""
