"""The words of this machine and those of the others: given to the database, and brought from it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.shared_files import bring, forget, share, shared_since
from lexicon.words.files import HASH

FOLDER = "lexica"
ENDINGS = ("list", "about", "json")
"""The files that are not made from others, in the order in which they are written: where the head
of a list is, its words are.
"""


def share_words(folder: Path, hashes: Iterable[str]) -> None:
    """Gives the words and definitions with these hashes to the other machines."""
    for sha256 in filter(None, hashes):
        for ending in ENDINGS:
            path = folder / f"{sha256}.{ending}"
            if path.is_file():
                share(FOLDER, path)


def bring_words(folder: Path, sha256: str) -> bool:
    """Brings words or definitions from the database; returns whether there was any file of them."""
    if not HASH.fullmatch(sha256):
        return False
    brought = [bring(FOLDER, folder / f"{sha256}.{ending}") for ending in ENDINGS]
    return any(brought)


def unshare_words(sha256: str) -> None:
    """Has no machine find words or definitions any more that it has not."""
    forget(FOLDER, *(f"{sha256}.{ending}" for ending in ENDINGS))


def bring_all(folder: Path) -> None:
    """Brings whatever other machines have and this one has not."""
    there = shared_since(FOLDER)
    for ending in ENDINGS:
        for name in sorted(name for name in there if name.endswith(f".{ending}")):
            if not (folder / name).exists():
                bring(FOLDER, folder / name)


def share_all(folder: Path) -> None:
    """Gives the others whatever this machine has and the database has not."""
    there = shared_since(FOLDER)
    for ending in ENDINGS:
        for path in sorted(folder.glob(f"*.{ending}")):
            if path.name not in there and HASH.fullmatch(path.stem):
                share(FOLDER, path)
