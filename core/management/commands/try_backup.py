"""Restores a backup on trial."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.backup.archive import BackupRefused
from core.backup.trying import try_backup
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase


class Command(ContractCommand):
    """Exit 0 when the backup can be restored and is equal afterwards, 1 when it cannot."""

    help = phrase(
        "Restores the backup FILE into a temporary folder, compares every row and replays the last "
        "event; changes nothing here."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> ConsoleAnswer:
        path: Path = options["file"]
        if not path.is_file():
            raise BackupRefused(
                phrase("The file {path} does not exist.", path=path),
                code="backup.missing",
                file=str(path),
            )
        with tempfile.TemporaryDirectory(prefix="wallchart-") as folder:
            trial = try_backup(path.resolve(), beside=Path(folder))
        equal = phrase("{rows} rows came back equal.", rows=trial.rows)
        return ConsoleAnswer(
            data={"rows": trial.rows, "replayed": trial.replayed, "wrong": trial.wrong},
            text=trial.wrong or equal,
            exit_code=1 if trial.wrong else 0,
        )
