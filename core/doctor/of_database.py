"""The checks that ask the database: whether it answers, its tables, the clock, and the jobs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from core.doctor.findings import Finding, check
from core.jobs import SWEEP, SWEEP_MISSED
from core.models import Job, JournalEntry, Lease
from core.phrases import phrase, phrase_count
from core.wording import moment

CLOCK_MAY_DIFFER = timedelta(seconds=5)
WAITS_LONG = timedelta(minutes=5)


def unreadable(failure: DatabaseError) -> Finding:
    """Returns the finding of a database that did not answer what a check asked."""
    return Finding(
        "database.away",
        "trouble",
        phrase("The database does not answer: {reason}.", reason=str(failure).strip(". \n")),
        phrase("Start it, or correct DATABASE_URL."),
    )


@check
def look_at_tables() -> Iterator[Finding]:
    """Yields whether the database answers, and whether its tables are those of this program."""
    try:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    except DatabaseError as failure:
        yield unreadable(failure)
        return
    yield Finding("database", "ok", phrase("The database answers."))
    if missing:
        yield Finding(
            "database.old",
            "trouble",
            phrase_count(
                "{count} change of the tables is missing.",
                "{count} changes of the tables are missing.",
                count=missing,
            ),
            phrase("Run python3 start.py up once, or manage.py migrate."),
        )
    if unknown:
        yield Finding(
            "database.newer",
            "trouble",
            phrase("The tables were made by a newer Wallchart."),
            phrase("Update Wallchart on this machine."),
        )
    if not missing and not unknown:
        yield Finding("tables", "ok", phrase("Its tables are those of this version."))


@check
def look_at_clock() -> Iterator[Finding]:
    """Yields whether the clock is behind what was written before."""
    latest = JournalEntry.objects.order_by("-at").values_list("at", flat=True).first()
    if latest is not None and latest > timezone.now() + CLOCK_MAY_DIFFER:
        yield Finding(
            "clock.behind",
            "trouble",
            phrase(
                "The clock says {now}, but the log has an entry of {latest}.",
                now=moment(timezone.now()),
                latest=moment(latest),
            ),
            phrase("Set the clock of this machine, or let it be set by the network."),
        )
    else:
        yield Finding("clock", "ok", phrase("The clock says {now}.", now=moment(timezone.now())))


@check
def look_at_worker() -> Iterator[Finding]:
    """Yields whether somebody looks for jobs, and whether one waits for too long."""
    now = timezone.now()
    until = Lease.objects.filter(name=SWEEP).values_list("until", flat=True).first()
    waiting = Job.objects.filter(state=Job.State.QUEUED)
    oldest = waiting.order_by("queued_at").values_list("queued_at", flat=True).first()
    if until is None or until < now:
        since = until - SWEEP_MISSED if until else None
        yield Finding(
            "worker.away",
            "trouble",
            phrase("No worker has looked for work since {since}.", since=moment(since))
            if since
            else phrase("No worker has ever looked for work."),
            phrase(
                "Start Wallchart; until then ratings, mirrors and imports wait. Results and "
                "pairings do not need a worker."
            ),
        )
    else:
        yield Finding("worker", "ok", phrase("A worker looks for work."))
    if oldest is not None and oldest < now - WAITS_LONG:
        yield Finding(
            "jobs.waiting",
            "warning",
            phrase_count(
                "{count} job is waiting, since {oldest}.",
                "{count} jobs are waiting, the oldest since {oldest}.",
                count=waiting.count(),
                oldest=moment(oldest),
            ),
            phrase("If a worker runs, see var/log/worker.log."),
        )
