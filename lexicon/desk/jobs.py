"""The jobs that read lists of words, at the desk: operators see and stop them."""

from __future__ import annotations

from desk.jobs import JobSort, register_jobs
from lexicon.import_job import IMPORT

register_jobs(
    JobSort(
        covers=lambda job: job.kind == IMPORT,
        is_everybodys=True,
        url_name="desk-confirm-lexicon",
    )
)
