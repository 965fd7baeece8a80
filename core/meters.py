"""The figures of an installation in Prometheus' form; loaded by who counts, and by who asks.

What a process counts goes to a file of its own in the folder that all web processes of a machine
share, and whichever is asked adds them up. Jobs are rows: every machine tells the same of them.
Labels are names of views, codes of commands and kinds of jobs, never anybody's name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from core.jobs import SWEEP, SWEEP_MISSED
from core.metering import FOLDER
from core.models import Job, Lease

CONTENT_TYPE = CONTENT_TYPE_LATEST
_REQUEST_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_PAGE_S = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class PrometheusMeters:
    """The counters of a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "wallchart_requests",
            "Answers, by view and status",
            ("view", "status"),
            registry=self.registry,
        )
        self._request_s = Histogram(
            "wallchart_request_seconds",
            "Time to answer, by view",
            ("view",),
            buckets=_REQUEST_S,
            registry=self.registry,
        )
        self._commands = Counter(
            "wallchart_commands",
            "Commands, by code and what became of them",
            ("command", "outcome"),
            registry=self.registry,
        )
        self._page_s = Histogram(
            "wallchart_page_render_seconds",
            "Time to render a page that is stored",
            buckets=_PAGE_S,
            registry=self.registry,
        )

    def request(self, view: str, status: int, seconds: float) -> None:
        """Counts an answer."""
        self._requests.labels(view, str(status)).inc()
        self._request_s.labels(view).observe(seconds)

    def command(self, code: str, outcome: str) -> None:
        """Counts a command."""
        self._commands.labels(code, outcome).inc()

    def page(self, seconds: float) -> None:
        """Counts a page."""
        self._page_s.observe(seconds)


class JobFigures(Collector):
    """The jobs as the database has them now, and how long ago somebody looked for them."""

    def collect(self) -> Iterable[Metric]:
        """Yields the gauges; raises DatabaseError where the database is away."""
        states = GaugeMetricFamily(
            "wallchart_jobs", "Jobs, by kind and state", labels=("kind", "state")
        )
        counted = Job.objects.order_by().values_list("kind", "state").annotate(Count("pk"))
        for kind, state, count in counted:
            states.add_metric((kind, state), count)
        yield states
        now = timezone.now()
        waiting = Job.objects.filter(state=Job.State.QUEUED)
        oldest = waiting.aggregate(oldest=Min("queued_at"))["oldest"]
        yield GaugeMetricFamily(
            "wallchart_queue_age_seconds",
            "How long the oldest waiting job has waited",
            max((now - oldest).total_seconds(), 0.0) if oldest else 0.0,
        )
        until = Lease.objects.filter(name=SWEEP).values_list("until", flat=True).first()
        if until is not None:
            yield GaugeMetricFamily(
                "wallchart_sweep_age_seconds",
                "How long ago a worker looked for jobs that nobody began",
                max((now - until + SWEEP_MISSED).total_seconds(), 0.0),
            )


def figures() -> bytes:
    """Returns what this machine's web processes counted, and what there is of jobs.

    Raises DatabaseError where the database is away.
    """
    told = b""
    if FOLDER in os.environ:
        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call] # the library's
        told = generate_latest(shared)
    asked = CollectorRegistry(auto_describe=False)
    asked.register(JobFigures())
    return told + generate_latest(asked)
