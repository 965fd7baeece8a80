"""The random draw."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.catalogue.method import Method

RANDOM = Method(
    "random",
    phrase("Random"),
    "by_rank.random_draw.pair_random_draw",
    meaning=phrase("drawn by lot"),
)
