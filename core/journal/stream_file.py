"""A journal as JSON lines: what is exported, kept beside a release, and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from core.actors import Actor
from core.journal.command import decode
from core.journal.errors import Refused
from core.journal.execute import execute
from core.models import JournalEntry, Stream
from core.phrases import phrase

FORMAT = 1


@dataclass(frozen=True, slots=True)
class StreamLine:
    """One entry of a journal, as it is written into a file."""

    seq: int
    command: str
    schema: int
    payload: dict[str, Any]
    facts: dict[str, Any]
    actor: str
    reason: str
    at: datetime
    device: str = ""


def written(stream: str) -> Iterator[bytes]:
    """Yields the journal of a stream as lines of JSON, a heading first.

    Raises Refused when there is no such stream.
    """
    row = Stream.objects.filter(key=stream).first()
    if row is None:
        raise Refused(
            phrase("No journal is called {stream}.", stream=stream), code="journal.unknown"
        )
    yield _line({"wallchart_journal": FORMAT, "stream": stream, "entries": row.seq})
    for entry in row.entries.order_by("seq").iterator(chunk_size=500):
        yield _line(
            StreamLine(
                seq=entry.seq,
                command=entry.command,
                schema=entry.schema,
                payload=entry.payload,
                facts=entry.facts,
                actor=entry.actor,
                reason=entry.reason,
                at=entry.at,
                device=entry.device,
            )
        )


def replay(lines: Iterable[bytes]) -> int:
    """Executes the commands of a journal again with their recorded facts; returns how many.

    Raises Refused when the file is not a journal, is of a newer format, or has a gap.
    """
    numbered = iter(lines)
    heading = _read(next(numbered, b""), dict[str, Any])
    if heading.get("wallchart_journal") != FORMAT:
        raise Refused(
            phrase("This is not a journal, or this version cannot read it."), code="journal.format"
        )
    count = 0
    for text in numbered:
        line = _read(text, StreamLine)
        count += 1
        if line.seq != count:
            raise Refused(
                phrase("Entry no. {count} is missing.", count=count),
                code="journal.gap",
                line=count + 1,
            )
        execute(
            decode(line.command, line.payload, line.schema),
            actor=Actor(name=line.actor, trusted=True, device=line.device),
            reason=line.reason,
            at=line.at,
            recorded=line.facts,
        )
    return count


def entry_count(stream: str) -> int:
    """Returns how many entries a journal has."""
    return JournalEntry.objects.filter(stream__key=stream).count()


def _line(value: Any) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _read(text: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (ValueError, RecursionError) as wrong:  # no JSON, no UTF-8, or nested without an end
        raise Refused(
            phrase("A line of the journal cannot be read: {wrong}.", wrong=wrong),
            code="journal.line",
        ) from wrong
