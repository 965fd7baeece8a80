"""Checks records of games in GCG, and stores nothing."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from games.engine.report import RecordVerdict
from games.gcg_files.entries import FAILED, summary
from games.gcg_files.pool import CheckedRecords, checked
from games.gcg_files.walking import files_below, records_in
from lexicon.words.files import WordFiles

PIPE_CLOSED = 141
"""The exit code that tells a shell that nobody reads the output any more."""


class Command(ContractCommand):
    """A verdict for each record. Exit 1: one is wrong, empty or no record; 2: a path is missing."""

    help = phrase("Replays GCG games and checks them line by line; stores nothing.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "paths", nargs="+", metavar="path", help=phrase("a file, a folder or an archive")
        )
        parser.add_argument(
            "--lexicon", help=phrase("the code of a lexicon, as lexicon_list shows it")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the answer; leave quietly when whoever reads it, as `head` does, has enough."""
        try:
            try:
                super().handle(*args, **options)
            finally:
                self.stdout.flush()
        except BrokenPipeError:
            # What is still held back for the pipe would fail once more as Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(PIPE_CLOSED)

    def run(self, **options: Any) -> ConsoleAnswer:
        as_json = options["as_json"]
        files = files_below(options["paths"])
        words = _words(options["lexicon"]) if options["lexicon"] is not None else None
        found = (record for file in files for record in records_in(file))
        total = sum(file.stat().st_size for file in files if file.is_file())
        answers = checked(found, words, as_json=as_json)
        verdicts = self._print(answers, total=total, as_json=as_json)
        if not as_json:
            self.stdout.write(summary(verdicts))
        return ConsoleAnswer(data=None, text="", exit_code=0 if FAILED.isdisjoint(verdicts) else 1)

    def _print(
        self, answers: Iterable[CheckedRecords], *, total: int, as_json: bool
    ) -> Counter[RecordVerdict]:
        """Print every answer as it comes, so that none is held; returns the verdicts' numbers."""
        verdicts, read, separator = Counter[RecordVerdict](), 0, '{"files": [' if as_json else ""
        for answer in answers:
            for entry in answer.entries:
                verdicts[entry.verdict] += 1
                self.stdout.write(separator + entry.text, ending="" if as_json else "\n")
                separator = ",\n" if as_json else ""
            # An archive may be read in one go; the bar is full only when all is checked.
            read = min(read + answer.read, max(total - 1, 0))
            self.progress(read, max(total, 1))
        self.progress(total, total)
        if as_json:
            self.stdout.write("]}" if separator == ",\n" else '{"files": []}')
        return verdicts


def _words(code: str) -> WordFiles:
    """Returns the words of an installed lexicon; UserError where there is none."""
    from lexicon.places import Chosen  # noqa: PLC0415 - most checks ask for no lexicon
    from lexicon.selectors.installed import installed  # noqa: PLC0415 - as above
    from lexicon.selectors.judging import words_to_judge_by  # noqa: PLC0415 - as above

    lexicon = installed(code)
    words = words_to_judge_by(Chosen(lexicon.code, lexicon.sha256))
    words.make_ready()
    return words
