"""Files that were sent and wait for a worker: kept out of everybody's sight, and not for long."""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings

from core.errors import UserError
from core.files import write_whole
from core.phrases import phrase
from core.shared_files import bring, forget, share, shared_since

FOLDER = "uploads"
KEPT_S = 24 * 3600
"""How long a file waits for a worker at most, and how long its result is kept."""
_TOKEN = re.compile(r"[0-9a-f]{32}")


def keep_upload(chunks: Iterable[bytes]) -> str:
    """Writes what was sent to disk, readable by this program alone, and returns its token."""
    clear_uploads()
    token = secrets.token_hex(16)
    path = _path(token)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        share(FOLDER, path)
    except BaseException:
        drop_upload(token)
        raise
    return token


def upload_path(token: str) -> Path:
    """Returns the path of an uploaded file; UserError `upload.gone` if it is gone."""
    path = _path(token)
    if not path.is_file() and not bring(FOLDER, path):
        raise UserError(
            phrase("The uploaded file is no longer there; send it again."), code="upload.gone"
        )
    return path


def drop_upload(token: str) -> None:
    """Removes a file that was sent."""
    path = _path(token)
    path.unlink(missing_ok=True)
    forget(FOLDER, path.name)


def keep_finding(token: str, values: dict[str, Any]) -> None:
    """Keeps what was found in a file, so that whoever reads it a second time need not."""
    place = _path(token, ".json")
    write_whole(place, lambda path: _write(path, json.dumps(values)))
    share(FOLDER, place)


def finding(token: str) -> dict[str, Any] | None:
    """Returns the finding about a file that was read before, None where nobody has read it yet."""
    place = _path(token, ".json")
    if not place.exists() and not bring(FOLDER, place):
        return None
    values: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return values


def clear_uploads(now: float | None = None) -> None:
    """Removes whatever was left for more than a day, also by workers that died while they wrote.

    `now` is a time in seconds.
    """
    oldest = (time.time() if now is None else now) - KEPT_S
    for path in (*settings.UPLOADS_DIR.glob("*"), *settings.LEXICA_DIR.glob(".*")):
        with suppress(FileNotFoundError):
            if path.is_file() and path.stat().st_mtime < oldest:
                path.unlink()
    for name, at in shared_since(FOLDER).items():
        if at.timestamp() < oldest:
            forget(FOLDER, name)


def _path(token: str, ending: str = "") -> Path:
    if not _TOKEN.fullmatch(token):
        raise UserError(phrase("This is not an uploaded file."), code="upload.gone")
    return Path(settings.UPLOADS_DIR) / f"{token}{ending}"


def _write(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text, encoding="utf-8")
