"""The checks of the machine: the disk, the folder of Wallchart, and the broker."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from kombu import Connection
from kombu.exceptions import OperationalError

from core.backup.folders import kept_folders
from core.doctor.findings import Finding, check
from core.locks import address_of_broker
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
        yield from _look_at_settings_of_broker()


def _look_at_settings_of_broker() -> Iterator[Finding]:
    """Yields whether the broker may throw away what it was given: bells, and locks that are held.

    One that does not tell its settings is taken as it is.
    """
    if not settings.BROKER.url.startswith(("redis", "unix")):
        return
    from core.redis_lock import policy_of  # noqa: PLC0415 - slow, and only here

    policy = policy_of(address_of_broker())
    if policy not in ("", "noeviction"):
        yield Finding(
            "broker.evicts",
            "warning",
            phrase(
                "The broker throws away keys when its memory is full (maxmemory-policy {policy}): "
                "two workers could do the same work.",
                policy=policy,
            ),
            phrase("Set maxmemory-policy to noeviction, or give Wallchart a Redis of its own."),
        )


@check
def look_at_other_folders() -> Iterator[Finding]:
    """Yields each folder of files that cannot be reached or written, such as one that is shared.

    A folder that is not there is made when it is needed, but not the disk that it should be on.
    """
    for folder in dict.fromkeys(_other_folders()):
        wrong = _why_not_written(folder)
        if wrong:
            yield Finding(
                "folder.unreachable",
                "trouble",
                phrase(
                    "{folder} cannot be reached or written: {reason}.", folder=folder, reason=wrong
                ),
                phrase(
                    "If another machine or a disk shares it, connect that; else let the account "
                    "that runs Wallchart write there."
                ),
            )


def _other_folders() -> Iterator[Path]:
    yield from (Path(settings.BACKUPS_DIR), Path(settings.UPLOADS_DIR))
    yield from (folder.place() for folder in kept_folders())


def _why_not_written(folder: Path) -> str:
    try:
        if not folder.exists():
            return "" if folder.parent.is_dir() else os.strerror(errno.ENOENT)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as failure:
        return failure.strerror or str(failure)
