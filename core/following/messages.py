"""The asks of a spare and the answers of the machine that it follows."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

import msgspec

from core.models import Stream

Heads = dict[str, int]


class LookAsk(msgspec.Struct, tag="look", forbid_unknown_fields=True):
    """Asks whether anything is new. `heads` is the digest of the heads that the spare has."""

    host: str
    program: str
    heads: str
    entries: int


class EntriesAsk(msgspec.Struct, tag="entries", forbid_unknown_fields=True):
    """Asks for what comes after these numbers, of these streams."""

    after: Heads


class DigestsAsk(msgspec.Struct, tag="digests", forbid_unknown_fields=True):
    """Asks what these streams come to."""

    streams: list[str]


class BesideAsk(msgspec.Struct, tag="beside", forbid_unknown_fields=True):
    """Asks for what belongs to no journal: accounts, keys of links, the names of files."""


class PieceAsk(msgspec.Struct, tag="piece", forbid_unknown_fields=True):
    """Asks for a part of a file."""

    name: str
    start: int


class OverAsk(msgspec.Struct, tag="over", forbid_unknown_fields=True):
    """Tells that the spare took over."""

    host: str
    epoch: int


Ask = LookAsk | EntriesAsk | DigestsAsk | BesideAsk | PieceAsk | OverAsk


class LeaderState(msgspec.Struct):
    """The state of the machine that leads; `heads` is None where the spare has them all."""

    host: str
    installation: str
    epoch: int
    role: str
    entries: int
    beside: str
    heads: Heads | None = None


class StreamEntry(msgspec.Struct):
    """One entry of a journal, on its way to a spare."""

    stream: str
    seq: int
    command: str
    schema: int
    payload: dict[str, Any]
    facts: dict[str, Any]
    actor: str
    reason: str
    key: str | None
    at: datetime
    device: str


class EntryPage(msgspec.Struct):
    """Entries in the order in which they were made, and whether there are more."""

    entries: list[StreamEntry]
    more: bool


class Account(msgspec.Struct):
    """An account, with the hash of its password and its second step.

    `app` is the secret of the app that shows its codes, empty where it is asked for none; `codes`
    are those for when the app is lost and that are not used up.
    """

    name: str
    password: str
    is_active: bool
    is_staff: bool
    is_superuser: bool
    app: str = ""
    codes: list[str] = msgspec.field(default_factory=list)


class BesideThings(msgspec.Struct):
    """What belongs to no journal; `files` are names with lengths in bytes."""

    accounts: list[Account]
    keys: dict[str, str]
    files: dict[str, int]


def heads_here() -> Heads:
    """Returns the number of the last entry of every stream."""
    return dict(Stream.objects.filter(seq__gt=0).values_list("key", "seq"))


def digest_of(value: Any) -> str:
    """Returns the SHA-256 of a message, written in one order."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()
