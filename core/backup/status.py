"""How it is with the backups of this installation: the last good one, and what went wrong since."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from core.backup.automatic_job import AUTOMATIC
from core.backup.kept import KeptBackup, kept_backups
from core.backup.trials import Trial, trial_of, trials_in
from core.models import Job, JournalEntry

_AHEAD = timedelta(days=1)
"""A moment that is further ahead is of a clock that was wrong: it tells nothing of an age."""


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """`tried_at` is when a backup was last restored on trial and was equal, on any machine.

    `failure` says why the last automatic one failed, "" where it did not; `since` is the oldest
    entry of any journal, from when on there is something to lose.
    """

    tried_at: datetime | None
    failure: str
    since: datetime | None

    def is_due(self, age: timedelta) -> bool:
        """Returns whether something was there to be backed up for this long, and was not."""
        if self.since is None:
            return False
        last, now = self.tried_at or self.since, timezone.now()
        return last < now - age or last > now + _AHEAD


def backup_status() -> BackupStatus:
    """Returns how it is with the backups, from the trials on this machine and the jobs of all."""
    entries = JournalEntry.objects.order_by("pk").values_list("at", flat=True)
    return BackupStatus(_tried_at(), failure_of_the_last(), entries.first())


def failure_of_the_last() -> str:
    """Returns why the last automatic backup that was begun failed, "" where it did not."""
    failed = Job.objects.filter(kind=AUTOMATIC, state=Job.State.FAILED)
    last = (failed | _made()).order_by("-pk").first()
    return last.error if last is not None else ""


@dataclass(frozen=True, slots=True)
class TriedBackup:
    """A backup on this machine, and its trial, None where it was not tried."""

    backup: KeptBackup
    trial: Trial | None


def tried_backups() -> list[TriedBackup]:
    """Returns the backups on this machine with their trials, the newest first."""
    folder = Path(settings.BACKUPS_DIR)
    trials = trials_in(folder)
    return [TriedBackup(one, trial_of(folder / one.name, trials)) for one in kept_backups(folder)]


def _tried_at() -> datetime | None:
    found = [one.trial for one in tried_backups()]
    moments = [one.tried_at for one in found if one is not None and not one.wrong]
    elsewhere = _made().order_by("-pk").first()
    if elsewhere is not None:
        moments.append(datetime.fromisoformat(elsewhere.result["tried_at"]))
    believed = [at for at in moments if at <= timezone.now() + _AHEAD]
    return max(believed, default=max(moments, default=None))


def _made() -> QuerySet[Job]:
    """Returns the jobs that made one and tried it; others found that one was just made."""
    return Job.objects.filter(kind=AUTOMATIC, state=Job.State.DONE, result__has_key="tried_at")
