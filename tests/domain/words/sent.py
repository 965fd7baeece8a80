"""Files of words as somebody sends them, and what comes of them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from lexicon.words.bringing import Brought, ListRefused, ReadingOptions, bring
from lexicon.words.spelling import spelled
from lexicon.words.tiles import tile_sets


def zipped(members: Mapping[str, bytes]) -> bytes:
    """Returns a zip archive of these files."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return held.getvalue()


COMPRESSED: Mapping[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": lambda data: zipped({"words.txt": data}),
}
"""The ways to compress a file, by the name in its report."""


class Sent:
    """A place where files arrive."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, data: bytes | str, name: str = "words.txt") -> Path:
        """Returns where a file of this content is; text is in UTF-8."""
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def brought(self, data: bytes | str, name: str = "words.txt", **asked: Any) -> Brought:
        """Returns the words of a file of this content."""
        return bring(self.file(data, name), ReadingOptions(**asked))

    def words(self, data: bytes | str, name: str = "words.txt", **asked: Any) -> list[str]:
        """Returns the words of a file of this content, tiles of several letters in brackets."""
        brought = self.brought(data, name, **asked)
        return [spelled(tile_sets()[brought.tile_set], codes) for codes in brought.codes]

    def refused(self, data: bytes | str, name: str = "words.txt", **asked: Any) -> ListRefused:
        """Returns the refusal of a file of this content."""
        with pytest.raises(ListRefused) as refused:
            self.brought(data, name, **asked)
        return refused.value
