"""Who can still win a prize for a game: anybody who has one left, once it says what leads."""

from __future__ import annotations

from collections.abc import Collection

from core.phrases import phrase
from tournaments.prizing.records import PrizeAward, PrizeKind

_PASSED = {
    PrizeKind.HIGH_WIN: phrase("{value} leads; whoever has a game left can pass it."),
    PrizeKind.HIGH_LOSS: phrase("{value} leads; whoever has a game left can pass it."),
    PrizeKind.HIGH_COMBINED: phrase("{value} leads; whoever has a game left can pass it."),
    PrizeKind.LARGEST_WIN: phrase("A win by {value} leads; whoever has a game left can pass it."),
    PrizeKind.LOW_WIN: phrase("{value} leads; whoever has a game left can go below it."),
}


def still_open(award: PrizeAward, ratings: Collection[int]) -> str:
    """Returns what leads and who can pass it, empty for a prize of which no such thing is known.

    `ratings` are those of everybody who can have a game left; a win of the highest of them is no
    upset, and who is near them cannot bring a greater one.
    """
    claims = [share.claim for share in award.winners if share.claim is not None]
    if not claims:
        return ""
    value = claims[0].value
    if award.prize.kind is PrizeKind.UPSET:
        least = max(ratings, default=0) - value
        if not any(0 < rating < least for rating in ratings):
            return phrase(
                "{value} leads; nobody is rated so low that they can pass it.", value=value
            )
        return phrase(
            "{value} leads; only who is rated under {rating} can pass it.",
            value=value,
            rating=least,
        )
    return _PASSED[award.prize.kind].format(value=value) if award.prize.kind in _PASSED else ""
