"""What the money of an event is called."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.prizing.books import Money

MONEY: dict[Money, str] = {
    Money.FEE: phrase("Entry fee"),
    Money.ADDED: phrase("Money added"),
    Money.EXPENSE: phrase("Expense"),
    Money.PRIZE: phrase("Prize"),
}
PLACE_WORDS = {"cash": phrase("Cash"), "bank": phrase("Bank")}
