"""The checks that ask the database: whether it answers, its tables, the clock, and the jobs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.module_loading import import_string

from core.doctor.findings import Finding, check
from core.jobs import SWEEP, SWEEP_MISSED
from core.models import Job, JournalEntry, Lease
from core.phrases import phrase, phrase_count
from core.wording import moment

CLOCK_MAY_DIFFER = timedelta(seconds=5)
WAITS_LONG = timedelta(minutes=5)
ANSWERS_WITHIN_S = 2.0


def _workers_answer() -> bool:
    """Returns whether a worker answers through the broker; asked only where work stands still."""
    try:
        # Celery is loaded by who asks, and by nobody else.
        celery = import_string(settings.DOORBELL)
        with celery.connection(connect_timeout=ANSWERS_WITHIN_S) as broker:
            broker.ensure_connection(max_retries=1, timeout=ANSWERS_WITHIN_S)
            return bool(celery.control.ping(timeout=ANSWERS_WITHIN_S, limit=1, connection=broker))
    except Exception:  # noqa: BLE001 - whatever the broker raises, nobody answered through it
        return False


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
            phrase("Run python3 start.py up once, or manage.py upgrade."),
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
def look_at_clock_of_database() -> Iterator[Finding]:
    """Yields whether the clock of the database's machine says something else than this one's.

    Whoever holds a lock, and how old a job is, is told by the clocks of several machines.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        before = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        (theirs,) = cursor.fetchone()
    apart = max(theirs - timezone.now(), before - theirs, timedelta())
    if apart > CLOCK_MAY_DIFFER:
        yield Finding(
            "clock.apart",
            "trouble",
            phrase(
                "The clock of this machine is {seconds} seconds away from that of the database.",
                seconds=round(apart.total_seconds()),
            ),
            phrase("Have the clocks of all machines set by the network (NTP)."),
        )


@check
def look_at_worker() -> Iterator[Finding]:
    """Yields whether a clock process and a worker look for jobs, and whether one waits too long."""
    now = timezone.now()
    until = Lease.objects.filter(name=SWEEP).values_list("until", flat=True).first()
    if until is not None and until >= now:
        yield Finding("worker", "ok", phrase("A worker looks for work."))
    else:
        yield _who_is_away(until)
    waiting = Job.objects.filter(state=Job.State.QUEUED)
    oldest = waiting.order_by("queued_at").values_list("queued_at", flat=True).first()
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


def _who_is_away(until: datetime | None) -> Finding:
    """Returns the finding where nobody looked for work: the clock process, or every worker."""
    if _workers_answer():
        return Finding(
            "beat.away",
            "trouble",
            phrase("A worker answers, but the clock process does not ring for recurring work."),
            phrase(
                "Start Wallchart again, or the part that runs config.clock; see var/log/beat.log. "
                "Until then no backup is made by night, and a job that no worker heard of waits."
            ),
        )
    return Finding(
        "worker.away",
        "trouble",
        phrase("No worker has looked for work since {since}.", since=moment(until - SWEEP_MISSED))
        if until
        else phrase("No worker has ever looked for work."),
        phrase(
            "Start Wallchart; until then ratings, mirrors and imports wait. Results and "
            "pairings do not need a worker."
        ),
    )
