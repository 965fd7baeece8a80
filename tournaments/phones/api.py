"""What players report, for programs: claims, answers, and what the desk decides of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Give, Whole, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import DIVISION, ROUND, event_stream
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
from tournaments.kernel.queries.play import division_of_event
from tournaments.phones.commands.claims import ClaimResult, ConfirmClaim, ObjectToClaim
from tournaments.phones.commands.modes import SetPhones
from tournaments.results.commands.claims import AcceptClaim, CloseClaims, SettleDispute

CLAIMS = f"{ROUND}/claims"
CLAIM = f"{CLAIMS}/<number:entry>"


@dataclass(frozen=True, slots=True)
class ResultClaimShown:
    """What an entry says; null scores where it only objects. `counts` where it made the result."""

    entry: int
    score: int | None
    opponent_score: int | None
    counts: bool


@dataclass(frozen=True, slots=True)
class ClaimedBoardShown:
    """A board with claims; `standing` is claimed, agreed, disputed or decided."""

    board: int
    entries: list[int]
    standing: str
    claims: list[ResultClaimShown]
    photos: list[str]


def _claims(asked: Asked) -> list[ClaimedBoardShown]:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    boards = claimed_boards(round__division=division, round__number=asked["round"])
    return [_board(board) for board in boards]


def _board(board: ClaimedBoard) -> ClaimedBoardShown:
    claims = []
    for claim in board.claims:
        own, other = (None, None) if claim.scores is None else claim.scores
        if claim.position == 1:
            own, other = other, own
        claims.append(ResultClaimShown(board.entries[claim.position], own, other, claim.counts))
    return ClaimedBoardShown(
        board=board.label,
        entries=list(board.entries),
        standing=str(board.standing),
        claims=claims,
        photos=list(board.photos),
    )


register_api(
    "phones",
    Give(path=f"{DIVISION}/phones", name="phones_set", command=SetPhones, verb="PUT"),
    Whole(
        path=CLAIMS,
        name="claims_list",
        says="Lists the boards of a round of which players have said a result.",
        shape=ClaimedBoardShown,
        items=_claims,
        permission=Permission.ENTER,
        stream=event_stream,
    ),
    Give(path=CLAIM, name="result_claim", command=ClaimResult),
    Give(path=f"{CLAIM}/confirmation", name="claim_confirm", command=ConfirmClaim),
    Give(path=f"{CLAIM}/objection", name="claim_object", command=ObjectToClaim),
    Give(path=f"{CLAIM}/acceptance", name="claim_accept", command=AcceptClaim),
    Give(path=f"{CLAIM}/settlement", name="dispute_settle", command=SettleDispute),
    Give(path=f"{ROUND}/claims_closed", name="claims_close", command=CloseClaims),
)
