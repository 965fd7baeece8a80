"""Long work of this app: a backup that was asked for at the desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections

from core.backup.asking import backup_name
from core.backup.making import Report, write_backup
from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from core.phrases import phrase

BACKUP = "backup"
SUBJECT = "installation"


def ask_to_back_up(folder: Path, at: datetime, *, asked_by: str = "") -> Job:
    """Queues writing a backup into a folder, under a name that tells when it was asked for."""
    arguments = {"folder": str(folder), "name": backup_name(at)}
    return enqueue(BACKUP, SUBJECT, arguments, asked_by=asked_by)


@job_kind(BACKUP, phrase("Backup"), is_of_its_moment=True)
def back_up(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Writes the backup; begun again, it takes the place of what it wrote before."""
    folder, name = Path(arguments["folder"]), str(arguments["name"])
    if folder == settings.BACKUPS_DIR:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / name
    with reporting_beside(progress) as report:
        manifest = write_backup(path, replace=True, report=report)
    told = phrase(
        "{name}: {rows:,} rows, {size:,} bytes.",
        name=name,
        rows=manifest.rows,
        size=path.stat().st_size,
    )
    download = name if folder == settings.BACKUPS_DIR else ""
    return {"told": [told], "download": download}


@contextmanager
def reporting_beside(progress: Report) -> Iterator[Report]:
    """Yields a report over another connection: this one is kept at the moment of the backup."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        try:
            yield lambda done, total: thread.submit(progress, done, total).result()
        finally:
            thread.submit(connections.close_all).result()
