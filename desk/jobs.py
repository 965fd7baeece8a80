"""Jobs at the desk: each app says who may see and stop its own, and what their pages show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied

from core.models import Job
from core.phrases import phrase
from core.roles.access import INSTALLATION, account_may
from core.roles.table import Permission
from desk.apps import PARTS

ANOTHERS = phrase("That job belongs to an event that you have no part in.")


def _nothing(_job: Job) -> Mapping[str, Any]:
    return {}


def _installation(_job: Job) -> str:
    return INSTALLATION


@dataclass(frozen=True, slots=True)
class JobSort:
    """Jobs of one sort: which they are, who may see and stop them, and what their pages show.

    `scope` returns where one needs the permission that `sees` or `stops` names. It and `covers`
    look at the kind and the subject of a job alone.
    `is_everybodys` says that they are about what all events share, so operators stop them.
    `url_name` is the address of the page of one, which takes its number.
    """

    covers: Callable[[Job], bool]
    sees: Permission = Permission.OPERATE
    stops: Permission = Permission.OPERATE
    scope: Callable[[Job], str] = _installation
    is_everybodys: bool = False
    template: str = "desk/job.html"
    shown: Callable[[Job], Mapping[str, Any]] = _nothing
    url_name: str = "desk-job"

    def may_see(self, user: Any, job: Job) -> bool:
        """Returns whether an account may look at a job of this sort."""
        return account_may(user, self.sees, self.scope(job))

    def may_stop(self, user: Any, job: Job) -> bool:
        """Returns whether an account may stop a job of this sort."""
        return account_may(user, self.stops, self.scope(job))


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
