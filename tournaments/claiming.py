"""What the two at a board say of their game, and what has come of it: pure values.

A claim is what one of the two says the scores are. It never changes what the other says, and once
the director has decided, neither changes anything (interface.md, section 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

Scores = tuple[int, int]
"""The scores of the seats at position 0 and 1."""


class Mode(StrEnum):
    """How players report their results: not at all, or how many of the two have to say the same.

    Soft: the first claim counts at once, and the opponent may object. Strict: both enter blind,
    and only two equal claims count. Kiosk: a tablet at the board, at which both agree.
    """

    OFF = "off"
    SOFT = "soft"
    STRICT = "strict"
    KIOSK = "kiosk"


class ClaimStanding(StrEnum):
    """What has come of the claims on a game.

    Claimed: one has said it, and the other has not answered. Agreed: both say the same. Disputed:
    they do not, and nobody has decided. Decided: the director did, by accepting, settling,
    entering or correcting.
    """

    NONE = "none"
    CLAIMED = "claimed"
    AGREED = "agreed"
    DISPUTED = "disputed"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class PlayerClaim:
    """What one of the two says; without scores, only that what the other says is not right.

    `counts` where the result was made from it, `settled` once the director decided.
    """

    position: int
    scores: Scores | None
    counts: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Entered:
    """The result of a game; `scores` None where it did not end by what a claim can say.

    `is_read` where the desk has read it off the slip, or chosen it.
    """

    scores: Scores | None
    is_read: bool = False


def standing_of(claims: Sequence[PlayerClaim], result: Entered | None) -> ClaimStanding:
    """Returns what has come of the claims on a game, at most one of each of the two.

    A result that is not what the counting claim says is the director's, whenever it was entered,
    and so is one that the desk has read off the slip. An objection to what was taken back since
    says nothing.
    """
    if any(claim.settled for claim in claims):
        return ClaimStanding.DECIDED
    if all(claim.scores is None for claim in claims):
        return ClaimStanding.NONE
    agreed = agreed_on(claims)
    if agreed is not None:
        is_so = result is None or result.scores == agreed
        return ClaimStanding.AGREED if is_so else ClaimStanding.DECIDED
    counting = [claim.scores for claim in claims if claim.counts]
    if result is not None and (result.is_read or result.scores not in counting):
        return ClaimStanding.DECIDED
    if len(claims) > 1:
        return ClaimStanding.DISPUTED
    # Whose result was taken back afterwards is asked again.
    return ClaimStanding.CLAIMED


def agreed_on(claims: Sequence[PlayerClaim]) -> Scores | None:
    """Returns the scores that both say, None where they do not."""
    said = {claim.scores for claim in claims}
    return next(iter(said)) if len(claims) == 2 and len(said) == 1 else None


def counted(mode: Mode, claims: Sequence[PlayerClaim], mine: PlayerClaim) -> Scores | None:
    """Returns the scores that are the result once `mine` is said, None where nothing follows.

    `claims` are all on the game with `mine` among them; nobody has decided. In soft mode the
    first claim counts, and whoever made it may change it until the other answers, however the
    division reports by then.
    """
    agreed = agreed_on(claims)
    if agreed is not None:
        return agreed
    does_count = mode is Mode.SOFT or mine.counts
    return mine.scores if does_count and len(claims) == 1 else None
