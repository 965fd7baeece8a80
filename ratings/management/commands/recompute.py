"""Computes a rating list anew in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.core.management.base import CommandParser

from core.console import Answer, ContractCommand
from core.errors import UserError
from core.worker import job_done, worker_at_hand
from ratings.models import RatingList, Recompute
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from
from ratings.selectors.proposals import proposal_lines, proposed_ratings
from ratings.wording import rating

CHANGES = 500
"""How many changes are told, the biggest first; the rest are counted."""
CONSOLE = "console"


class Command(ContractCommand):
    """Queues the computation of a list, and waits for it if asked."""

    help = (
        "Computes the rating list LIST anew in a worker: what changed since it was rated, and what"
        " follows from it. The new ratings are put in force, unless --dry-run leaves them at the"
        " desk for a person to apply or let go."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("list", help="the key of a rating list")
        parser.add_argument(
            "--from", type=day, dest="from_on", help="rate everything anew from this day on"
        )
        parser.add_argument("--dry-run", action="store_true", help="put nothing in force")
        parser.add_argument("--wait", action="store_true", help="until the worker is done")

    def run(self, **options: Any) -> Answer:
        rating_list = RatingList.objects.filter(key=options["list"]).first()
        if rating_list is None:
            raise UserError(f"There is no rating list {options['list']}.", code="list.unknown")
        if rating_list.is_imported:
            raise UserError(
                f"{rating_list} is imported: somebody else computes it.", code="list.imported"
            )
        if options["from_on"] is not None:
            distrust_from(rating_list, options["from_on"])
        answer = {"apply": not options["dry_run"], "propose": options["dry_run"]}
        if not options["wait"]:
            job = ask_to_recompute(rating_list, asked_by=CONSOLE, **answer)
            return Answer(data={"job": job.pk, "state": job.state}, text=f"Job {job.pk} is queued.")
        with worker_at_hand():
            asked = ask_to_recompute(rating_list, asked_by=CONSOLE, **answer)
            job = job_done(asked, self.progress)
        data = _data(rating_list, job.result)
        return Answer(data=data, text=_text(data))


def day(text: str) -> date:
    """Returns a day written as 2021-05-03; ValueError for anything else."""
    return date.fromisoformat(text)


def _data(rating_list: RatingList, result: Mapping[str, Any]) -> dict[str, Any]:
    recompute = Recompute.objects.get(rating_list=rating_list, number=result["recompute"])
    rows = proposed_ratings(recompute)
    return {
        "list": rating_list.key,
        **{name: result[name] for name in ("recompute", "stage", "events", "rows", "players")},
        "changes": [
            {
                "player": line.player,
                "name": line.name,
                "event": line.event,
                "was": line.was,
                "new": line.becomes,
            }
            for line in proposal_lines(recompute, rows[:CHANGES])
        ],
        "changes_in_all": rows.count(),
        "report": result["report"],
    }


def _text(data: Mapping[str, Any]) -> str:
    stage = Recompute.Stage(data["stage"]).label
    head = (
        f"{data['list']}, computation {data['recompute']}, {stage}: {data['events']} events rated"
    )
    lines = [f"{head}, {data['rows']} ratings of {data['players']} players differ."]
    lines += data["report"]
    lines += [
        f"{_figure(c['was']):>6} -> {_figure(c['new']):>5}  {c['name']}, {c['event']}"
        for c in data["changes"]
    ]
    left = data["changes_in_all"] - len(data["changes"])
    return "\n".join([*lines, f"... and {left} more"] if left else lines)


def _figure(value: int | None) -> str:
    return "none" if value is None else rating(value)
