"""The folder on the disk: a state is written beside the last one and takes its place when whole.

`now` is the state; `before` is the one that it replaced. Names that begin with a dot are work that
was never finished. So whoever looks, and whenever the plug is pulled, finds one whole state: in
`now`, or in `before` for the moment between two renames.
"""

from __future__ import annotations

import errno
import os
import shutil
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from tournaments.failover.lifeboat.head import HEAD

NOW, BEFORE = "now", "before"
UNFINISHED = ".new-"
DISCARDED = ".old-"

# Some file systems of memory sticks and shares know no fsync of a folder.
_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP)


def state_in(place: Path) -> Path | None:
    """Returns the folder of the newest whole state in a place; None where there is none.

    The place may be that folder itself.
    """
    for folder in (place / NOW, place / BEFORE, place):
        if (folder / HEAD).is_file():
            return folder
    return None


def put(
    place: Path, files: Mapping[str, bytes], *, alive: Callable[[], None] = lambda: None
) -> None:
    """Makes these files the state of a place. Raises OSError, and the last state is still whole.

    `alive` is called after each file; what it raises ends the writing in the same way.
    """
    tidy(place)
    fresh = place / f"{UNFINISHED}{uuid.uuid4().hex}"
    try:
        for name, data in files.items():
            _write(fresh / name, data)
            alive()
        for folder in (fresh, *(path for path in fresh.rglob("*") if path.is_dir())):
            _settle(folder)
        _swap(place, fresh)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def tidy(place: Path) -> None:
    """Puts a place in order after a writer that died: the whole state is in `now` again."""
    now, before = place / NOW, place / BEFORE
    if before.exists() and not now.exists():
        before.rename(now)
    for left in (*place.glob(f"{UNFINISHED}*"), *place.glob(f"{DISCARDED}*")):
        shutil.rmtree(left, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _swap(place: Path, fresh: Path) -> None:
    now, before = place / NOW, place / BEFORE
    discarded = place / f"{DISCARDED}{uuid.uuid4().hex}"
    if before.exists():
        before.rename(discarded)
    if now.exists():
        now.rename(before)
    try:
        fresh.rename(now)
    except OSError:
        with suppress(OSError):
            before.rename(now)
        raise
    _settle(place)
    shutil.rmtree(discarded, ignore_errors=True)


def _settle(folder: Path) -> None:
    """Has the disk keep the names in a folder, where the system lets a program ask for it."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as failure:
        if failure.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(opened)
