"""Puts a backup back, into SQLite or PostgreSQL, whichever it came from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction

from core.backup import tables
from core.backup.archive import ArchiveReader, BackupRefused, KeptFile, Manifest, checked_archive
from core.backup.folders import kept_folders, place_of
from core.backup.making import Report, program_version
from core.files import write_whole
from core.jobs import begin_again
from core.journal.guard import writing
from core.new_database import kept_tables, make_tables
from core.phrases import phrase


@contextmanager
def fitting_archive(path: Path, called: str = "") -> Iterator[ArchiveReader]:
    """Opens a backup once all of it was read, a single time, and it fits this version.

    Nothing is changed. Raises BackupRefused, naming the file as `called`, where it would be refused
    by `restore_backup` too.
    """
    with checked_archive(path, called) as archive:
        _same_tables(archive.manifest, called or str(path))
        _known_files(archive.manifest)
        yield archive


def check_backup(path: Path, *, called: str = "") -> Manifest:
    """Returns the manifest of a backup; raises what `fitting_archive` raises."""
    with fitting_archive(path, called) as archive:
        return archive.manifest


def restore_backup(path: Path, *, replace: bool = False, report: Report | None = None) -> Manifest:
    """Make this database what it was when `path` was written; return what the backup says.

    The whole file is checked first; then the tables are made if there are none, and filled in one
    transaction, and the files are put where they belong. `replace` deletes the rows that are there;
    without it the database has to be empty. `report` hears how many rows of how many are back.
    Raises BackupRefused, and then no row was changed.
    """
    with checked_archive(path) as archive:
        make_tables(kept_tables())
        _same_tables(archive.manifest, str(path))
        _known_files(archive.manifest)
        try:
            with transaction.atomic(), writing():
                tables.lock_tables()
                if not replace and not tables.is_empty():
                    raise BackupRefused(
                        phrase(
                            "The database is not empty; use --force to replace everything in it."
                        ),
                        code="restore.not_empty",
                    )
                tables.empty_tables()
                _fill(archive, report)
                _put_files(archive)
                for folder in kept_folders():
                    folder.spread()
                tables.number_on()
                begin_again()
        except (DatabaseError, ValidationError, TypeError) as wrong:
            raise ValueError(phrase("its data cannot be stored: {reason}", reason=wrong)) from wrong
        ContentType.objects.clear_cache()
        return archive.manifest


def _fill(archive: ArchiveReader, report: Report | None) -> None:
    models = {model._meta.label_lower: model for model in tables.kept_models()}
    done = 0
    for table in archive.manifest.tables:
        tables.put_rows(models[table.model], archive.rows(table))
        done += table.rows
        if report is not None:
            report(done, archive.manifest.rows)


def _put_files(archive: ArchiveReader) -> None:
    """Puts each file where it belongs, whole or not at all; those that are there are the same."""
    for kept in archive.manifest.files:
        place = place_of(kept.name)
        assert place is not None  # it was looked at before
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(place, partial(_unpack, archive, kept))


def _unpack(archive: ArchiveReader, kept: KeptFile, place: Path) -> None:
    with place.open("wb") as file:
        file.writelines(archive.pieces(kept))


def _known_files(manifest: Manifest) -> None:
    """Raises ValueError for a file that belongs nowhere here, such as one outside its folder."""
    for kept in manifest.files:
        if place_of(kept.name) is None:
            raise ValueError(phrase("it contains an unknown file, {name!r}", name=kept.name[:100]))


def _same_tables(manifest: Manifest, called: str) -> None:
    """Refuse a backup whose tables were made by other migrations than those of this version."""
    ours, theirs = set(tables.applied_migrations()), set(manifest.migrations)
    if ours != theirs:
        newer, older = (
            phrase(
                "{called} was written by Wallchart {version}, whose tables are newer than those "
                "of this one ({program_version}); restore it with that version, then update."
            ),
            phrase(
                "{called} was written by Wallchart {version}, whose tables are older than those "
                "of this one ({program_version}); restore it with that version, then update."
            ),
        )
        said = newer if theirs - ours else older
        raise BackupRefused(
            said.format(called=called, version=manifest.version, program_version=program_version()),
            code="restore.other_version",
            file=called,
        )
    kept = {model._meta.label_lower: tables.field_names(model) for model in tables.kept_models()}
    if {table.model: table.fields for table in manifest.tables} != kept:
        raise ValueError(phrase("its tables do not match its version"))
