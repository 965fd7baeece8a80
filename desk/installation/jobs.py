"""The jobs that make backups, at the desk: operators see and stop them."""

from __future__ import annotations

from core.backup.automatic_job import AUTOMATIC
from core.backup.job import BACKUP
from desk.jobs import JobSort, register_jobs

register_jobs(
    JobSort(
        covers=lambda job: job.kind in (BACKUP, AUTOMATIC),
        is_everybodys=True,
        template="desk/installation/copy_job.html",
    )
)
