"""Replay: the journal of an event executed again in another process, and compared.

The child starts from an empty SQLite file of its own. It is given the journal as JSON lines and
nothing else but empty tables, so whatever comes out equal was in the journal.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from core.journal import stream_file
from core.new_database import kept_tables
from tournaments.failover.queries.replay_digest import differences, digest, project, stored_systems
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a replay: the digest of the event, and where the replayed one differs."""

    entries: int
    digest: str
    differences: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether the journal gave the same event again."""
        return not self.differences


def compare_with_replay(event: Tournament) -> Comparison:
    """Returns the differences between the event and its journal replayed in an empty database.

    Raises RuntimeError when the child could not be run: that is a fault in the program.
    """
    stream = f"event:{event.slug}"
    here = project(event)
    with tempfile.TemporaryDirectory(prefix="wallchart-replay-") as folder:
        journal = Path(folder) / "journal.jsonl"
        with journal.open("wb") as file:
            file.writelines(stream_file.written(stream))
        replayed = _in_child(Path(folder), event.slug, stored_systems(event))
    return Comparison(
        entries=stream_file.entry_count(stream),
        digest=digest(here),
        # Through JSON text, as the child's came, so that equal means equal when written.
        differences=tuple(differences(json.loads(json.dumps(here)), replayed)),
    )


def replay_into_this_database(journal: Path, slug: str, systems: Mapping[str, str]) -> Any:
    """Replays a journal into the present database, which must be empty; returns the projection."""
    with journal.open("rb") as lines, transaction.atomic():
        stream_file.replay(lines)
    return project(Tournament.objects.get(slug=slug), dict(systems))


def _in_child(folder: Path, slug: str, systems: Mapping[str, str]) -> Any:
    command = [
        sys.executable,
        str(settings.BASE_DIR / "manage.py"),
        "replay_journal",
        str(folder / "journal.jsonl"),
        slug,
        "--systems",
        json.dumps(systems),
        "--tables",
        str(kept_tables()),
    ]
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{folder / 'replay.sqlite3'}",
        "WALLCHART_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        # The tables that it may be the first to make are kept for all of this installation.
        "SECRET_KEY": settings.SECRET_KEY,
    }
    ran = subprocess.run(command, env=environment, capture_output=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"the replay ended with {ran.returncode}: {ran.stderr.decode()[-2000:]}")
    return json.loads(ran.stdout)
