"""The Australian draw: the highest not met yet, from the top down."""

from __future__ import annotations

from tournaments.pairing.catalogue.method import Method

AUSTRALIAN = Method(
    "australian",
    "Australian draw",
    "by_rank.australian.pair_australian",
    meaning="from the top down, everybody meets the highest player they have not met",
    sentences={
        "australian.too_few": (
            "An Australian draw needs {least} players; this division has {players} to pair."
        ),
        "australian.casement": "By casement, the upper half meets the lower half in order.",
        "australian.highest": "The highest unpaired player whom this one may meet.",
        "australian.forgiven": (
            "There is no draw without repeats, so meetings before round {round} are forgiven."
        ),
    },
    criteria={
        "passed_over": "better opponents passed over",
    },
)
