"""Quartiles: quarters of the standings meet."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.answer import Option
from tournaments.pairing.catalogue.method import Method

USUAL_QUARTILE = 3
LEAST_FOR_QUARTILES = 4
"""Players."""

QUARTILE = Option("quartile", phrase("Quarter that the top quarter meets"), USUAL_QUARTILE, 2, 4)

QUARTILES = Method(
    "quartiles",
    phrase("Quartiles"),
    "by_rank.quartiles.pair_quartiles",
    meaning=phrase("1st quarter against 3rd, 2nd against 4th"),
    options=(QUARTILE,),
    least_players=LEAST_FOR_QUARTILES,
    sentences={
        "quartiles.across": phrase(
            "Drawn by lot between the two quarters of the standings that meet."
        ),
        "quartiles.too_few": phrase("Quartiles need {least} players; there are {players}."),
    },
    criteria={
        "quartile": phrase("not between the two quarters that should meet"),
    },
)
