"""Ranks apart: everybody meets somebody a fixed number of ranks away."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.answer import Option
from tournaments.pairing.catalogue.method import Method, at_most_half

USUAL_DISTANCE = 2
DISTANCE = Option("distance", phrase("Ranks apart"), USUAL_DISTANCE, 1, 999)

RANKS_APART = Method(
    "pair1324",
    phrase("Ranks apart (1-3, 2-4)"),
    "by_rank.ranks_apart.pair_ranks_apart",
    meaning=phrase("everybody meets somebody a fixed number of ranks away"),
    options=(DISTANCE,),
    pairs_out=True,
    unfitting=at_most_half("distance", "distance.too_large"),
    sentences={
        "distance.too_large": (
            phrase(
                "Opponents among {players} players cannot be {distance} ranks apart; the most is "
                "{most}."
            )
        ),
    },
    criteria={
        "upper": phrase("ranks off the wanted distance, the top counting most"),
    },
)
