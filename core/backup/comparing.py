"""Whether a database that was just restored is what its backup says, row for row."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from django.apps import apps
from django.apps.registry import Apps

from core.backup.archive import ArchiveReader
from core.backup.folders import place_of
from core.backup.tables import kept_models, rows_of
from core.phrases import phrase


def differences(archive: ArchiveReader, registry: Apps = apps) -> Iterator[str]:
    """Yields a sentence for each table and file that is not what a backup says, by its hash.

    Called once all rows are back and before anything is made of them: jobs begin again.
    """
    models = {model._meta.label_lower: model for model in kept_models(registry)}
    for table in archive.manifest.tables:
        model = models[table.model]
        rows = _hashed(rows_of(model, table.fields))
        # The order in which PostgreSQL keeps the keys of an object is its own.
        if rows != (table.rows, table.sha256) and _hashed(
            rows_of(model, table.fields), order="sorted"
        ) != _hashed(archive.rows(table), order="sorted"):
            yield phrase(
                "The {rows} rows of {table} came back as {there} other ones.",
                rows=table.rows,
                table=table.model,
                there=rows[0],
            )
    for kept in archive.manifest.files:
        place = place_of(kept.name)
        if place is None or not place.is_file() or _sha256(place) != kept.sha256:
            yield phrase("The file {name} did not come back as it was.", name=kept.name)


def _hashed(
    rows: Iterable[Sequence[Any]], *, order: Literal["sorted"] | None = None
) -> tuple[int, str]:
    """Returns how many rows there are, and the SHA-256 of their lines in a backup."""
    digest, count = hashlib.sha256(), 0
    for row in rows:
        digest.update(msgspec.json.encode(row, order=order) + b"\n")
        count += 1
    return count, digest.hexdigest()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
