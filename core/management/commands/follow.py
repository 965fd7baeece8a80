"""Follows the main machine of a hall, or takes over from it."""

from __future__ import annotations

import getpass
import os
import sys
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase


class Command(ContractCommand):
    """Runs until this machine takes over, or Ctrl-C; started again it goes on where it was."""

    help = phrase(
        "Keeps this installation in step with the one at ADDRESS, entry by entry, until it takes "
        "over. The secret is asked for the first time, or is read from WALLCHART_FOLLOW_SECRET."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address", nargs="?", default="")
        parser.add_argument(
            "--once", action="store_true", help=phrase("get into step once, and end")
        )
        parser.add_argument(
            "--afresh",
            action="store_true",
            help=phrase("back up and then remove what this installation holds, and begin again"),
        )
        parser.add_argument(
            "--take-over", action="store_true", help=phrase("lead from now on instead of the main")
        )
        parser.add_argument(
            "--although-it-answers",
            action="store_true",
            help=phrase("take over although the main machine still answers"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        # Loads commands, followers and cryptography: only who follows needs them.
        from core.following import begun, running  # noqa: PLC0415 - as said above
        from core.following.asking import Away  # noqa: PLC0415 - as said above
        from core.following.steps import Follower  # noqa: PLC0415 - as said above

        if options["take_over"]:
            return _taken_over(although_it_answers=options["although_it_answers"])
        secret = _secret(is_needed=bool(options["address"]))
        main = begun.begin(options["address"], secret, afresh=options["afresh"])
        follower = Follower(main, self.progress)
        if not options["once"]:
            running.Running(follower, self._say).until_it_leads()
            return ConsoleAnswer(data=None, text="")
        try:
            step = follower.step()
        except Away as away:
            raise UserError(
                phrase("{address} does not answer: {why}.", address=main.address, why=away),
                code="follow.away",
            ) from away
        return ConsoleAnswer(
            data={
                "main": step.main,
                "entries": step.entries,
                "taken": step.taken,
                "compared": step.compared,
                "digest": step.digest,
                "different": list(step.different),
            },
            text=running.told(step),
            exit_code=1 if step.different else 0,
        )

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _secret(*, is_needed: bool) -> str:
    """Returns the secret: not from the command line, which every account of a machine can read."""
    given = os.environ.get("WALLCHART_FOLLOW_SECRET", "")
    if given or not is_needed or not sys.stdin.isatty():
        return given
    return getpass.getpass(f"{phrase('Secret, as the desk of the main machine shows it')}: ")


def _taken_over(*, although_it_answers: bool) -> ConsoleAnswer:
    from core.following import begun  # noqa: PLC0415 - as in `run`
    from core.following.machine import this_machine  # noqa: PLC0415 - as in `run`

    behind = begun.behind_in_words(this_machine(), timezone.now())
    done = begun.take_over(by="console", although_it_answers=although_it_answers)
    said = [phrase("This machine leads now.")]
    if done.has_told:
        said += [phrase("{main} knows, and takes no more entries.", main=done.main)]
        said += [behind] if done.missing else []
    else:
        said += [behind, phrase("{main} is told as soon as it answers.", main=done.main)]
    return ConsoleAnswer(
        data={
            "main": done.main,
            "in_step_at": done.in_step_at.isoformat() if done.in_step_at else None,
            "missing": done.missing,
            "told": done.has_told,
        },
        text=" ".join(map(str, said)),
    )
