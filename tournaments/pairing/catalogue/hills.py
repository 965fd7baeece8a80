"""The hills: neighbours in rank meet, or those one apart."""

from __future__ import annotations

from tournaments.pairing.catalogue.method import Method, Variant

KING = Method(
    "koth",
    "King of the hill",
    "by_rank.hill.pair_king_of_the_hill",
    meaning="1st meets 2nd, 3rd meets 4th",
    kinds=(
        Variant("whole"),
        Variant("early", "neighbours whose ranks can no longer change, before the round is over"),
    ),
    pairs_out=True,
    sentences={
        "koth.certain": "No missing result can change the rank of either.",
        "koth.nothing_certain": (
            "No board can be paired yet; games without a result that still decide the ranks: "
            "{games}."
        ),
        "koth.not_paired_yet": (
            "Not paired yet, because a missing result may change their opponent: {numbers}."
        ),
    },
)

QUEEN = Method(
    "queen",
    "Queen of the hill",
    "by_rank.hill.pair_queen_of_the_hill",
    meaning="1st meets 3rd, 2nd meets 4th",
)
