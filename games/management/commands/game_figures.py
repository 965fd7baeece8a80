"""Has the figures of recorded games worked out anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.console import Answer, ContractCommand
from core.journal.command import CONSOLE
from core.wording import counted
from core.worker import job_done, worker_at_hand
from games.figures_job import ask_for_figures


class Command(ContractCommand):
    """Queues the figures of all games, and waits for them if asked."""

    help = (
        "Works the figures of all recorded games out in a worker: those that are as they would be"
        " are left alone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--wait", action="store_true", help="until the worker is done")

    def run(self, **options: Any) -> Answer:
        if not options["wait"]:
            job = ask_for_figures(None, asked_by=CONSOLE.name)
            text = f"Job {job.pk} is queued; --wait tells what came of it."
            return Answer(data={"job": job.pk, "state": job.state}, text=text)
        with worker_at_hand():
            job = job_done(ask_for_figures(None, asked_by=CONSOLE.name), self.progress)
        result = job.result
        return Answer(
            data={"job": job.pk, "state": job.state, **result},
            text=in_words(**result),
        )


def in_words(*, games: int, made: int, removed: int) -> str:
    """Returns what came of it, without what did not happen."""
    if not games:
        return "No game is on record."
    if not made and not removed:
        return f"All {games} were right already." if games > 1 else "It was right already."
    happened = [f"figures of {made} worked out"] if made else []
    happened += [f"figures of {removed} removed"] if removed else []
    return f"{counted(games, 'game')}: {', '.join(happened)}."
