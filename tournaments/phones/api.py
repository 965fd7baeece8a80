"""What players report, for programs: claims, answers, and what the desk decides of them."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from api.operations import Asked, Download, Give, One, SentFile, Whole, register_api
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.claiming import Mode
from tournaments.kernel.api_addresses import DIVISION, ROUND, event_stream
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
from tournaments.kernel.queries.play import division_of_event
from tournaments.phones.commands.claims import ClaimResult, ConfirmClaim, ObjectToClaim
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.commands.photos import AddSlipPhoto, RemoveSlipPhoto
from tournaments.phones.photos.cleaning import cleaned
from tournaments.phones.photos.keeping import keep_photo
from tournaments.phones.queries.kiosks import kiosk_token
from tournaments.phones.views.photos import KIND, photo_of
from tournaments.results.commands.claims import AcceptClaim, CloseClaims, SettleDispute

CLAIMS = f"{ROUND}/claims"
CLAIM = f"{CLAIMS}/<number:entry>"
PHOTO = f"{CLAIM}/photos/<slug:photo>"


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


@dataclass(frozen=True, slots=True)
class SlipPhotoSent:
    """A photo of a slip: a JPEG, PNG or WebP picture in base 64."""

    content: str


@dataclass(frozen=True, slots=True)
class TabletLinkShown:
    """The path of the tablets of a division; it opens nothing unless it reports so now."""

    path: str
    is_open: bool


def _tablet_link(asked: Asked) -> TabletLinkShown:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    path = reverse("tablet", args=(kiosk_token(division),))
    return TabletLinkShown(path, division.phone_mode == Mode.KIOSK)


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


def _photo_sent(_: Asked, given: SlipPhotoSent) -> Mapping[str, Any]:
    try:
        content = b64decode(given.content, validate=True)
    except ValueError as wrong:
        raise UserError(
            phrase("The photo is not in base 64."), code="photo.kind", field="content"
        ) from wrong
    return {"photo": keep_photo(cleaned(content))}


def _photo(asked: Asked) -> SentFile:
    name = asked["photo"]
    return SentFile(f"slip-{name[:8]}.jpg", KIND, [photo_of(asked["event"], name)])


register_api(
    "phones",
    Give(path=f"{DIVISION}/phones", name="phones_set", command=SetPhones, verb="PUT"),
    One(
        path=f"{DIVISION}/tablet_link",
        name="tablet_link_read",
        says="Shows the link that opens the boards of a division on a tablet.",
        shape=TabletLinkShown,
        find=_tablet_link,
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
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
    Give(
        path=f"{CLAIM}/photos",
        name="slip_photo_add",
        command=AddSlipPhoto,
        takes=SlipPhotoSent,
        made=_photo_sent,
        scope=event_stream,
        brings_files=True,
        hidden=("photo",),
    ),
    Give(path=f"{PHOTO}/removal", name="slip_photo_remove", command=RemoveSlipPhoto),
    Download(
        path=f"{DIVISION}/slip_photos/<slug:photo>",
        name="slip_photo",
        says="Sends a photo of a slip, by the name that the claims of its round give.",
        file=_photo,
        kinds=(KIND,),
        permission=Permission.ENTER,
        stream=event_stream,
    ),
    Give(path=f"{CLAIM}/acceptance", name="claim_accept", command=AcceptClaim),
    Give(path=f"{CLAIM}/settlement", name="dispute_settle", command=SettleDispute),
    Give(path=f"{ROUND}/claims_closed", name="claims_close", command=CloseClaims),
)
