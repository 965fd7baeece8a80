"""The contents of a lifeboat: the journal of its event, tsh files, pages and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from core.journal import stream_file
from core.mirror.files import ALWAYS, Files, Ways, assets, below
from core.phrases import phrase, phrase_count
from core.snapshot import one_snapshot
from core.wording import moment
from people.models import Player
from tournaments.failover.lifeboat.head import HEAD, JOURNAL, PEOPLE, Head, course_of, sha256
from tournaments.failover.lifeboat.tables import tables
from tournaments.failover.queries.content import not_in_tsh
from tournaments.failover.queries.replay_digest import PROJECTION, digest, project
from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.failover.queries.tsh_zip import NOTES
from tournaments.formats.content import EventContent
from tournaments.formats.tsh import TshError, write_tsh
from tournaments.models import EntryMember, Tournament
from tournaments.public.jobs.mirror import made_at
from tournaments.public.pages.catalogue import event_page, latest_pages
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent, versioned_event

README = "README.txt"


@dataclass(frozen=True, slots=True)
class Contents:
    """A lifeboat to write: its head, and all files by name, the head's among them."""

    head: Head
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class _Read:
    """The data read of the event in one moment."""

    event: Tournament
    versioned: VersionedEvent
    books: tuple[DivisionReadModel, ...]
    content: EventContent
    journal: bytes
    entries: int
    people: bytes
    digest: str
    course: str
    made: str
    ruled: tuple[str, ...]


def contents_of(slug: str) -> Contents | None:
    """Returns the lifeboat of an event as it is now, None where there is no such event."""
    at = timezone.now()
    with one_snapshot():
        read = _read(slug, at)
    if read is None:
        return None
    head = _head(read, at)
    files = {
        README: _readme(read, at).encode(),
        JOURNAL: read.journal,
        PEOPLE: read.people,
        **_tsh_files(read),
        **_pages(read, at),
        **{
            f"tables/{read_model.division.name}/{name}": data
            for read_model in read.books
            for name, data in tables(read_model).items()
        },
        HEAD: msgspec.json.format(msgspec.json.encode(head)),
    }
    return Contents(head, files)


def _read(slug: str, at: datetime) -> _Read | None:
    versioned = versioned_event(slug)
    if versioned is None:
        return None
    stream, event = f"event:{slug}", versioned.event
    entries = stream_file.entry_count(stream)
    return _Read(
        event=event,
        versioned=versioned,
        books=tuple(_opened(DivisionReadModel(part, at=at)) for part in versioned.divisions),
        content=tsh_content(event),
        journal=b"".join(stream_file.written(stream)),
        entries=entries,
        people=msgspec.json.format(msgspec.json.encode(_people(event))),
        digest=digest(project(event, {})),
        course=course_of(slug, entries),
        made=made_at(slug),
        ruled=tuple(line["message"] for line in not_in_tsh(event)),
    )


def _opened(read_model: DivisionReadModel) -> DivisionReadModel:
    """Returns the read model with everything read that its pages need of the database."""
    _ = (read_model.sheet, read_model.round_numbers, read_model.entry_numbers, read_model.ratings)
    return read_model


def _people(event: Tournament) -> list[dict[str, Any]]:
    """Returns the players' rows of the register: under which name each wants to be seen."""
    members = EntryMember.objects.filter(entry__tournament=event).exclude(player="")
    keys = members.values_list("player", flat=True)
    return [
        {
            "key": player.key,
            "given_name": player.given_name,
            "family_name": player.family_name,
            "public_name_style": player.public_name_style,
            "alias": player.alias,
            "association_number": player.association_number,
        }
        for player in Player.objects.filter(key__in=keys).order_by("key")
    ]


def _head(read: _Read, at: datetime) -> Head:
    return Head(
        event=read.event.slug,
        name=read.event.name,
        director=read.event.director,
        made=read.made,
        entries=read.entries,
        course=read.course,
        projection=PROJECTION,
        digest=read.digest,
        written_at=at,
        files={JOURNAL: sha256([read.journal]), PEOPLE: sha256([read.people])},
    )


def _tsh_files(read: _Read) -> dict[str, bytes]:
    """Returns the event folder of tsh, and a note where it cannot say everything."""
    notes = list(read.ruled)
    files = {}
    try:
        files = {f"tsh/{name}": data for name, data in write_tsh(read.content).items()}
    except TshError as lost:
        notes = [phrase("The tsh files could not be written: {message}", message=lost.message)]
    if notes:
        files[NOTES] = "".join(f"{note}\r\n" for note in notes).encode()
    return files


def _pages(read: _Read, at: datetime) -> dict[str, bytes]:
    """Returns the event's page and the latest of each division, as files that open from disk."""
    pages = [event_page(read.versioned, at=at)]
    for read_model in read.books:
        pages += latest_pages(read_model)
    file_of = below(hub_path(read.event.slug))
    held = {file_of(page.path) or "" for page in pages}
    files, wanted = {}, set(ALWAYS)
    for page in pages:
        site = Files(Ways(held, file_of), page.path)
        text = page.make(site)
        assert isinstance(text, str)
        files[site.name] = text.encode()
        wanted |= site.assets
    files |= {name: source.read_bytes() for name, source in assets(wanted).items()}
    return {f"pages/{name}": data for name, data in files.items()}


def _readme(read: _Read, at: datetime) -> str:
    here = phrase_count(
        "{name} as it was at {time}, with {count} log entry. Open pages/index.html to read it, "
        "tables/ in a spreadsheet, tsh/ in tsh.",
        "{name} as it was at {time}, with {count} log entries. Open pages/index.html to read it, "
        "tables/ in a spreadsheet, tsh/ in tsh.",
        count=read.entries,
        name=read.event.name,
        time=moment(at),
    )
    desk = phrase(
        "To continue it elsewhere: install Wallchart on another computer, sign in as its "
        "operator, choose “Continue from a lifeboat” at the desk and send this folder's "
        "{journal}, {head} and {people}.",
        journal=JOURNAL,
        head=HEAD,
        people=PEOPLE,
    )
    console = phrase(
        "Or at the console there: python3 manage.py continue_event and the path of this folder."
    )
    return "".join(f"{line}\r\n" for line in (here, desk, console))
