"""How a round was paired, and what is asked before it is, in words."""

from __future__ import annotations

from core.phrases import phrase


def paired_sentence(
    number: int, division: str, method: str, boards: str, *, based: int, planned: bool
) -> str:
    """Returns by what a round was paired; `based` is 0 where no results counted."""
    words = {"round": number, "division": division, "method": method, "boards": boards}
    if based and planned:
        return phrase(
            "Round {round} of {division} paired by {method} on the results through round "
            "{based}, as planned: {boards}",
            based=based,
            **words,
        )
    if based:
        return phrase(
            "Round {round} of {division} paired by {method} on the results through round "
            "{based}: {boards}",
            based=based,
            **words,
        )
    if planned:
        return phrase(
            "Round {round} of {division} paired by {method}, as planned: {boards}", **words
        )
    return phrase("Round {round} of {division} paired by {method}: {boards}", **words)


def question_without(number: int, first: int, last: int) -> str:
    """Returns the question whether to pair without any result of the rounds from first to last."""
    if first == last:
        return phrase(
            "Pair round {round} without any result of round {missing}?",
            round=number,
            missing=first,
        )
    return phrase(
        "Pair round {round} without any result of rounds {first} to {last}?",
        round=number,
        first=first,
        last=last,
    )
