"""Swiss: equal wins meet."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.catalogue.method import Method, Variant

SWISS = Method(
    "swiss",
    phrase("Swiss"),
    "by_rank.swiss.pair_swiss",
    kinds=(
        Variant("fold", phrase("equal wins, the top half against the bottom half")),
        Variant(
            "halves", phrase("equal wins, the halves before anything else"), name=phrase("halves")
        ),
        Variant("nearest", phrase("equal wins, neighbours in rank"), name=phrase("nearest rank")),
        Variant("spread", phrase("equal wins, the most different spreads"), name=phrase("spread")),
    ),
    pairs_out=True,
    spares_repeats=True,
    criteria={
        "same_half": phrase("of the same half of the group"),
        "spread": phrase("difference in spread"),
    },
)
