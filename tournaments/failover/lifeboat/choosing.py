"""The choice of the folder of an event's lifeboat, and its checks."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from core.outside_folders import check_folder
from tournaments.models import Lifeboat, Tournament


def lifeboat_of(event: Tournament) -> Lifeboat:
    """Returns the row of an event's lifeboat, made if it is new."""
    return Lifeboat.objects.get_or_create(event=event)[0]


def default_folder() -> str:
    """Returns the folder that the installation keeps lifeboats in, empty where it names none."""
    return str(getattr(settings, "LIFEBOAT", ""))


def folder_of(event: Tournament, chosen: str) -> Path | None:
    """Returns the folder in force: the one chosen for the event, else the installation's.

    None where there is neither. A rehearsal has a lifeboat only where one was chosen for it.
    """
    folder = chosen or ("" if event.rehearsal else default_folder())
    return Path(folder) if folder else None


def choose_folder(event: Tournament, folder: str) -> bool:
    """Keeps the event's lifeboat in this folder from now on; empty takes the installation's own.

    Returns whether the folder was made. Raises UserError (field `folder`) for one that cannot be
    used, and nothing was changed.
    """
    is_made = bool(folder) and check_folder(Path(folder), event.slug)
    row = lifeboat_of(event)
    if row.folder != folder:
        row.folder, row.written_at, row.written_seq = folder, None, 0
        row.error, row.failed_at = "", None
        row.save(update_fields=("folder", "written_at", "written_seq", "error", "failed_at"))
    return is_made
