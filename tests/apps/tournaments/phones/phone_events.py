"""An event whose players report by their phones, for tests."""

from __future__ import annotations

import secrets
from io import BytesIO
from typing import Any

from django.test import Client
from PIL import Image

from core.errors import UserError
from core.journal.execute import execute
from tests.apps.tournaments.board_games.game_events import WHERE, by, entry
from tests.apps.tournaments.desk_events import SLUG, give, new_event, publish
from tests.builders.grounds import built_once
from tournaments.board_games.queries.entry_links import token_of
from tournaments.claiming import ClaimStanding, Mode
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
from tournaments.models import Division, Result
from tournaments.phones.commands.claims import ClaimResult, ConfirmClaim, ObjectToClaim
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.commands.photos import AddSlipPhoto
from tournaments.phones.photos.cleaning import cleaned
from tournaments.phones.photos.keeping import keep_photo

OPPONENT = {1: 2, 2: 1, 3: 4, 4: 3}


@built_once
def phones_open(mode: str = "soft") -> None:
    """Make the event, publish round 1 (1 meets 2, 3 meets 4), and let the players report."""
    new_event()
    publish(1, (1, 2), (3, 4))
    give(SetPhones(event=SLUG, division="A", mode=Mode(mode)))


def page(number: int) -> str:
    """Return the address of an entry's own page."""
    one = entry(number)
    return f"/p/{token_of(one, one.tournament)}/"


def claim(number: int, own: int, other: int, **more: Any) -> None:
    """PlayerClaim a result by the link of an entry."""
    command = ClaimResult(
        **WHERE, entry=number, opponent=OPPONENT[number], score=own, opponent_score=other, **more
    )
    execute(command, actor=by(number))


def confirm(number: int, own: int, other: int) -> None:
    """Confirm by the link of an entry what its opponent said, from the entry's own side."""
    command = ConfirmClaim(
        **WHERE, entry=number, opponent=OPPONENT[number], score=own, opponent_score=other
    )
    execute(command, actor=by(number))


def object_to(number: int, own: int | None = None, other: int | None = None) -> None:
    """Object by the link of an entry to what its opponent said."""
    command = ObjectToClaim(
        **WHERE, entry=number, opponent=OPPONENT[number], score=own, opponent_score=other
    )
    execute(command, actor=by(number))


def a_slip_photo() -> str:
    """Open the phones of division A, have entry 1 send a photo of its slip; return its name."""
    if Division.objects.get(name="A").phone_mode == Mode.OFF:
        give(SetPhones(event=SLUG, division="A", mode=Mode.SOFT))
    picture = BytesIO()
    Image.new("RGB", (300, 200), "white").save(picture, format="PNG")
    name = keep_photo(cleaned(picture.getvalue()))
    give(AddSlipPhoto(**WHERE, entry=1, opponent=2, photo=name))
    return name


def refusal(do: Any, *args: Any, **more: Any) -> str:
    """Return the sentence with which something is refused, empty where it is done."""
    try:
        do(*args, **more)
    except UserError as refused:
        return refused.message
    return ""


def result(slot: int = 1) -> tuple[int, int] | None:
    """Return the result of a board of round 1, its seats in their order, None without one."""
    row = Result.objects.filter(board__round__number=1, board__slot=slot).first()
    if row is None or row.score_one is None or row.score_two is None:
        return None
    return row.score_one, row.score_two


def board(slot: int = 1) -> ClaimedBoard:
    """Return a board of round 1 with what is claimed of it."""
    found = claimed_boards(round__number=1, slot=slot)
    assert found, "nobody has said anything of this board"
    return found[0]


def standing(slot: int = 1) -> ClaimStanding:
    """Return what has come of the claims on a board of round 1."""
    return board(slot).standing


def sends(client: Client, number: int, what: str = "score", **typed: Any) -> Any:
    """Send a form of an entry's page about round 1 as a browser does, and return the answer."""
    fields = {"token": secrets.token_hex(16), "opponent": OPPONENT[number], **typed}
    return client.post(f"{page(number)}{what}/1/", fields)
