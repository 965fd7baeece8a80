"""Files that a command of the console leaves in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from core.errors import UserError
from core.phrases import phrase


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files by name into a folder, which is made where it is not there.

    Raises UserError `folder.unwritable` with the system's reason.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
    except OSError as failure:
        raise UserError(
            phrase("{folder} cannot be written: {reason}.", folder=folder, reason=failure.strerror),
            code="folder.unwritable",
            file=str(folder),
        ) from failure
