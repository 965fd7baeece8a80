"""The tables of a database that holds nothing yet.

The migrations take a second to make them, and make the same ones every time. What they made in an
SQLite file is therefore kept beside the installation's own, and a new file begins as its copy.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from core.files import write_whole
from core.kept_keys import derived_key

_KEPT = "tables-*.sqlite3"


def kept_tables() -> Path:
    """Returns the path of the tables that the migrations of today make.

    The name says which migrations and which secret of the installation: whoever changes a letter
    of one has other tables, and what proves links (`core.kept_keys`) is in none of another secret.
    """
    told = hashlib.sha256(derived_key("tables"))
    for app in sorted(apps.get_app_configs(), key=lambda app: app.label):
        for file in sorted(Path(app.path).glob("migrations/*.py")):
            told.update(f"{app.label}/{file.name}\0".encode() + file.read_bytes())
    return Path(settings.MADE_TABLES_DIR) / _KEPT.replace("*", told.hexdigest()[:16])


def make_tables(kept: Path) -> None:
    """Brings the tables of this database up to date; those of a new SQLite file are copied.

    `kept` is what an earlier call kept. It is written where it is not there, and not believed
    where it is not a whole database or has other migrations than this version.
    """
    place = _new_file()
    if place is not None and _copied(kept, place):
        return
    call_command("migrate", verbosity=0, interactive=False)
    if place is not None:
        with suppress(OSError):  # a folder in which nothing can be kept stops nobody
            _keep(kept)


def _new_file() -> Path | None:
    """Returns where the SQLite file of this database will be; None where it is or has none."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or connection.connection is not None:
        return None
    place = Path(name)
    there = any(Path(name + end).exists() for end in ("", "-wal", "-journal"))
    return None if there or name.startswith(("file:", ":")) else place


def _copied(kept: Path, place: Path) -> bool:
    """Puts a copy of `kept` at `place`, where nothing is; returns whether it could be used.

    A link takes the place of no file that somebody else makes there meanwhile. What it names is
    safe on disk: half a database after a power cut would be migrated where it is.
    """
    try:
        with TemporaryDirectory(prefix=f".{place.name}.", dir=place.parent) as folder:
            copy = Path(folder) / "tables"
            copyfile(kept, copy)
            if not _is_whole(copy):
                return False
            with copy.open("rb") as written:
                os.fsync(written.fileno())
            os.link(copy, place)
    except OSError:
        return False
    return True


def _is_whole(file: Path) -> bool:
    """Returns whether a file is a sound database that exactly the migrations of today made."""
    ours = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    try:
        with closing(sqlite3.connect(file)) as there:
            sound = there.execute("PRAGMA quick_check").fetchone() == ("ok",)
            return sound and ours == set(there.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error:
        return False


def _keep(kept: Path) -> None:
    """Writes what this database is now to `kept`, and removes what older migrations made."""
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with connection.cursor() as cursor:
        # It writes into an empty file, too.
        write_whole(kept, lambda file: cursor.execute("VACUUM INTO %s", [str(file)]))
    for other in kept.parent.glob(_KEPT):
        if other != kept:
            other.unlink(missing_ok=True)
