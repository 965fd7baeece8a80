"""Makes the book of records again in a worker."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from clubs.records.jobs.keeping import ask_to_recompute_records
from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase, phrase_count
from core.worker import job_done, worker_at_hand


class Command(ContractCommand):
    """Queues the book of records to be made from nothing, and waits for it if asked."""

    help = phrase(
        "Makes the book of records again in a worker, from the results of all events and nights."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--wait", action="store_true", help=phrase("wait until the worker is done")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        if not options["wait"]:
            job = ask_to_recompute_records(asked_by=CONSOLE.name)
            return ConsoleAnswer(
                data={"job": job.pk, "state": job.state},
                text=phrase("Job {number} is queued.", number=job.pk),
            )
        with worker_at_hand():
            job = job_done(ask_to_recompute_records(asked_by=CONSOLE.name), self.progress)
        data = {name: job.result[name] for name in ("records", "changed")}
        places = phrase_count(
            "{count} place in the book of records",
            "{count} places in the book of records",
            count=data["records"],
        )
        changed = phrase_count("{count} differed", "{count} differed", count=data["changed"])
        return ConsoleAnswer(data=data, text=f"{places}, {changed}.")
