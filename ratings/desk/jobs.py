"""The jobs of rating lists at the desk: the staff see them, operators stop them."""

from __future__ import annotations

from typing import Any

from core.models import Job
from core.roles.table import Permission
from desk.jobs import JobSort, register_jobs
from ratings.commands.base import STREAM
from ratings.selectors.proposals import changed_lists
from ratings.wording import difference_of_result


def is_about_lists(job: Job) -> bool:
    """Returns whether a job is about a rating list, or about all of them."""
    return job.subject == "lists" or job.subject.startswith(f"{STREAM}:")


def changes_of(job: Job) -> dict[str, Any]:
    """Returns the changes of a job in rating lists: the difference in words, and the lists."""
    result = job.result or {}
    return {
        "difference": difference_of_result(result),
        "lists": changed_lists(result.get("lists", ())),
    }


def _shown(job: Job) -> dict[str, Any]:
    return {"slug": job.subject.partition(":")[2], **changes_of(job)}


register_jobs(
    JobSort(
        covers=is_about_lists,
        sees=Permission.MAKE_EVENTS,
        is_everybodys=True,
        template="ratings/desk/list_job.html",
        shown=_shown,
    )
)
