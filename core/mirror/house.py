"""The whole house mirrored: everything that everybody may see of this site, as files."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from django.db.models import Count, Sum
from django.utils import timezone

from core.mirror.files import below
from core.mirror.parts import computed_of_all, parts
from core.mirror.writing import Mirrorable, Mirrored, Progress, write_mirror
from core.models import JournalEntry, Stream
from core.web.build import build
from core.web.sharing import mirrored_at
from core.web.site import HOME


def mirror_house(folder: Path, *, progress: Progress, address: str = "") -> Mirrored:
    """Writes what has changed of everything public into a folder; returns what was done.

    `address` is where the mirror will be, which feeds and pictures need. Raises UserError for a
    folder that holds files of others or another mirror, and where it cannot be written to.
    """
    at = timezone.now()
    # No event's short name has a stroke, so this is the mirror of none.
    base = address.rstrip("/")
    with mirrored_at(base):
        what = Mirrorable(HOME, began_at(), list(parts(at)), below(HOME), base)
    return write_mirror(what, folder, at=at, progress=progress)


def house_state(at: datetime, address: str) -> str:
    """Returns what changes whenever a mirror of everything may be another one, in few queries.

    It is asked every few seconds, and so reads no part: it counts the commands of all journals,
    of which those that nobody sees are a small share, and asks what was computed besides.
    """
    commands = Stream.objects.aggregate(many=Count("pk"), all=Sum("seq", default=0))
    told = [address, build(), str(timezone.localdate(at)), repr(commands), *computed_of_all()]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def began_at() -> str:
    """Returns when this installation began, which tells it from another one with such names."""
    first = JournalEntry.objects.order_by("pk").first()
    return first.at.isoformat() if first else ""
