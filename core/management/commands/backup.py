"""Backs everything up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.backup.making import write_backup
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase


class Command(ContractCommand):
    """Everything kept goes into one file, as it is at one moment; nobody has to stop working."""

    help = phrase("Backs up everything in this installation to FILE while it runs.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--force", action="store_true", help=phrase("replace FILE if it exists")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        path: Path = options["file"]
        manifest = write_backup(path, replace=options["force"], report=self.progress)
        size = path.stat().st_size
        return ConsoleAnswer(
            data={
                "file": str(path),
                "bytes": size,
                "rows": manifest.rows,
                "version": manifest.version,
                "made_at": manifest.made_at,
                "tables": {table.model: table.rows for table in manifest.tables},
                "files": len(manifest.files),
            },
            text=(
                phrase(
                    "{path}: {rows} rows, {size:,} bytes. It contains the accounts with "
                    "the hashes of their passwords, and the word lists, licensed ones included; "
                    "keep it where only you can read it.",
                    path=path,
                    rows=manifest.rows,
                    size=size,
                )
            ),
        )
