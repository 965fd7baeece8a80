"""Folders whose files belong to a backup, beside the tables: each app says which are its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.registrars import FOLDERS


def _nothing() -> None:
    """Does nothing: the folder is of this machine alone."""


@dataclass(frozen=True, slots=True)
class KeptFolder:
    """A folder of files that are written once, appear whole, and never change.

    `stem` is how their names begin; what follows the dot is one of `endings`, in the order in which
    the files of a set are written: where the last one is, the others are. `gather` brings here what
    other machines have, and `spread` gives them what was put back here.
    """

    name: str
    place: Callable[[], Path]
    stem: re.Pattern[str]
    endings: tuple[str, ...]
    gather: Callable[[], None] = _nothing
    spread: Callable[[], None] = _nothing

    def files(self) -> Iterator[Path]:
        """Yields the files that a backup keeps, in the order in which they are put back."""
        folder = self.place()
        # Looked for the other way round: a set that is being written is found whole or headless.
        paths = {ending: sorted(folder.glob(f"*.{ending}")) for ending in reversed(self.endings)}
        for ending in self.endings:
            yield from (path for path in paths[ending] if self.stem.fullmatch(path.stem))

    def holds(self, name: str) -> bool:
        """Returns whether a file of this name may be in the folder."""
        stem, _, ending = name.rpartition(".")
        return ending in self.endings and self.stem.fullmatch(stem) is not None


_folders: dict[str, KeptFolder] = {}


def keep_folder(folder: KeptFolder) -> None:
    """Adds a folder to every backup."""
    _folders[folder.name] = folder


def kept_folders() -> tuple[KeptFolder, ...]:
    """Returns the folders that a backup holds, by name."""
    FOLDERS.load()
    return tuple(folder for _, folder in sorted(_folders.items()))


def place_of(member: str) -> Path | None:
    """Returns the path for a file of a backup, `folder/name`; None where nobody keeps such."""
    folder, _, name = member.partition("/")
    FOLDERS.load()
    kept = _folders.get(folder)
    return kept.place() / name if kept is not None and kept.holds(name) else None
