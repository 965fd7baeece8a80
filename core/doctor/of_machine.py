"""The checks of the machine: the disk, the folder of Wallchart, and the broker."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from kombu import Connection
from kombu.exceptions import OperationalError

from core.doctor.findings import Finding, check
from core.phrases import phrase
from core.trouble import low_disk

_ANSWERS_WITHIN_S = 2


@check
def look_at_disk() -> Iterator[Finding]:
    """Yields whether there is room left for days of play."""
    low = low_disk(settings.VAR_DIR)
    yield (
        Finding("disk.low", "trouble", low, phrase("Remove or move files that nobody needs."))
        if low
        else Finding("disk", "ok", phrase("There is room on the disk."))
    )


@check
def look_at_folder() -> Iterator[Finding]:
    """Yields whether Wallchart may write to its folder, and whether others can read its secrets."""
    folder = Path(settings.VAR_DIR)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as failure:
        yield Finding(
            "folder.unwritable",
            "trouble",
            phrase("{folder} cannot be written: {reason}.", folder=folder, reason=failure.strerror),
            phrase("Let the account that runs Wallchart write there, or set WALLCHART_VAR."),
        )
    else:
        yield Finding("folder", "ok", phrase("{folder} can be written.", folder=folder))
    if os.name == "posix":
        yield from _open_to_others(folder)


def _open_to_others(folder: Path) -> Iterator[Finding]:
    for path in (folder / "secret_key", *folder.glob("*.sqlite3")):
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield Finding(
                "folder.open",
                "warning",
                phrase("Every account of this machine can read {path}.", path=path),
                phrase("Run chmod 600 {path}.", path=path),
            )


@check
def look_at_broker() -> Iterator[Finding]:
    """Yields whether the broker answers: without it jobs begin some seconds later."""
    if settings.BROKER.url.startswith("filesystem:"):
        yield Finding("broker", "ok", phrase("A folder is the broker; jobs begin a little later."))
        return
    options = {**settings.BROKER.transport_options, "max_retries": 1}
    try:
        with Connection(
            settings.BROKER.url,
            connect_timeout=_ANSWERS_WITHIN_S,
            transport_options=options,
        ) as broker:
            broker.ensure_connection(max_retries=1, timeout=_ANSWERS_WITHIN_S)
    except (OSError, OperationalError) as failure:
        yield Finding(
            "broker.away",
            "warning",
            phrase("The broker does not answer: {reason}.", reason=str(failure).strip(". \n")),
            phrase("Start Wallchart, or correct REDIS_URL. Jobs begin later meanwhile."),
        )
    else:
        yield Finding("broker", "ok", phrase("The broker answers."))
