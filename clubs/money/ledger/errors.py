"""What a club's ledger refuses, in one sentence at the field."""

from __future__ import annotations

from core.money import MoneyError

__all__ = ["MoneyError"]
