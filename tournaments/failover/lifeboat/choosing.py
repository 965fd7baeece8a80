"""Which folder an event's lifeboat is kept in, and whether it can be."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.conf import settings

from core.errors import UserError
from tournaments.failover.lifeboat.drives import Drive, drives_here
from tournaments.failover.lifeboat.folder import why
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


def check_folder(folder: Path, slug: str) -> bool:
    """Returns whether the folder was made; raises UserError where it cannot be used.

    It is made only in a folder that is there: a stick that is not plugged in is no folder.
    """
    if not folder.is_absolute():
        raise _unusable(f"Give the full path of the folder; {folder} is not one.")
    place = (folder / slug).resolve()
    for own in _own_folders():
        if place.is_relative_to(own) or own.is_relative_to(place):
            raise _unusable(
                f"{folder} belongs to Wallchart itself; choose a folder on another disk."
            )
    is_new = not folder.exists()
    if is_new and not folder.parent.exists():
        raise _unusable(
            f"Neither {folder} nor {folder.parent} exists. Is the memory stick plugged in? "
            "Choose an existing folder, or a new one in it."
        )
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"\0")
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as failure:
        raise _unusable(f"{folder} cannot be written to: {why(failure)}.") from failure
    return is_new


def plugged_in() -> list[Drive]:
    """Returns the drives that are plugged in just now and are not the program's own."""
    return drives_here(_own_folders())


def shares_the_disk(folder: Path) -> bool:
    """Returns whether a folder is on the disk of the program's database; False where it is gone."""
    try:
        return folder.stat().st_dev == _own_folders()[1].stat().st_dev
    except OSError:
        return False


def _own_folders() -> tuple[Path, Path]:
    # The static files are collected into the folder that holds the database and the secret key.
    var = Path(str(settings.STATIC_ROOT)).parent
    return Path(settings.BASE_DIR).resolve(), var.resolve()


def _unusable(message: str) -> UserError:
    return UserError(message, code="lifeboat.folder", field="folder")
