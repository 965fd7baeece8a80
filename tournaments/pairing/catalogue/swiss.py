"""Swiss: equal wins meet."""

from __future__ import annotations

from tournaments.pairing.catalogue.method import Method, Variant

SWISS = Method(
    "swiss",
    "Swiss",
    "by_rank.swiss.pair_swiss",
    kinds=(
        Variant("fold", "equal wins, the top half against the bottom half"),
        Variant("halves", "equal wins, the halves before anything else"),
        Variant("nearest", "equal wins, neighbours in rank", name="nearest rank"),
        Variant("spread", "equal wins, the most different spreads"),
    ),
    pairs_out=True,
    spares_repeats=True,
    criteria={
        "same_half": "of the same half of the group",
        "spread": "difference in spread",
    },
)
