"""Puts a backup back, into SQLite or PostgreSQL, whichever it came from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.apps import apps
from django.apps.registry import Apps
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import DatabaseError, transaction

from core.backup import tables
from core.backup.archive import ArchiveReader, BackupRefused, KeptFile, Manifest, checked_archive
from core.backup.comparing import differences
from core.backup.earlier import earlier_tables
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


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that is back: what it says, and what was found wrong where it was compared."""

    manifest: Manifest
    wrong: tuple[str, ...] = ()


def restore_backup(
    path: Path, *, replace: bool = False, compare: bool = False, report: Report | None = None
) -> Restored:
    """Make this database what it was when `path` was written; return what the backup says.

    The whole file is checked first; then the tables are made if there are none, and filled in one
    transaction, and the files are put where they belong. `replace` deletes the rows that are there;
    without it the database has to be empty. `compare` reads back every row and file. `report` hears
    how many rows of how many are back. Raises BackupRefused, and then no row was changed.

    A backup of older tables is put into a database that has none: they are made as they were then,
    filled, and brought up to date.
    """
    with checked_archive(path) as archive:
        earlier = earlier_tables(archive.manifest.migrations)
        if earlier is None:
            make_tables(kept_tables())
        registry = apps if earlier is None else earlier.make()
        _same_tables(archive.manifest, str(path), registry)
        _known_files(archive.manifest)
        try:
            with transaction.atomic(), writing():
                tables.lock_tables(registry)
                if not replace and not tables.is_empty(registry):
                    raise BackupRefused(
                        phrase(
                            "The database is not empty; use --force to replace everything in it."
                        ),
                        code="restore.not_empty",
                    )
                tables.empty_tables(registry)
                _fill(archive, registry, report)
                _put_files(archive)
                wrong = tuple(differences(archive, registry)) if compare else ()
                tables.number_on(registry)
                if earlier is None:
                    _make_of_today()
            if earlier is not None:
                call_command("migrate", verbosity=0, interactive=False)
                with transaction.atomic(), writing():
                    _make_of_today()
        except (DatabaseError, ValidationError, TypeError) as problem:
            told = phrase("its data cannot be stored: {reason}", reason=problem)
            raise ValueError(told) from problem
        ContentType.objects.clear_cache()
        return Restored(archive.manifest, wrong)


def _make_of_today() -> None:
    """Gives other machines the files that are back, and has jobs begin again."""
    for folder in kept_folders():
        folder.spread()
    begin_again()


def _fill(archive: ArchiveReader, registry: Apps, report: Report | None) -> None:
    models = {model._meta.label_lower: model for model in tables.kept_models(registry)}
    done = 0
    for table in archive.manifest.tables:
        tables.put_rows(models[table.model], table.fields, archive.rows(table))
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


def _same_tables(manifest: Manifest, called: str, registry: Apps = apps) -> None:
    """Refuse a backup whose tables were made by other migrations than those of this database."""
    ours, theirs = set(tables.applied_migrations()), set(manifest.migrations)
    if ours != theirs:
        newer, older = (
            phrase(
                "{called} was written by Wallchart {version}, whose tables are newer than those "
                "of this one ({program_version}); restore it with that version, then update."
            ),
            phrase(
                "{called} was written by Wallchart {version}, whose tables are older than those "
                "of this one ({program_version}); restore it into an empty installation, or with "
                "that version, then update."
            ),
        )
        said = newer if theirs - ours else older
        raise BackupRefused(
            said.format(called=called, version=manifest.version, program_version=program_version()),
            code="restore.other_version",
            file=called,
        )
    kept = {
        m._meta.label_lower: sorted(tables.field_names(m)) for m in tables.kept_models(registry)
    }
    if {table.model: sorted(table.fields) for table in manifest.tables} != kept:
        raise ValueError(phrase("its tables do not match its version"))
