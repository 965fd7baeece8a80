"""Whether a database that was just restored is what its backup says, row for row."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.backup.archive import Manifest
from core.backup.folders import place_of
from core.backup.proofs import proofs
from core.backup.tables import Model, kept_models, rows_of
from core.phrases import phrase

BEGIN_AGAIN = ("core.job",)
"""Tables that are others on purpose: jobs that ran wait again, and those of their moment go."""


@dataclass(frozen=True, slots=True)
class RestoredState:
    """What is wrong with a restored database, in sentences, and whose journal was replayed."""

    wrong: tuple[str, ...]
    replayed: str = ""


def compare_with(manifest: Manifest) -> RestoredState:
    """Returns how this database differs from the backup that it was restored from.

    Rows and files are compared by number and hash, and every app proves what it can, such as that
    the journal of the event in play gives the same event again.
    """
    wrong = [*_tables(manifest), *_files(manifest)]
    proved = [] if wrong else [one for prove in proofs() for one in prove()]
    wrong += [one.wrong for one in proved if one.wrong]
    return RestoredState(tuple(wrong), ", ".join(one.subject for one in proved))


def _tables(manifest: Manifest) -> Iterator[str]:
    models = {model._meta.label_lower: model for model in kept_models()}
    for table in manifest.tables:
        if table.model not in BEGIN_AGAIN:
            rows, digest = _counted(models[table.model])
            if (rows, digest) != (table.rows, table.sha256):
                yield phrase(
                    "The {rows} rows of {table} came back as {there} other ones.",
                    rows=table.rows,
                    table=table.model,
                    there=rows,
                )


def _counted(model: Model) -> tuple[int, str]:
    digest, count = hashlib.sha256(), 0
    for row in rows_of(model):
        digest.update(msgspec.json.encode(row) + b"\n")
        count += 1
    return count, digest.hexdigest()


def _files(manifest: Manifest) -> Iterator[str]:
    for kept in manifest.files:
        place = place_of(kept.name)
        if place is None or not place.is_file() or _sha256(place) != kept.sha256:
            yield phrase("The file {name} did not come back as it was.", name=kept.name)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
