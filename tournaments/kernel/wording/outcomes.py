"""How a board ended, in a word."""

from __future__ import annotations

from core.phrases import phrase

_WORDS = {
    "played": phrase("played"),
    "bye": phrase("bye"),
    "forfeit": phrase("forfeit"),
    "absent": phrase("absent"),
    "rest": phrase("rest"),
    "both_absent": phrase("both absent"),
    "left": phrase("left"),
    "time": phrase("time"),
    "adjudicated": phrase("adjudicated"),
    "disqualified": phrase("disqualified"),
    "void": phrase("void"),
}


def outcome_word(reason: str | None) -> str:
    """Returns the word for how a board ended, empty while it has no result."""
    return _WORDS[reason] if reason else ""
