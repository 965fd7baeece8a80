"""The command line contract: what every command that other programs drive has in common.

With `--json` exactly one JSON document goes to stdout. Exit 0 is done, 1 is the answer "no", 2 is a
request or an input that was wrong. Everything else that is said goes to stderr.
"""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, OperationalError, ProgrammingError, connection

from core.errors import UserError
from core.phrases import phrase
from core.trouble import trouble_of

WRONG_REQUEST = 2
NOT_SET_UP = phrase(
    "Wallchart has not been started here yet: run python3 start.py up once, or set "
    "WALLCHART_VAR to its folder."
)
_BAR_WIDTH = 30


@dataclass(frozen=True, slots=True)
class ConsoleAnswer:
    """The result of a command: `data` for programs, `text` for people, `exit_code` 1 for "no".

    Without `data` the command has printed its answer itself, piece by piece.
    """

    data: Mapping[str, Any] | None
    text: str
    exit_code: int = 0


class ContractCommand(BaseCommand, ABC):
    """A management command under the contract. A subclass says in `run` what the answer is."""

    # Programs call these commands in rows; `manage.py check` is for the person who installs.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--json`; a subclass calls this before it adds its own."""
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help=phrase("print one JSON document")
        )

    @abstractmethod
    def run(self, **options: Any) -> ConsoleAnswer:
        """Return the answer, or raise `UserError` when the request or its input is wrong."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the answer; leave with its exit code, or with 2 and the user's mistake."""
        as_json = options["as_json"]
        try:
            answer = self.run(**options)
        except UserError as mistake:
            self._refuse(mistake, as_json=as_json)
        except DatabaseError as failure:
            trouble = trouble_of(failure)
            if trouble is not None:
                self._refuse(UserError(trouble.message, code=trouble.code), as_json=as_json)
            is_told = isinstance(failure, OperationalError | ProgrammingError)
            if not is_told or not _was_never_set_up():
                raise
            self._refuse(UserError(NOT_SET_UP, code="not_set_up"), as_json=as_json)
        if answer.data is not None:
            self.stdout.write(json.dumps(answer.data, allow_nan=False) if as_json else answer.text)
        if answer.exit_code:
            sys.exit(answer.exit_code)

    def run_from_argv(self, argv: list[str]) -> None:
        """Run the command line; one that cannot be read is refused as any other mistake."""
        try:
            # Not yet called from the command line, the parser raises instead of leaving.
            self.create_parser(argv[0], argv[1]).parse_args(argv[2:])
        except CommandError as unreadable:
            message = str(unreadable).removeprefix("Error: ")
            self._refuse(UserError(message, code="usage"), as_json="--json" in argv)
        super().run_from_argv(argv)

    def progress(self, done: int, total: int) -> None:
        """Draw how far long work is on stderr, when a person sits there to see it."""
        if not self.stderr.isatty():
            return
        share = done / total if total else 1.0
        bar = "#" * round(share * _BAR_WIDTH)
        end = "\n" if done >= total else ""
        self.stderr.write(f"\r[{bar:.<{_BAR_WIDTH}}] {done}/{total}", ending=end)
        self.stderr.flush()

    def _refuse(self, mistake: UserError, *, as_json: bool) -> NoReturn:
        """Print the mistake, as an object on stdout or a sentence on stderr, and leave with 2."""
        message = str(mistake.message)
        if as_json:
            error = {
                "code": mistake.code,
                "message": message,
                "file": mistake.file,
                "line": mistake.line,
                "field": mistake.field,
            }
            self.stdout.write(json.dumps({"error": error}))
        else:
            # A sentence that names the place itself needs it no second time.
            told = mistake.file is not None and Path(mistake.file).name in message
            place = [str(p) for p in (mistake.file, mistake.line) if p is not None and not told]
            self.stderr.write(": ".join([":".join(place), message] if place else [message]))
        sys.exit(WRONG_REQUEST)


def _was_never_set_up() -> bool:
    """Returns whether the database answers and holds no table at all."""
    try:
        return not connection.introspection.table_names()
    except DatabaseError:
        return False
