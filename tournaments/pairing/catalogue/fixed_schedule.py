"""The fixed schedule: games that were drawn up elsewhere."""

from __future__ import annotations

from tournaments.pairing.catalogue.method import Method

FIXED_SCHEDULE = Method(
    "schedule",
    "Fixed schedule",
    "blocks.fixed_schedule.pair_fixed_schedule",
    meaning="games from a file, drawn up elsewhere",
    is_block=True,
    sentences={
        "schedule.none": (
            "There is no schedule for round {round}; add one to the plan of the division."
        ),
        "schedule.no_round": (
            "The schedule goes from round {first} to round {last} and does not cover round {round}."
        ),
    },
    plan_sentences={
        "schedule.missing": "Row {row} needs the games of rounds {first} to {last}; add them.",
        "schedule.surplus": "Row {row} has games from a file, but its method does not use them.",
        "schedule.round": "Row {row} has no games for round {round}.",
    },
)
