"""The words for templates and for what a set-up shows."""

from __future__ import annotations

from collections.abc import Mapping

from core.phrases import phrase

TEMPLATES: Mapping[str, tuple[str, str]] = {
    "club": (
        phrase("Club day"),
        phrase("One division, seven rounds: Swiss, and king of the hill at the end."),
    ),
    "open": (
        phrase("One-day open"),
        phrase("Two divisions, eight rounds; round robins where they fit."),
    ),
    "weekend": (
        phrase("Weekend"),
        phrase("Three divisions, fourteen rounds: Fontes, Swiss, the prizes in the last quarter."),
    ),
    "national": (
        phrase("National championship"),
        phrase("Four divisions with classes, 31 rounds over several days, each paired early."),
    ),
    "round-robin": (
        phrase("Round robin"),
        phrase("One division in which everybody meets everybody."),
    ),
    "empty": (
        phrase("Nothing yet"),
        phrase("One division of seven rounds, without a plan or prizes."),
    ),
}
"""What each template is called, and one line on what it is."""
