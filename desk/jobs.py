"""Jobs at the desk: each app says who may see and stop its own, and what their pages show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied

from core.models import Job
from core.phrases import phrase
from core.roles.access import is_operator
from desk.apps import PARTS

ANOTHERS = phrase("That job belongs to another director's event.")


def _nothing(_job: Job) -> Mapping[str, Any]:
    return {}


def _operators(user: Any, _job: Job) -> bool:
    return bool(is_operator(user))


@dataclass(frozen=True, slots=True)
class JobSort:
    """Jobs of one sort: which they are, who may see and stop them, and what their pages show.

    `is_everybodys` says that they are about what all events share, so operators stop them.
    `url_name` is the address of the page of one, which takes its number.
    """

    covers: Callable[[Job], bool]
    may_see: Callable[[Any, Job], bool] = _operators
    may_stop: Callable[[Any, Job], bool] = _operators
    is_everybodys: bool = False
    template: str = "desk/job.html"
    shown: Callable[[Job], Mapping[str, Any]] = _nothing
    url_name: str = "desk-job"


_sorts: list[JobSort] = []
_OTHERS = JobSort(covers=lambda _job: True)


def register_jobs(sort: JobSort) -> None:
    """Registers a sort of jobs; a job is of the first sort that covers it."""
    _sorts.append(sort)


def must_see(user: Any, job: Job) -> JobSort:
    """Returns the sort of a job. Raises PermissionDenied for those who may not see it."""
    sort = sort_of(job)
    if not sort.may_see(user, job):
        raise PermissionDenied(ANOTHERS)
    return sort


def sort_of(job: Job) -> JobSort:
    """Returns the sort of a job; what nobody registered is for operators."""
    PARTS.load()
    return next((sort for sort in _sorts if sort.covers(job)), _OTHERS)
