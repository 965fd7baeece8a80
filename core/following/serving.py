"""The machine that leads: what it answers a spare. It gives out, and takes in nothing but one word:
that the spare took over."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import singledispatch
from typing import Any

import msgspec
from django.db.models import Q
from django.utils import timezone

from core.backup.folders import place_of
from core.backup.making import program_version
from core.following import messages
from core.following.beside import things_here
from core.following.digests import stream_digest
from core.following.machine import be_overtaken, host_name, this_machine
from core.following.messages import Ask, Heads
from core.following.sealing import NotSealed, asking, mark_of, opened, sealed
from core.following.spares import heard, spare_named
from core.journal.shut import said_of
from core.models import JournalEntry, Machine, Spare, Stream
from core.phrases import phrase
from core.snapshot import one_snapshot

ENTRIES_AT_ONCE = 200
BYTES_AT_ONCE = 8 * 2**20
PIECE = 4 * 2**20
_STREAMS_A_QUERY = 200
_STREAMS_SUMMED = 50


def answer_to(ident: str, body: bytes) -> bytes:
    """Returns the sealed answer to a sealed ask. Raises NotSealed for one that no spare made."""
    spare = spare_named(ident)
    if spare is None:
        raise NotSealed
    try:
        ask: Ask = msgspec.convert(opened(spare.key, body, bound_to=asking(ident)), type=Ask)
    except msgspec.ValidationError:
        told: Any = _refusal(phrase("The machines run different versions of Wallchart."))
    else:
        told = msgspec.to_builtins(_answer(ask, spare), str_keys=True)
    return sealed(spare.key, told, bound_to=mark_of(body))


@singledispatch
def _answer(ask: Ask, _spare: Spare) -> Any:
    raise NotImplementedError(type(ask))


@_answer.register
def _look(ask: messages.LookAsk, spare: Spare) -> Any:
    if ask.program != program_version():
        return _refusal(
            phrase(
                "The main machine runs Wallchart {version}; install the same here.",
                version=program_version(),
            )
        )
    machine = this_machine()
    if machine.role != Machine.Role.LEADS:
        return _refusal(said_of(machine))
    with one_snapshot():
        heads = messages.heads_here()
        beside = messages.digest_of(things_here())
    entries = sum(heads.values())
    heard(spare, ask.host, max(0, entries - ask.entries), timezone.now())
    return messages.LeaderState(
        host=host_name(),
        installation=machine.installation,
        epoch=machine.epoch,
        role=machine.role,
        entries=entries,
        beside=beside,
        heads=None if messages.digest_of(heads) == ask.heads else heads,
    )


@_answer.register
def _entries(ask: messages.EntriesAsk, _spare: Spare) -> Any:
    found: list[messages.StreamEntry] = []
    size = 0
    for row in _in_order(ask.after):
        entry = _entry(row)
        size += len(msgspec.json.encode(entry))
        if found and (len(found) == ENTRIES_AT_ONCE or size > BYTES_AT_ONCE):
            return messages.EntryPage(found, more=True)
        found.append(entry)
    return messages.EntryPage(found, more=False)


def _in_order(after: Heads) -> Iterator[JournalEntry]:
    """Yields entries that come after these numbers in the order in which they were made.

    At most one more than are sent at once: whoever came later may build on who came before, also
    in another stream.
    """
    streams = dict(Stream.objects.filter(key__in=list(after)).values_list("key", "pk"))
    wanted = [(pk, after[key]) for key, pk in streams.items()]
    found: list[tuple[int, int]] = []
    for start in range(0, len(wanted), _STREAMS_A_QUERY):
        chosen = Q()
        for stream, seq in wanted[start : start + _STREAMS_A_QUERY]:
            chosen |= Q(stream_id=stream, seq__gt=seq)
        rows = JournalEntry.objects.filter(chosen).order_by("pk")
        found += rows.values_list("pk", "stream_id")[: ENTRIES_AT_ONCE + 1]
    chosen_pks = [pk for pk, _ in sorted(found)[: ENTRIES_AT_ONCE + 1]]
    rows = JournalEntry.objects.select_related("stream").filter(pk__in=chosen_pks).order_by("pk")
    yield from rows.iterator(chunk_size=50)


def _entry(row: JournalEntry) -> messages.StreamEntry:
    return messages.StreamEntry(
        stream=row.stream.key,
        seq=row.seq,
        command=row.command,
        schema=row.schema,
        payload=row.payload,
        facts=row.facts,
        actor=row.actor,
        reason=row.reason,
        key=row.idempotency_key,
        at=row.at,
        device=row.device,
    )


@_answer.register
def _digests(ask: messages.DigestsAsk, _spare: Spare) -> Any:
    told = {}
    for stream in ask.streams[:_STREAMS_SUMMED]:
        told[stream] = summed(stream)
    return {"digests": told}


def summed(stream: str) -> list[Any]:
    """Returns the number of the last entry of a stream, and the digest of what it comes to then."""
    with one_snapshot():
        seq = Stream.objects.filter(key=stream).values_list("seq", flat=True).first() or 0
        return [seq, stream_digest(stream)]


@_answer.register
def _beside(_ask: messages.BesideAsk, _spare: Spare) -> Any:
    return things_here()


@_answer.register
def _piece(ask: messages.PieceAsk, _spare: Spare) -> Any:
    path = place_of(ask.name)
    if path is None or ask.start < 0:
        return _refusal(phrase("The machines run different versions of Wallchart."))
    try:
        with path.open("rb") as file:
            file.seek(ask.start)
            return {"data": b64encode(file.read(PIECE)).decode()}
    except FileNotFoundError:
        return {"data": ""}


@_answer.register
def _over(ask: messages.OverAsk, _spare: Spare) -> Any:
    be_overtaken(ask.host, ask.epoch)
    machine = this_machine()
    if (machine.role, machine.peer) == (Machine.Role.OVERTAKEN, ask.host[:100]):
        return {"heads": messages.heads_here()}
    # Another spare was first, or the operator had this machine go on.
    return _refusal(
        phrase(
            "{leader} leads, too. Enter everything on one machine, and have the other follow it "
            "afresh.",
            leader=host_name() if machine.role == Machine.Role.LEADS else machine.peer,
        )
    )


def _refusal(sentence: str) -> Mapping[str, str]:
    return {"error": str(sentence)}
