"""Loads historic claims from a file into the book of records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from clubs.records.commands.claims import LoadClaims
from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.journal.execute import execute
from core.phrases import phrase, phrase_count

LARGEST = 5 * 2**20


class Command(ContractCommand):
    """Gives the claims of a file as one command; those that are there stay as they are."""

    help = phrase("Loads historic claims from FILE, in the shape of records.json.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help=phrase("a JSON file with a list of records"))

    def run(self, **options: Any) -> ConsoleAnswer:
        file: Path = options["file"]
        records = _records(file)
        done = execute(LoadClaims(records=tuple(records)), actor=CONSOLE)
        data = {"loaded": done.answer["loaded"], "kept": done.answer["kept"]}
        text = phrase_count("{count} claim loaded.", "{count} claims loaded.", count=data["loaded"])
        return ConsoleAnswer(data=data, text=text)


def _records(file: Path) -> list[dict[str, Any]]:
    try:
        if file.stat().st_size > LARGEST:
            raise UserError(
                phrase("The file is larger than 5 MB."), code="file.large", file=str(file)
            )
        told = json.loads(file.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise UserError(
            phrase("The file cannot be read."), code="file.unreadable", file=str(file)
        ) from wrong
    except ValueError as wrong:
        raise UserError(
            phrase("The file is not JSON."), code="file.shape", file=str(file)
        ) from wrong
    records = told.get("records") if isinstance(told, dict) else None
    if not isinstance(records, list) or not all(isinstance(one, dict) for one in records):
        raise UserError(
            phrase("The file has no list of records."), code="file.shape", file=str(file)
        )
    return records
