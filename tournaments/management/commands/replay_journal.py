"""Replays a journal file into an empty database and prints the event's projection."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.models import JournalEntry
from core.new_database import make_tables
from core.phrases import phrase
from tournaments.failover.queries.replaying import replay_into_this_database


class Command(BaseCommand):
    """The child of `replay`."""

    # `replay` starts this in a database of its own; the checks would load every page.
    requires_system_checks = ()
    help = phrase(
        "Replays FILE into this database, which must be empty; prints the event SLUG as JSON."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("slug")
        parser.add_argument("--systems", type=json.loads, default={})
        parser.add_argument("--tables", type=Path, required=True)

    def handle(self, *_args: Any, **options: Any) -> None:
        make_tables(options["tables"])
        if JournalEntry.objects.exists():
            raise CommandError(phrase("This database is not empty."))
        projection = replay_into_this_database(options["file"], options["slug"], options["systems"])
        self.stdout.write(json.dumps(projection))
