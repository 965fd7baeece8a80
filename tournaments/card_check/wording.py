"""What the check of cards says."""

from __future__ import annotations

from collections.abc import Mapping

from core.phrases import phrase
from tournaments.detective.slips import CardSlip, SlipFault, Suspicion

FAULTS: Mapping[SlipFault, str] = {
    SlipFault.SWAPPED: phrase("The scores may be the wrong way round."),
    SlipFault.TRANSPOSED: phrase("Two digits may have changed places."),
    SlipFault.DIGIT: phrase("A digit may be wrong."),
    SlipFault.MISSING_DIGIT: phrase("A digit may be missing."),
    SlipFault.OTHER_BOARD: phrase("Two boards may have each other's scores."),
    SlipFault.OTHER_ROUND: phrase("Two rounds may have each other's scores."),
    SlipFault.REPEATED: phrase("The slip of another round may have been entered twice."),
}


def slip_words(slip: CardSlip, names: Mapping[int, str]) -> str:
    """Returns a slip as it was entered."""
    return phrase(
        "Round {round}, board {board}: {one} {score}, {other} {other_score}",
        round=slip.round,
        board=slip.board,
        one=names.get(slip.first, f"#{slip.first}"),
        score=slip.first_score,
        other=names.get(slip.second, f"#{slip.second}"),
        other_score=slip.second_score,
    )


def right_words(one: Suspicion) -> list[str]:
    """Returns what each slip of a suspicion should say, in their order."""
    if one.spread is not None:
        slip = one.slips[0]
        return [
            phrase(
                "The spread of no. {entry} should be {spread}.",
                entry=slip.first,
                spread=f"{one.spread:+d}".replace("-", "−"),
            )
        ]
    return [
        phrase(
            "It should be {score}–{other_score}.",
            score=right.first_score,
            other_score=right.second_score,
        )
        for right in one.right
    ]
