"""A backup restored on trial: into an SQLite file in a temporary folder, by another process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from core.backup.trials import Trial
from core.new_database import kept_tables
from core.phrases import phrase

_PREFIX = ".trial-"
_GLANCE_S = 1.0
_DEAD_AFTER_S = 3600.0


def try_backup(path: Path, *, beside: Path, alive: Callable[[], None] = lambda: None) -> Trial:
    """Restores a backup into a temporary folder in `beside`, compares, and returns what came of it.

    Nothing of this installation is read or changed but the backup. `alive` is called once a second;
    what it raises ends the trial. Raises OSError where the folder cannot be written.
    """
    for left in filter(_is_left, beside.glob(f"{_PREFIX}*")):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=beside, ignore_cleanup_errors=True) as at:
        var = Path(at)
        _take_tables(var / "run")
        said, told = _restored(path, var, alive)
    tried = Trial(bytes=path.stat().st_size, tried_at=timezone.now())
    return _with(tried, said, told)


def _is_left(folder: Path) -> bool:
    """Returns whether a trial is of a process that was killed: others may share the folder."""
    try:
        written = max(path.stat().st_mtime for path in (folder, *folder.iterdir()))
    except OSError:
        return False  # it has just ended
    return abs(time.time() - written) > _DEAD_AFTER_S


def _take_tables(run: Path) -> None:
    """Gives the trial the tables that this installation keeps: to make them takes seconds."""
    run.mkdir(mode=0o700)
    with suppress(OSError):
        shutil.copyfile(kept_tables(), run / kept_tables().name)


def _restored(path: Path, var: Path, alive: Callable[[], None]) -> tuple[str, str]:
    """Returns what the restoring process answered, and what else it said."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(path)]
    environment = os.environ | {
        "DATABASE_URL": "",
        "WALLCHART_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": settings.SECRET_KEY,  # of which the name of the kept tables is made
    }
    with (var / "said").open("wb") as said, (var / "told").open("wb") as told:
        process = subprocess.Popen(
            [*command, "--compare", "--json"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=told,
        )
        try:
            while not _ended(process):
                alive()
        finally:
            process.kill()
            process.wait()
    return (var / "said").read_text(), (var / "told").read_text()


def _ended(process: subprocess.Popen[bytes]) -> bool:
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GLANCE_S)
    return process.poll() is not None


def _with(tried: Trial, said: str, told: str) -> Trial:
    try:
        answer: dict[str, Any] = json.loads(said)
    except ValueError:
        last = (told.strip() or phrase("it ended without a word")).splitlines()[-1][:500]
        wrong = phrase("It could not be restored: {reason}.", reason=last.rstrip("."))
        return _wrong(tried, wrong)
    if "error" in answer:
        return _wrong(tried, str(answer["error"]["message"]))
    return Trial(
        bytes=tried.bytes,
        tried_at=tried.tried_at,
        rows=int(answer["rows"]),
        replayed=str(answer["replayed"]),
        wrong=" ".join(answer["wrong"]),
    )


def _wrong(tried: Trial, wrong: str) -> Trial:
    return Trial(bytes=tried.bytes, tried_at=tried.tried_at, wrong=wrong)
