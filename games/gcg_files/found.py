"""A record as it was found among files, and what may stand in the way of reading it."""

from __future__ import annotations

from typing import NamedTuple

from core.phrases import phrase
from games.engine.gcg.reading import MAX_BYTES

EXTENSION = ".gcg"
MOST_MEMBERS = 10_000
MOST_UNPACKED = 256 * 1024 * 1024
MOST_RATIO, RATIO_COUNTS_FROM = 200, 16 * 1024 * 1024

TOO_MANY = phrase(
    "The archive has more than {most_members} members and was not read further.",
    most_members=MOST_MEMBERS,
)
TOO_MUCH = phrase(
    "The archive unpacks to far more data than records need, and was not read further."
)
BROKEN = phrase("The archive cannot be read beyond this point.")
CLIMBS = phrase("The name of this file points outside its archive.")
ENCRYPTED = phrase("This file is encrypted.")
TOO_LARGE = phrase(
    "This is longer than {max_bytes} bytes; records are shorter.", max_bytes=MAX_BYTES
)
UNREADABLE = phrase("This cannot be read.")
NO_FILE = phrase("This is not a file.")


class FoundRecord(NamedTuple):
    """A record, or a sentence on why there is none: in an archive with its `data`, else a file.

    `name` is what people call it: a path, and below an archive that of the member. `read` is how
    many bytes of the files that were asked for have been passed with it.
    """

    name: str
    data: bytes | None = None
    refused: str = ""
    read: int = 0


def is_record(name: str) -> bool:
    """Returns whether a name is that of a record."""
    return name.lower().endswith(EXTENSION)


def climbs(name: str) -> bool:
    """Returns whether a member's name leads out of the folder it would be unpacked into."""
    parts = name.replace("\\", "/").split("/")
    return parts[0] == "" or ".." in parts or parts[0].endswith(":")
