"""What is kept is its owner's alone, also in a folder that was there and is open to everybody."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db.backends.sqlite3.base import DatabaseWrapper

from config.database import database_settings
from config.secret import kept_secret
from config.up.children import Child
from core.backup.archive import new_archive
from core.child_process import best_line
from core.files import write_whole

DEFAULTS = {"TIME_ZONE": None, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that somebody made for everybody."""
    tmp_path.chmod(0o777)
    return tmp_path


def modes(folder: Path) -> dict[str, str]:
    """Returns who may do what with each file, as ls tells it."""
    return {path.name: stat.filemode(path.stat().st_mode)[1:] for path in folder.iterdir()}


def connected(folder: Path) -> DatabaseWrapper:
    """Returns a connection to the SQLite database of a folder, made if it is new."""
    made = DatabaseWrapper({**DEFAULTS, **database_settings("", var_dir=folder)}, "private")
    made.ensure_connection()
    return made


@pytest.mark.django_db
@pytest.mark.parametrize("is_new", [True, False])
def test_the_database_is_its_owners(folder: Path, is_new: bool) -> None:
    if not is_new:
        (folder / "wallchart.sqlite3").touch(mode=0o644)
    held = connected(folder)
    try:
        with held.cursor() as cursor:
            cursor.execute("CREATE TABLE kept (value)")
            assert len(modes(folder)) == 3, "SQLite keeps two files beside it"
            assert set(modes(folder).values()) == {"rw-------"}
    finally:
        held.close()


def test_the_secret_a_backup_a_log_and_the_files_of_lexica_are_their_owners(folder: Path) -> None:
    kept_secret(folder / "secret_key")
    with new_archive(folder / "kept.backup", replace=False):
        pass
    write_whole(folder / "words.list", Path.touch)
    child = Child(name="x", command=["true"], log=folder / "web.log", line=best_line())
    child.start()
    assert child.tied is not None
    child.tied.end_now()
    assert modes(folder) == dict.fromkeys(
        ("secret_key", "kept.backup", "words.list", "web.log"), "rw-------"
    )


def test_a_draft_that_somebody_laid_in_the_way_of_a_backup_is_not_written_into(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.backup.archive.os.getpid", lambda: 7)
    theirs = folder / "theirs"
    theirs.touch(mode=0o666)
    (folder / ".kept.backup.7.part").symlink_to(theirs)
    with new_archive(folder / "kept.backup", replace=False):
        pass
    assert theirs.stat().st_size == 0
    assert modes(folder)["kept.backup"] == "rw-------"


@pytest.mark.django_db
def test_a_backup_has_no_session_and_no_secret_key(tmp_path: Path) -> None:
    User.objects.create_user("ann")
    session = SessionStore()
    session.create()
    call_command("backup", tmp_path / "kept.backup")
    with zipfile.ZipFile(tmp_path / "kept.backup") as zipped:
        held = b"".join(zipped.read(name) for name in zipped.namelist())
    assert b'"ann"' in held
    assert str(session.session_key).encode() not in held
    assert settings.SECRET_KEY.encode() not in held
