"""The whole house mirrored: everything that everybody may see of this site, as files."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from django.utils import timezone

from core.mirror.files import below
from core.mirror.parts import parts
from core.mirror.writing import Mirrorable, Mirrored, Progress, write_mirror
from core.models import JournalEntry
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
    """Returns what a mirror of everything would be made from, as far as versions tell."""
    with mirrored_at(address.rstrip("/")):
        told = [f"{part.key} {part.version}" for part in parts(at)]
    return hashlib.sha256("\n".join([address, *told]).encode()).hexdigest()


def began_at() -> str:
    """Returns when this installation began, which tells it from another one with such names."""
    first = JournalEntry.objects.order_by("pk").first()
    return first.at.isoformat() if first else ""
