"""Importing an event, for programs: from tsh files, or from content made elsewhere."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify

from api.operations import Act, Asked, Give, no_stream, register_api
from core.names import in_ascii
from core.roles.table import Permission
from tournaments.board_games.forms.upload import Sent, event_files
from tournaments.formats.content import content_to_json
from tournaments.formats.tsh import TshReading, read_tsh
from tournaments.formats.tsh.archive import is_archive
from tournaments.importing.commands import ImportEvent


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file by its name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class TshFiles:
    """The files of a tsh event: config.tsh together with its .t files, or all.tsh alone."""

    files: list[TextFile]


@dataclass(frozen=True, slots=True)
class TshImport:
    """A tsh event to import; `event` is its short name in addresses, empty one made of its name."""

    files: list[TextFile]
    event: str = ""


@dataclass(frozen=True, slots=True)
class OddInTsh:
    """Something that is read although it is odd, and how; `line` is null for a whole file."""

    file: str
    line: int | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class TshRead:
    """What tsh files hold: the name of the event and a short one, and what is odd in them."""

    event: str
    name: str
    content: Mapping[str, Any]
    remarks: list[OddInTsh]


def tsh_read(files: list[TextFile]) -> TshRead:
    """Returns what tsh files hold; raises UserError naming the place that cannot be read."""
    reading = _reading(files)
    return TshRead(
        event=_short_name(reading),
        name=reading.content.name,
        content=content_to_json(reading.content),
        remarks=[OddInTsh(one.file, one.line, one.code, one.message) for one in reading.report],
    )


def _reading(files: list[TextFile]) -> TshReading:
    return read_tsh(event_files([Sent(one.name, _bytes(one.text)) for one in files]))


def _bytes(text: str) -> bytes:
    """Returns a text as a file that says it is UTF-8, whatever it declared before it was sent."""
    data = text.encode()
    return data if text.isascii() or is_archive(data) else BOM_UTF8 + data


def _short_name(reading: TshReading) -> str:
    return slugify(in_ascii(reading.content.name))[:60].strip("-")


def _imported(_: Asked, wanted: TshImport) -> dict[str, Any]:
    reading = _reading(wanted.files)
    return {
        "event": wanted.event or _short_name(reading),
        "content": content_to_json(reading.content),
    }


def _by_whom(asked: Asked) -> dict[str, str]:
    return {"director": asked.actor.name}


register_api(
    "importing",
    Act(
        path="tsh_readings",
        name="tsh_read",
        says="Reads tsh files and tells what is odd in them; nothing is stored.",
        takes=TshFiles,
        shape=TshRead,
        does=lambda _, sent: tsh_read(sent.files),
        reason="it reads what is sent and writes nothing",
        brings_files=True,
        permission=Permission.MAKE_EVENTS,
    ),
    Give(
        path="tsh_imports",
        name="tsh_import",
        says="Makes an event of tsh files.",
        command=ImportEvent,
        takes=TshImport,
        made=_imported,
        filled=_by_whom,
        hidden=("content",),
        scope=no_stream,
        brings_files=True,
    ),
    Give(
        path="imports",
        name="event_import",
        command=ImportEvent,
        filled=_by_whom,
        scope=no_stream,
        brings_files=True,
    ),
)
