"""Rates an event in a worker."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from core.worker import job_done, worker_at_hand
from tournaments.event_ratings.jobs.rating import ask_to_rate, system_of
from tournaments.management.arguments import add_chosen_division, add_event
from tournaments.management.divisions import chosen_divisions, half
from tournaments.models import Division, EntryRating, Tournament


class Command(ContractCommand):
    """Queues the rating of the divisions that can be rated, and waits for it if asked."""

    help = phrase("Rates the event SLUG in a worker.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        add_chosen_division(parser)
        parser.add_argument(
            "--system", default="", help=phrase("used instead of each division's own")
        )
        parser.add_argument(
            "--wait", action="store_true", help=phrase("wait until the worker is done")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        event, divisions = chosen_divisions(options["slug"], options["division"])
        names = [division.name for division in divisions]
        if not options["wait"]:
            job = ask_to_rate(event, names, system=options["system"])
            return ConsoleAnswer(
                data={"job": job.pk, "state": job.state},
                text=phrase("Job {number} is queued.", number=job.pk),
            )
        for division in divisions:
            system_of(division, options["system"])
        with worker_at_hand():
            job_done(ask_to_rate(event, names, system=options["system"]), self.progress)
        data = {"divisions": [_division(event, name) for name in names]}
        return ConsoleAnswer(data=data, text="\n\n".join(map(_text, data["divisions"])))


def _division(event: Tournament, name: str) -> dict[str, Any]:
    division = Division.objects.select_related("rated").get(tournament=event, name=name)
    rows = division.rated.rows.select_related("entry").order_by("entry__number")
    return {"name": name, "system": division.rated.system, "rows": [_row(row) for row in rows]}


def _row(row: EntryRating) -> dict[str, Any]:
    return {
        "number": row.entry.number,
        "old": row.old,
        "new": row.new,
        "games": row.games,
        "wins": half(row.half_wins),
        "expected": row.expected,
        "performance": row.performance,
    }


def _text(division: dict[str, Any]) -> str:
    lines = [
        phrase(
            "Division {division}, rated by {system}",
            division=division["name"],
            system=division["system"],
        )
    ]
    lines += [
        f"{row['number']:>4}  {row['old']:>5} -> {row['new']:>5}  {row['new'] - row['old']:+5d}  "
        + phrase(
            "{wins:g} of {games} games, {expected:.2f} expected",
            wins=row["wins"],
            games=row["games"],
            expected=row["expected"],
        )
        for row in division["rows"]
    ]
    return "\n".join(lines)
