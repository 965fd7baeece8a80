"""Computes a rating list again in a worker."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.journal.execute import execute
from core.phrases import phrase, phrase_count
from core.worker import job_done, worker_at_hand
from ratings.commands.applying import ApplyRatings
from ratings.models import RatingList, Recompute
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from
from ratings.selectors.proposals import proposal_lines, proposed_ratings
from ratings.wording import difference_in_words, effect_of, rating

CHANGES = 500
"""How many changes programs are told, the biggest first; the rest are counted."""
SAID = ("recompute", "stage", "events", "rows", "players", "difference")
SHOWN = 40
"""How many of them people are told."""


class Command(ContractCommand):
    """Queues the computation of a list, and waits for it if asked."""

    help = phrase(
        "Computes the rating list LIST again in a worker: what changed since it was last rated, "
        "and what follows from that. The new ratings are put in force; with --dry-run they wait "
        "at the desk for a decision."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("list", help=phrase("the key of a rating list"))
        parser.add_argument(
            "--from",
            type=day,
            dest="from_on",
            help=phrase("rate everything again from this day on"),
        )
        parser.add_argument("--dry-run", action="store_true", help=phrase("put nothing in force"))
        parser.add_argument(
            "--wait", action="store_true", help=phrase("wait until the worker is done")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        rating_list = RatingList.objects.filter(key=options["list"]).first()
        if rating_list is None:
            raise UserError(
                phrase("No rating list is called {list}.", list=options["list"]),
                code="list.unknown",
            )
        if rating_list.is_imported:
            raise UserError(
                phrase(
                    "{rating_list} is an imported list; it is not computed here.",
                    rating_list=rating_list,
                ),
                code="list.imported",
            )
        if options["from_on"] is not None:
            distrust_from(rating_list, options["from_on"])
        if not options["wait"]:
            waits = options["dry_run"]
            job = ask_to_recompute(
                rating_list, asked_by=CONSOLE.name, apply=not waits, propose=waits
            )
            return ConsoleAnswer(
                data={"job": job.pk, "state": job.state},
                text=phrase("Job {number} is queued.", number=job.pk),
            )
        with worker_at_hand():
            queued = ask_to_recompute(rating_list, asked_by=CONSOLE.name, propose=True)
            job = job_done(queued, self.progress)
        # Read before it is in force: only what was replaced stays with it as the difference.
        data = _data(rating_list, job.result)
        if job.result["stage"] == Recompute.Stage.READY and not options["dry_run"]:
            execute(
                ApplyRatings(rating_list=rating_list.key, recompute=data["recompute"]),
                actor=CONSOLE,
            )
            data["stage"] = Recompute.Stage.APPLIED.value
        return ConsoleAnswer(data=data, text=_text(data))


def day(text: str) -> date:
    """Returns a day written as 2021-05-03; ArgumentTypeError for anything else."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise ArgumentTypeError(
            phrase("give the day as YYYY-MM-DD, such as 2021-05-03, not {text!r}.", text=text)
        )
    return found


def _data(rating_list: RatingList, result: Mapping[str, Any]) -> dict[str, Any]:
    recompute = Recompute.objects.get(rating_list=rating_list, number=result["recompute"])
    rows = proposed_ratings(recompute)
    return {
        "list": rating_list.key,
        **{name: result[name] for name in SAID},
        # Without a difference nothing waits and nothing is put in force.
        **({} if result["rows"] else {"stage": "unchanged"}),
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
    head = phrase_count(
        "{list}, computation {number}: {count} event rated",
        "{list}, computation {number}: {count} events rated",
        count=data["events"],
        list=data["list"],
        number=data["recompute"],
    )
    if data["rows"]:
        stage = Recompute.Stage(data["stage"])
        words = difference_in_words(**data["difference"], effect=effect_of(stage))
        head = f"{head}, {words}, {stage.label}."
    else:
        head = f"{head}, {phrase('nothing differs')}."
    shown = data["changes"][:SHOWN]
    lines = [head, *data["report"]]
    lines += [
        f"{_figure(c['was']):>6} -> {_figure(c['new']):>5}  {c['name']}, {c['event']}"
        for c in shown
    ]
    left = data["changes_in_all"] - len(shown)
    return "\n".join([*lines, phrase("... and {left} more", left=left)] if left else lines)


def _figure(value: int | None) -> str:
    return phrase("none") if value is None else rating(value)
