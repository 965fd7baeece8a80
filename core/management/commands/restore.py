"""Puts a backup back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.backup.proofs import proofs
from core.backup.restoring import restore_backup
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase


class Command(ContractCommand):
    """The file is checked as a whole before anything is touched."""

    help = phrase(
        "Puts the backup FILE back: the database becomes what it was when FILE was written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--force", action="store_true", help=phrase("delete what this database holds now")
        )
        parser.add_argument(
            "--compare",
            action="store_true",
            help=phrase("then compare every row with FILE, and replay the last event"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        compare = options["compare"]
        restored = restore_backup(
            options["file"], replace=options["force"], compare=compare, report=self.progress
        )
        manifest = restored.manifest
        text = phrase(
            "{rows} rows are back as they were at {made_at}. Everybody has to sign in again.",
            rows=manifest.rows,
            made_at=manifest.made_at,
        )
        data = {
            "file": str(options["file"]),
            "rows": manifest.rows,
            "version": manifest.version,
            "made_at": manifest.made_at,
            "tables": {table.model: table.rows for table in manifest.tables},
            "files": len(manifest.files),
        }
        if not compare:
            return ConsoleAnswer(data=data, text=text)
        proved = [] if restored.wrong else [one for prove in proofs() for one in prove()]
        wrong = [*restored.wrong, *(one.wrong for one in proved if one.wrong)]
        verdict = phrase("Compared with the file: equal.")
        return ConsoleAnswer(
            data={**data, "wrong": wrong, "replayed": ", ".join(one.subject for one in proved)},
            text="\n".join([text, *(wrong or [verdict])]),
            exit_code=1 if wrong else 0,
        )
