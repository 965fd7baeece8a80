"""The databases of a run: the tables are made once, and every database begins with a copy."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from shutil import copyfile
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections, models, transaction
from django.db.backends.postgresql.operations import DatabaseOperations

from core.backup.tables import MADE_BY_MIGRATIONS, all_models
from core.journal.guard import writing
from core.new_database import kept_tables
from tests.postgres import ROLE, cluster
from tests.processes import ROOT
from tests.settings import ON_POSTGRES, POSTGRES_DIR, RUN_DIR

TEMPLATE = "wallchart_tables"
_MAKE = """
import sys
from pathlib import Path
import django
django.setup()
from core.new_database import make_tables
make_tables(Path(sys.argv[1]))
"""

Rows = list[tuple[Any, ...]]


def prepare() -> None:
    """Have the database of this process of the run begin with the tables of the run."""
    if ON_POSTGRES:
        settings.DATABASES["default"]["TEST"]["TEMPLATE"] = TEMPLATE
    else:
        with_tables(Path(settings.DATABASES["default"]["NAME"]).parent)


def with_tables(var: Path) -> Path:
    """Put an SQLite database with every table and no event into a `var` folder; return that."""
    var.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = var / "wallchart.sqlite3"
    copyfile(made_tables(), place)
    place.chmod(0o600)
    return var


@cache
def made_tables() -> Path:
    """Return the SQLite file of the run with the tables; whoever needs it first makes it."""
    kept = kept_tables()
    with _alone():
        if not kept.exists():
            _make(str(kept), database="", var="sqlite")
    return kept


@contextmanager
def own_cluster() -> Iterator[None]:
    """Run the cluster of this process of the run, with a template that has the tables.

    The first that needs one makes it, and all begin with a copy.
    """
    with cluster(POSTGRES_DIR, copied=made_cluster()), _prepared_statements_told():
        yield


def made_cluster() -> Path:
    """Return the cluster of the run, ended, whose database `TEMPLATE` has the tables.

    Whoever needs it first makes it, in the place of its own.
    """
    kept = RUN_DIR / "pg"
    with _alone():
        if not kept.exists():
            with cluster(POSTGRES_DIR):
                _make_template()
            POSTGRES_DIR.rename(kept)
    return kept


@contextmanager
def _prepared_statements_told() -> Iterator[None]:
    """Have captured queries tell what was asked where the driver, which prepared it, does not."""
    plain = DatabaseOperations.last_executed_query

    def told(self: DatabaseOperations, cursor: Any, sql: str, params: Any) -> str:
        return plain(self, cursor, sql, params) or sql

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "last_executed_query", told)
        yield


def _make_template() -> None:
    """Make the database of the cluster that holds the tables."""
    address = {"host": str(POSTGRES_DIR), "user": ROLE, "dbname": "postgres"}
    with closing(psycopg.connect(**address, autocommit=True)) as opened:  # type: ignore[arg-type] # names of options
        opened.execute(f"CREATE DATABASE {TEMPLATE}")
    _make("-", database=f"postgres://{ROLE}@{quote(str(POSTGRES_DIR), safe='')}/{TEMPLATE}")


def _make(kept: str, *, database: str, var: str = "postgres") -> None:
    """Make the tables of a database in a program of its own, for this one's is another."""
    environment = {
        "DATABASE_URL": database,
        "SECRET_KEY": settings.SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "WALLCHART_VAR": str(RUN_DIR / f"making-{var}"),
    }
    command = [sys.executable, "-c", _MAKE, kept]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=True)


@contextmanager
def _alone() -> Iterator[None]:
    """Let one process of the run in at a time; the system takes the lock back from the dead."""
    with (RUN_DIR / "tables.lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def elsewhere(work: Callable[[], object]) -> None:
    """Do something on another connection, as another process would."""
    with ThreadPoolExecutor(1) as other:
        try:
            other.submit(work).result()
        finally:
            other.submit(connections.close_all).result()


def empty() -> None:
    """Delete whatever a test committed: few of the tables hold anything, and only they are asked.

    What the migrations wrote is there again. Numbers are not used again, as after a flush.
    """
    with writing(), transaction.atomic(), connection.cursor() as cursor:
        for table in _held([_table(model) for model in all_models() if not _is_made(model)]):
            cursor.execute(f"DELETE FROM {_quoted(table)}")
        for table, rows in _made_rows().items():
            if _rows(table) == rows:
                continue
            cursor.execute(f"DELETE FROM {_quoted(table)}")
            marks = ", ".join(["%s"] * len(rows[0]))
            cursor.executemany(f"INSERT INTO {_quoted(table)} VALUES ({marks})", rows)
            ContentType.objects.clear_cache()


def note_made_rows() -> None:
    """Remember what the migrations wrote, before the first test can change it."""
    _made_rows()


@cache
def _made_rows() -> dict[str, Rows]:
    return {_table(model): _rows(_table(model)) for model in all_models() if _is_made(model)}


def _is_made(model: type[models.Model]) -> bool:
    return model._meta.label_lower in MADE_BY_MIGRATIONS


def _table(model: type[models.Model]) -> str:
    return model._meta.db_table


def _quoted(table: str) -> str:
    return connection.ops.quote_name(table)


def _held(tables: list[str]) -> list[str]:
    """Return the tables that hold a row, by one question."""
    each = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {_quoted(table)})" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(each))
        return [table for (table,) in cursor.fetchall()]


def _rows(table: str) -> Rows:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {_quoted(table)} ORDER BY 1")
        rows: Rows = cursor.fetchall()
        return rows


_WRITTEN = """
    SELECT pg_backend_pid(), pg_current_snapshot()::text, sum(n_tup_ins + n_tup_upd + n_tup_del)
    FROM pg_stat_xact_user_tables
"""
"""Transactions of others move the snapshot, and what this one wrote the sum."""


def written_so_far() -> object:
    """Return a mark that differs once anything was written, here or elsewhere.

    What is taken back to a savepoint differs too, for it was written.
    """
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_WRITTEN)
            return cursor.fetchone()
    raw = connection.connection
    return (id(raw), raw.total_changes, *raw.execute("PRAGMA data_version").fetchone())
