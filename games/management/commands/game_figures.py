"""Has the figures of recorded games worked out again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase, phrase_count
from core.worker import job_done, worker_at_hand
from games.figures_job import ask_for_figures


class Command(ContractCommand):
    """Queues the figures of all games, and waits for them if asked."""

    help = phrase(
        "Computes the statistics of all recorded games in a worker, where they are missing or "
        "out of date."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--wait", action="store_true", help=phrase("wait until the worker is done")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        if not options["wait"]:
            job = ask_for_figures(None, asked_by=CONSOLE.name)
            text = phrase("Job {number} is queued; use --wait to see its outcome.", number=job.pk)
            return ConsoleAnswer(data={"job": job.pk, "state": job.state}, text=text)
        with worker_at_hand():
            job = job_done(ask_for_figures(None, asked_by=CONSOLE.name), self.progress)
        result = job.result
        return ConsoleAnswer(
            data={"job": job.pk, "state": job.state, **result},
            text=in_words(**result),
        )


def in_words(*, games: int, made: int, removed: int) -> str:
    """Returns a sentence on the figures made and removed, without what did not happen."""
    if not games:
        return phrase("There are no recorded games.")
    if not made and not removed:
        return (
            phrase("All {games} were already right.", games=games)
            if games > 1
            else phrase("It was already right.")
        )
    happened = [phrase("statistics of {made} computed", made=made)] if made else []
    happened += [phrase("statistics of {removed} removed", removed=removed)] if removed else []
    return phrase_count(
        "{count} game: {what_happened}.",
        "{count} games: {what_happened}.",
        count=games,
        what_happened=", ".join(map(str, happened)),
    )
