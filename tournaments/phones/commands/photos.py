"""Photos of slips: a player sends one of their board, and may take it back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.db.models import QuerySet

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.models import SlipPhoto
from tournaments.phones.commands.base import ReportCommand

MOST_OF_ENTRY = 3
"""How many photos of a board one of the two can send."""
_NAME = re.compile(r"[0-9a-f]{64}")


def refuse_more(photos: QuerySet[SlipPhoto]) -> None:
    """Raises Refused where these photos, those of an entry of a board, are as many as it can send.

    It is asked before a photo is decoded, too, so that nobody keeps files that nothing names.
    """
    if photos.count() >= MOST_OF_ENTRY:
        raise Refused(
            phrase(
                "You have sent {most} photos of this slip; take one back first.",
                most=MOST_OF_ENTRY,
            ),
            code="photo.many",
            field="photo",
        )


@dataclass(frozen=True, kw_only=True)
class PhotoCommand(ReportCommand):
    """Base of the commands on a photo; `photo` is its name, the hash of the file."""

    photo: str

    def answered(self, board: int | None, names: tuple[str, str]) -> Row:
        """Returns the answer: the board, and the names of the two."""
        return {"board": board, "names": list(names)}


@register
@dataclass(frozen=True, kw_only=True)
class AddSlipPhoto(PhotoCommand):
    """Puts a photo of the slip, which is kept already, beside the result of a board."""

    code = "slip_photo.added"

    def apply(self, work: Work) -> Row:
        table = self.find_table()
        if not _NAME.fullmatch(self.photo):
            raise Refused(phrase("Choose a photo."), code="photo.name", field="photo")
        board = table.place.seat.board
        there = SlipPhoto.objects.filter(board=board)
        if there.filter(name=self.photo).exists():
            raise Refused(phrase("This photo is in already."), code="nothing_changed")
        refuse_more(there.filter(entry=table.entry))
        photo = SlipPhoto(board=board, entry=table.entry, name=self.photo, taken_at=work.at)
        work.ledger.create(photo)
        return self.answered(board.number, (table.entry.shown_name, table.other.shown_name))

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division}: no. {entry} {name} sends a photo of the slip",
            **self.told(answer),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveSlipPhoto(PhotoCommand):
    """Takes back a photo that this entry sent."""

    code = "slip_photo.removed"

    def apply(self, work: Work) -> Row:
        place, other = self.find_pair(self.entry, self.opponent)
        board, entry = place.seat.board, place.seat.entry
        board.round = place.seat.round
        rows = SlipPhoto.objects.filter(board=board, entry=entry, name=self.photo)
        photo = rows.select_related("entry").first()
        if photo is None:
            raise Refused(phrase("You have sent no such photo of this slip."), code="photo.unknown")
        photo.board = board
        work.ledger.delete(photo)
        return self.answered(board.number, (entry.shown_name, other.shown_name))

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division}: no. {entry} {name} takes back a photo of the slip",
            **self.told(answer),
        )
