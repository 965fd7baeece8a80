"""The Australian draw: the highest not met yet, from the top down."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.catalogue.method import Method

AUSTRALIAN = Method(
    "australian",
    phrase("Australian draw"),
    "by_rank.australian.pair_australian",
    meaning=phrase("from the top down, everybody meets the highest player they have not met"),
    sentences={
        "australian.too_few": (
            phrase("An Australian draw needs {least} players; this division has {players} to pair.")
        ),
        "australian.casement": phrase("By casement, the upper half meets the lower half in order."),
        "australian.highest": phrase("The highest unpaired player whom this one may meet."),
        "australian.forgiven": (
            phrase(
                "There is no draw without repeats, so meetings before round {round} are forgiven."
            )
        ),
    },
    criteria={
        "passed_over": phrase("better opponents passed over"),
    },
)
