"""Copies of an event to keep elsewhere, for programs: its journal, and its tsh files."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Download, SentFile, register_api
from api.permitting import may_at_large
from core.journal.stream_file import written
from core.roles.table import Permission
from tournaments.failover.queries.tsh_zip import tsh_zip
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.models import Tournament

JSON_LINES, ZIP = "application/x-ndjson", "application/zip"


@dataclass(frozen=True, slots=True)
class TshWanted:
    """Whether the files may be shown to anybody: public names, and no private fields."""

    public: bool = False


def _need(asked: Asked) -> Tournament:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return event


def _journal(asked: Asked) -> SentFile:
    event = _need(asked)
    return SentFile(f"{event.slug}.jsonl", JSON_LINES, written(event_stream(asked.path)))


def _tsh(asked: Asked) -> SentFile:
    """Returns the zip; whole numbers of the register are for operators, as at the desk."""
    event, public = _need(asked), asked.query.public
    packed = tsh_zip(event, public=public, from_register=may_at_large(asked, Permission.OPERATE))
    return SentFile(f"{event.slug}-tsh{'-public' if public else ''}.zip", ZIP, [packed])


register_api(
    "copies",
    Download(
        path=f"{EVENT}/journal.jsonl",
        name="event_journal_file",
        says="Sends the whole journal of an event as JSON lines, from which it can be replayed.",
        kinds=(JSON_LINES,),
        file=_journal,
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
    Download(
        path=f"{EVENT}/tsh.zip",
        name="event_tsh_files",
        says="Sends the tsh files of an event, with a note of what they cannot carry.",
        kinds=(ZIP,),
        query=TshWanted,
        file=_tsh,
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
)
