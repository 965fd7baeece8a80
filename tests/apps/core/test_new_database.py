"""A new SQLite file begins with a copy of the tables that the migrations made once."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from config.database import database_settings
from core import new_database
from core.kept_keys import derived_key
from core.new_database import kept_tables, make_tables
from tests import databases

Made = Callable[..., Path]
Rows = list[tuple[Any, ...]]


@pytest.fixture
def made(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Made]:
    """Has the tables of a new file made, from `kept` unless told otherwise; returns the file."""

    def one(name: str, kept: Path = tmp_path / "run" / "tables-now.sqlite3") -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        own = {**connections.settings["default"], **database_settings("", var_dir=folder)}
        the_runs = connections["default"]
        with monkeypatch.context() as patch:
            patch.setitem(connections.settings, "default", own)
            connections["default"] = connections.create_connection("default")
            try:
                make_tables(kept)
            finally:
                connections["default"].close()
                connections["default"] = the_runs
        return Path(own["NAME"])

    with django_db_blocker.unblock():
        yield one


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Tables that were kept: those of the run, made by the migrations of today."""
    there = tmp_path / "run" / "tables-now.sqlite3"
    there.parent.mkdir()
    copyfile(databases.made_tables(), there)
    return there


@pytest.fixture(autouse=True)
def migrations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that were called. They make the tables of the run, without the second it takes.

    That the migrations themselves make them, the database of the run shows.
    """
    ran: list[str] = []

    def made(name: str, **_: Any) -> None:
        ran.append(name)
        if not connection.introspection.table_names():
            with closing(sqlite3.connect(databases.made_tables())) as there:
                there.backup(connection.connection)

    monkeypatch.setattr(new_database, "call_command", made)
    return ran


def asked(file: Path, question: str) -> Rows:
    """Returns the answer of an SQLite file."""
    with closing(sqlite3.connect(file)) as there:
        return there.execute(question).fetchall()


def schema(file: Path) -> Rows:
    """Returns every table and index, and which migrations made them."""
    made = asked(file, "SELECT type, name, sql FROM sqlite_master ORDER BY type, name")
    return made + asked(file, "SELECT app, name FROM django_migrations ORDER BY app, name")


def test_a_second_new_file_has_the_tables_of_the_first_and_no_migration_runs(
    made: Made, kept: Path, migrations: list[str]
) -> None:
    second = made("second")
    assert migrations == []
    assert schema(second) == schema(kept)
    assert asked(second, "SELECT count(*) FROM core_journalentry") == [(0,)]
    assert [path.name for path in kept.parent.iterdir()] == [kept.name], "and nothing beside it"


def test_a_copy_is_safe_on_disk_before_it_has_the_name_of_the_database(
    made: Made, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    safe: list[int] = []
    sync, link = os.fsync, os.link

    def noted(number: int) -> None:
        sync(number)
        safe.append(os.fstat(number).st_ino)

    def checked(copy: Path, place: Path) -> None:
        assert copy.stat().st_ino in safe
        link(copy, place)

    monkeypatch.setattr("core.new_database.os.fsync", noted)
    monkeypatch.setattr("core.new_database.os.link", checked)
    assert schema(made("second")) == schema(kept)


def half(kept: Path) -> None:
    """Leaves half of what was kept, as a full disk does."""
    kept.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])


def nothing(kept: Path) -> None:
    """Leaves an empty file."""
    kept.write_bytes(b"")


def elsewhere(kept: Path) -> None:
    """Leaves what is no database."""
    kept.write_bytes(b"tables " * 1000)


def one_missing(kept: Path) -> None:
    """Leaves the tables of a version that lacks a migration."""
    with closing(sqlite3.connect(kept)) as there, there:
        there.execute("DELETE FROM django_migrations WHERE app = 'core' AND name LIKE '0001%'")


def one_more(kept: Path) -> None:
    """Leaves the tables of a version that has one more migration."""
    with closing(sqlite3.connect(kept)) as there, there:
        there.execute("INSERT INTO django_migrations VALUES (9999, 'core', '9999_more', '')")


@pytest.mark.parametrize("spoil", [half, nothing, elsewhere, one_missing, one_more])
def test_what_is_not_whole_or_not_of_these_migrations_is_not_used_and_kept_anew(
    made: Made, kept: Path, migrations: list[str], spoil: Callable[[Path], None]
) -> None:
    whole = schema(kept)
    spoil(kept)
    assert schema(made("second")) == whole
    assert migrations == ["migrate"]
    assert schema(kept) == whole
    made("third")
    assert migrations == ["migrate"]


def test_a_database_that_is_there_is_migrated_where_it_is_and_its_rows_stay(
    made: Made, kept: Path, migrations: list[str]
) -> None:
    place = made("second")
    with closing(sqlite3.connect(place)) as there, there:
        there.execute("INSERT INTO core_keptkey (name, value) VALUES ('mine', 'ab')")
    assert made("second") == place
    assert migrations == ["migrate"]
    assert asked(place, "SELECT value FROM core_keptkey WHERE name = 'mine'") == [("ab",)]


def test_a_file_that_somebody_else_makes_meanwhile_stays_as_it_is(
    made: Made, kept: Path, migrations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(file: Path) -> bool:
        with closing(sqlite3.connect(place)) as there, there:
            there.execute("CREATE TABLE theirs (name)")
        return True

    place = kept.parent.parent / "second" / "wallchart.sqlite3"
    monkeypatch.setattr(new_database, "_is_whole", meanwhile)
    assert made("second") == place
    assert asked(place, "SELECT name FROM sqlite_master") == [("theirs",)]
    assert migrations == ["migrate"]


def test_where_nothing_can_be_kept_the_tables_are_made_all_the_same(
    made: Made, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way of a folder")
    assert schema(made("first", tmp_path / "file" / "tables-now.sqlite3"))


def test_what_a_first_file_is_made_of_is_kept_for_the_others(
    made: Made, tmp_path: Path, migrations: list[str]
) -> None:
    first = made("first")
    assert schema(tmp_path / "run" / "tables-now.sqlite3") == schema(first)
    assert migrations == ["migrate"]


def test_what_older_migrations_made_is_kept_no_longer(made: Made, tmp_path: Path) -> None:
    older = tmp_path / "run" / "tables-older.sqlite3"
    older.parent.mkdir()
    older.write_text("")
    made("first")
    assert not older.exists()


def test_the_name_of_what_is_kept_changes_with_every_letter_of_a_migration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = Path.read_bytes

    def changed(path: Path) -> bytes:
        return read(path) + (b"#" if path.match("core/migrations/0001_*.py") else b"")

    before = kept_tables()
    assert before == kept_tables()
    assert before.parent == settings.MADE_TABLES_DIR
    monkeypatch.setattr(Path, "read_bytes", changed)
    assert kept_tables() != before


def test_what_is_kept_proves_nothing_by_a_secret_that_holds_no_more(settings: Settings) -> None:
    made = databases.made_tables()
    with closing(sqlite3.connect(made)) as there:
        keys = dict(there.execute("SELECT name, value FROM core_keptkey"))
    assert keys
    assert keys == {name: derived_key(name).hex() for name in keys}
    settings.SECRET_KEY = "another one"
    assert kept_tables() != made
