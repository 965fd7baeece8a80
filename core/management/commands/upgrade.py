"""Brings the tables up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings

from core.backup.upgrading import upgrade_tables
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase, phrase_count


class Command(ContractCommand):
    """Backs up and rehearses before it changes anything; programs of the release before run on."""

    help = phrase(
        "Brings the tables up to date: backs everything up, rehearses the upgrade on a copy, and "
        "then does it."
    )

    def run(self, **options: Any) -> ConsoleAnswer:
        done = upgrade_tables(Path(settings.BACKUPS_DIR))
        text = phrase_count(
            "{count} change of the tables was made.",
            "{count} changes of the tables were made.",
            count=done.migrations,
        )
        if done.backup:
            text = f"{text} {phrase('What was here before is in {name}.', name=done.backup)}"
        return ConsoleAnswer(data={"migrations": done.migrations, "backup": done.backup}, text=text)
