"""The head of a lifeboat: which event it holds, how far, and what it must come out as."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from core.errors import UserError
from core.models import JournalEntry
from core.phrases import phrase

FORM = 1
HEAD = "lifeboat.json"
JOURNAL = "journal.jsonl"
PEOPLE = "people.json"
UNREADABLE = (ValueError, RecursionError)
"""The errors of reading bytes that are not JSON: bad syntax, bad UTF-8, or endless nesting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The content of `lifeboat.json`.

    `made` tells the event from another one of the same short name. `course` is the digest of which
    commands were given when, `digest` that of the event's projection, `files` those of the files
    that a second installation reads.
    """

    wallchart_lifeboat: int = FORM
    event: str
    name: str
    director: str
    made: str
    entries: int
    course: str
    projection: int
    digest: str
    written_at: datetime
    files: dict[str, str] = field(default_factory=dict)


def read_head(data: bytes, file: str) -> Head:
    """Returns the head that the bytes of a file are; raises UserError where they are none."""
    try:
        head = msgspec.json.decode(data, type=Head)
    except UNREADABLE as wrong:
        raise UserError(
            phrase("{file} is not the head of a lifeboat.", file=file),
            code="lifeboat.head",
            file=file,
        ) from wrong
    if head.wallchart_lifeboat > FORM:
        raise UserError(
            phrase("{file} was written by a newer version of Wallchart.", file=file),
            code="lifeboat.newer",
            file=file,
        )
    return head


def course_of(slug: str, entries: int) -> str:
    """Returns the digest of the first entries of an event's journal: commands and times.

    It is the same in every database and every version of the program.
    """
    entries_so_far = JournalEntry.objects.filter(stream__key=f"event:{slug}", seq__lte=entries)
    rows = entries_so_far.order_by("seq").values_list("seq", "command", "at")
    return sha256(f"{seq} {command} {at.isoformat()}\n".encode() for seq, command, at in rows)


def sha256(parts: Iterable[bytes]) -> str:
    """Returns the SHA-256 of the parts put together, in hexadecimal digits."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()
