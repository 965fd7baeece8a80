"""The automatic backups: made after each published round and each night, tried, and kept by age."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from core.backup.archive import BackupRefused
from core.backup.automatic import (
    AutomaticBackup,
    Keeping,
    automatic_name,
    begun_at,
    is_automatic,
    outlived,
)
from core.backup.job import SUBJECT, reporting_beside
from core.backup.kept import drafts_in, kept_backups
from core.backup.making import write_backup
from core.backup.room import check_room
from core.backup.trials import Trial, keep_trial, trial_of, trials_in
from core.backup.trying import try_backup
from core.holding import Held, Hold
from core.jobs import Progress, enqueue, job_kind
from core.locks import exclusive
from core.log import Log
from core.models import Job
from core.phrases import phrase

AUTOMATIC = "automatic_backup"
ROUND, NIGHT = "round", "night"
APART = timedelta(minutes=5)
"""A round that is published sooner after an automatic backup waits for the next look."""
DAY_BEGINS = timedelta(hours=3)
AGAIN_AFTER = timedelta(hours=1)
"""When one of the night that failed is tried again."""
JOBS_KEPT = timedelta(days=30)

log = Log(__name__)


def back_up_after_round() -> None:
    """Queues a backup with the publication of a round, in the same transaction."""
    if settings.BACKUPS:
        _ask(ROUND)


def ask_where_due(now: datetime) -> Job | None:
    """Queues the backup of the night, and that of rounds which followed another too soon.

    The night's is made by the first look after three in the morning that finds the machine on.
    Returns None where nothing is due.
    """
    if not settings.BACKUPS:
        return None
    asked = Job.objects.filter(kind=AUTOMATIC).order_by("-pk")
    last = asked.first()
    if last is not None and last.state == Job.State.DONE and last.result.get("skipped"):
        return _ask(str(last.arguments["why"]))
    local = timezone.localtime(now)
    morning = local.replace(hour=0, minute=0, second=0, microsecond=0) + DAY_BEGINS
    if local < morning:
        return None
    # One from later than now is of a clock that was wrong then: it is no backup of today.
    of_today = asked.filter(arguments__why=NIGHT, queued_at__range=(morning, now + APART))
    gone_wrong = of_today.filter(state__in=(Job.State.FAILED, Job.State.STOPPED))
    if of_today.exclude(pk__in=gone_wrong).exists():
        return None
    if gone_wrong.filter(queued_at__gt=now - AGAIN_AFTER).exists():
        return None
    return _ask(NIGHT)


def _ask(why: str) -> Job:
    return enqueue(AUTOMATIC, SUBJECT, {"why": why})


@job_kind(AUTOMATIC, phrase("Automatic backup"), is_of_its_moment=True)
def back_up_automatically(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Writes a backup, restores it on trial, and removes those that have had their time.

    Raises BackupRefused where there is no room, and where the trial showed that it is no good.
    """
    now, folder = timezone.now(), Path(settings.BACKUPS_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with exclusive("automatic-backup") as hold:
            if arguments["why"] == ROUND and _is_too_soon(folder, now):
                return {"skipped": True}
            answer = _made(progress, hold, folder, now)
    except Held:
        return {"skipped": True}
    Job.objects.filter(kind=AUTOMATIC, ended_at__lt=now - JOBS_KEPT).delete()
    return answer


def _is_too_soon(folder: Path, now: datetime) -> bool:
    return any(timedelta() <= now - one.written_at < APART for one in automatic_backups(folder))


def _made(progress: Progress, hold: Hold, folder: Path, now: datetime) -> dict[str, Any]:
    check_room(folder)
    path = folder / automatic_name(timezone.localtime(now))
    with reporting_beside(_HeldProgress(progress, hold)) as report:
        manifest = write_backup(path, replace=True, report=report)
    trial = _tried(path, folder, lambda: _HeldProgress(progress, hold)(1, 2))
    removed = remove_outlived(folder, timezone.now())
    log.info("backup.automatic", name=path.name, rows=manifest.rows, removed=removed)
    told = phrase(
        "{name}: {rows:,} rows, {size:,} bytes; restored on trial, and equal.",
        name=path.name,
        rows=manifest.rows,
        size=trial.bytes,
    )
    return {"told": [told], "download": path.name, "tried_at": trial.tried_at.isoformat()}


def _tried(path: Path, folder: Path, alive: Callable[[], None]) -> Trial:
    trial = try_backup(path, beside=folder, alive=alive)
    keep_trial(folder, path.name, trial)
    if trial.wrong:
        log.error("backup.trial_failed", name=path.name, wrong=trial.wrong)
        raise BackupRefused(
            phrase(
                "{name} was written, but cannot be relied on: {wrong}",
                name=path.name,
                wrong=trial.wrong,
            ),
            code="backup.trial_failed",
        )
    return trial


@dataclass(frozen=True, slots=True)
class _HeldProgress:
    """Tells how far the job is, and holds its lock for as long again."""

    progress: Progress
    hold: Hold

    def __call__(self, done: int, total: int) -> None:
        self.hold.keep()
        self.progress(done, total)


def automatic_backups(folder: Path) -> list[AutomaticBackup]:
    """Returns the automatic backups of a folder, the newest first, those that are no good too.

    A copy of the folder may have been made without the times of its files: their names tell, too.
    """
    trials, zone = trials_in(folder), timezone.get_default_timezone()
    return [
        AutomaticBackup(
            one.name,
            min(one.written_at, begun_at(one.name, zone) or one.written_at),
            is_bad=(trial := trial_of(folder / one.name, trials)) is not None and bool(trial.wrong),
        )
        for one in kept_backups(folder)
        if is_automatic(one.name)
    ]


def remove_outlived(folder: Path, now: datetime) -> list[str]:
    """Removes the automatic backups that have had their time; returns their names.

    What a process that was killed had begun to write goes, too, after a day. No other file is
    touched. One that cannot be removed stays, and is tried again.
    """
    for draft in drafts_in(folder):
        if not timedelta() <= now - draft.written_at < timedelta(days=1):
            _is_removed(folder / draft.name)
    zone = timezone.get_default_timezone()
    names = outlived(automatic_backups(folder), now, Keeping(*settings.BACKUPS_KEPT), zone)
    return [name for name in names if _is_removed(folder / name)]


def _is_removed(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError as failure:
        log.warning("backup.stays", name=path.name, error=str(failure))
        return False
    return True
