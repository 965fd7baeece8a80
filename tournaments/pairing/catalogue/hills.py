"""The hills: neighbours in rank meet, or those one apart."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.catalogue.method import Method, Variant

KING = Method(
    "koth",
    phrase("King of the hill"),
    "by_rank.hill.pair_king_of_the_hill",
    meaning=phrase("1st meets 2nd, 3rd meets 4th"),
    kinds=(
        Variant("whole"),
        Variant(
            "early",
            phrase("neighbours whose ranks can no longer change, before the round is over"),
            name=phrase("early"),
        ),
    ),
    pairs_out=True,
    sentences={
        "koth.certain": phrase("No missing result can change the rank of either."),
        "koth.nothing_certain": (
            phrase(
                "No board can be paired yet; games without a result that still decide the ranks: "
                "{games}."
            )
        ),
        "koth.not_paired_yet": (
            phrase("Not paired yet, because a missing result may change their opponent: {numbers}.")
        ),
    },
)

QUEEN = Method(
    "queen",
    phrase("Queen of the hill"),
    "by_rank.hill.pair_queen_of_the_hill",
    meaning=phrase("1st meets 3rd, 2nd meets 4th"),
)
