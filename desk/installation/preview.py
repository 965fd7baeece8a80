"""The contents of a backup beside what is here now and would be lost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.apps import apps

from core.backup.archive import ArchiveReader
from core.backup.restoring import fitting_archive
from core.models import Stream
from core.phrases import phrase, phrase_count
from desk.installation.events import events_here

STREAM = "event:"
COUNTED = (("auth.user", phrase("Accounts")), ("people.player", phrase("Players of the register")))


@dataclass(frozen=True, slots=True)
class Compared:
    """One thing of a backup: what the backup holds of it, what is here, and what would happen.

    `is_lost` says that something entered here would be gone.
    """

    name: str
    there: str
    here: str
    then: str
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class BackupPreview:
    """A backup that could be put back: when it was made, by which version, and what changes."""

    made_at: datetime
    version: str
    lines: tuple[Compared, ...]

    @property
    def is_losing(self) -> bool:
        """Whether something entered here would be lost."""
        return any(line.is_lost for line in self.lines)


def preview_backup(path: Path) -> BackupPreview:
    """Returns the changes that putting a backup back would make, or raises BackupRefused."""
    with fitting_archive(path, path.name) as archive:
        there, names = _events(archive)
        counts = {table.model: table.rows for table in archive.manifest.tables}
        made_at, version = archive.manifest.made_at, archive.manifest.version
    names |= events_here().names()
    streams = Stream.objects.filter(key__startswith=STREAM).values_list("key", "seq")
    here = {key.removeprefix(STREAM): seq for key, seq in streams}
    events = [
        compared_event(names[slug], there.get(slug), here.get(slug))
        for slug in sorted({*there, *here} & set(names), key=lambda slug: names[slug].casefold())
    ]
    others = [_counted(model, name, counts.get(model, 0)) for model, name in COUNTED]
    return BackupPreview(datetime.fromisoformat(made_at), version, (*events, *others))


def compared_event(name: str, there: int | None, here: int | None) -> Compared:
    """Returns the fate of an event; `there` and `here` are the lengths of its log, None: none."""
    said = tuple(
        phrase("not there")
        if one is None
        else phrase_count("{count} log line", "{count} log lines", count=one)
        for one in (there, here)
    )
    if there is None:
        return Compared(name, said[0], said[1], phrase("is lost"), is_lost=True)
    if here is None:
        return Compared(name, said[0], said[1], phrase("comes back"))
    if here > there:
        then = phrase_count(
            "loses the last log line", "loses the last {count} log lines", count=here - there
        )
        return Compared(name, said[0], said[1], then, is_lost=True)
    return Compared(
        name, said[0], said[1], phrase("goes on") if there > here else phrase("stays as long")
    )


def _events(archive: ArchiveReader) -> tuple[dict[str, int], dict[str, str]]:
    """Returns how long the log of each event is in a backup, and what the events are called."""
    streams = _pairs(archive, "core.stream", "key", "seq")
    logs = {key.removeprefix(STREAM): int(seq) for key, seq in streams if key.startswith(STREAM)}
    names = dict(_pairs(archive, events_here().model, "slug", "name"))
    return {slug: seq for slug, seq in logs.items() if slug in names}, names


def _pairs(archive: ArchiveReader, model: str, one: str, two: str) -> list[tuple[str, str]]:
    table = next(table for table in archive.manifest.tables if table.model == model)
    first, second = table.fields.index(one), table.fields.index(two)
    return [(str(row[first]), str(row[second])) for row in archive.rows(table)]


def _counted(model: str, name: str, there: int) -> Compared:
    here = apps.get_model(model)._base_manager.count()
    then = phrase("the same number") if here == there else phrase("replaced")
    return Compared(name, str(there), str(here), then)
