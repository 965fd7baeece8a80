"""The doors through which a worker reaches the jobs."""

import time
from datetime import timedelta

from celery import shared_task
from celery.signals import task_prerun
from django.conf import settings
from django.utils import timezone

from core import jobs
from core.backup.automatic_job import ask_where_due
from core.log import Log
from core.models import Machine
from core.recurring import recurring
from core.replaced import close_if_replaced
from core.trouble import low_disk

WARNED_EVERY_S = 600.0

log = Log(__name__)
task_prerun.connect(close_if_replaced, dispatch_uid="files that are open")
_warned_at = float("-inf")


@shared_task(name=jobs.RUN, ignore_result=True)
def run_job(job_id: int) -> None:
    """Does one job."""
    jobs.run(job_id)


@recurring("core.jobs.sweep", turn=timedelta(seconds=10))
def sweep_jobs() -> None:
    """Rings for what was left lying, and tells the log of a disk that is nearly full."""
    warn_of_low_disk()
    jobs.sweep()


@recurring("core.back_up", turn=timedelta(minutes=5))
def back_up_where_due() -> None:
    """Has the backup of the night made, and that of a round which came too soon after another."""
    ask_where_due(timezone.now())


@recurring("core.following.tell", turn=timedelta(seconds=20))
def tell_overtaken() -> None:
    """Tells the machine that this one took over from, until it knows."""
    if Machine.objects.filter(role=Machine.Role.LEADS, has_told=False).exists():
        from core.following.begun import tell_the_old_one  # noqa: PLC0415 - on few machines, once

        tell_the_old_one()


def warn_of_low_disk() -> None:
    """Tells the log that the disk is nearly full, once in ten minutes."""
    global _warned_at  # noqa: PLW0603 - what this process has said
    said = low_disk(settings.VAR_DIR)
    if said and time.monotonic() - _warned_at >= WARNED_EVERY_S:
        _warned_at = time.monotonic()
        log.warning("disk.low", told=said)
