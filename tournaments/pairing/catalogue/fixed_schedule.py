"""The fixed schedule: games that were drawn up elsewhere."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.catalogue.method import Method

FIXED_SCHEDULE = Method(
    "schedule",
    phrase("Fixed schedule"),
    "blocks.fixed_schedule.pair_fixed_schedule",
    meaning=phrase("games from a file, drawn up elsewhere"),
    is_block=True,
    sentences={
        "schedule.none": (
            phrase("There is no schedule for round {round}; add one to the plan of the division.")
        ),
        "schedule.no_round": (
            phrase(
                "The schedule goes from round {first} to round {last} and does not "
                "cover round {round}."
            )
        ),
    },
    plan_sentences={
        "schedule.missing": phrase(
            "Row {row} needs the games of rounds {first} to {last}; add them."
        ),
        "schedule.surplus": phrase(
            "Row {row} has games from a file, but its method does not use them."
        ),
        "schedule.round": phrase("Row {row} has no games for round {round}."),
    },
)
