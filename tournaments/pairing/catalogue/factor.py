"""Factor: the leaders meet opponents some ranks below."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.answer import Option
from tournaments.pairing.catalogue.method import Method, Variant, at_most_half

FACTOR = Option(
    "factor", phrase("Factor"), None, 1, 999, phrase("Usually the number of rounds left.")
)

BY_FACTOR = Method(
    "factor",
    phrase("Factor"),
    "by_rank.factor.pair_factor",
    meaning=phrase("the leaders meet opponents some ranks below, the rest play a Swiss"),
    kinds=(
        Variant("fold"),
        Variant("halves", name=phrase("rest by halves")),
        Variant("nearest", name=phrase("rest by nearest rank")),
    ),
    options=(FACTOR,),
    pairs_out=True,
    unfitting=at_most_half("factor", "factor.too_large"),
    sentences={
        "factor.top": phrase("At the top, opponents are as many ranks apart as the factor says."),
        "factor.wider": (
            phrase(
                "The first {ranks} ranks could not be paired among themselves; the first {grown} "
                "are paired together, as near to the factor as can be."
            )
        ),
        "factor.too_large": (
            phrase(
                "A factor of {factor} needs at least twice as many players; with {players}, the "
                "largest is {most}."
            )
        ),
    },
)
