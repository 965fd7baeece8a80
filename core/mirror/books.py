"""The books of a mirror: which files it wrote, from which version, and what else is not its own.

They are in `-/mirror.json`. So the next run writes what has changed, removes what is gone, and
touches nothing that somebody else put there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from core.errors import UserError
from core.files import write_whole
from core.mirror.files import OURS
from core.phrases import phrase

MANIFEST = f"{OURS}mirror.json"
FORM, FORM_BEFORE = 2, 1


@dataclass(frozen=True, slots=True)
class MirroredFile:
    """A file of a mirror: the version of its page, its digest, its part, and its page's mark."""

    version: str = ""
    digest: str = ""
    part: str = ""
    mark: str = ""


@dataclass(slots=True)
class Books:
    """The books of a mirror of an `owner`, `made` from which one of that name.

    `parts` are the versions of the parts whose files are all there.
    """

    owner: str
    made: str
    parts: dict[str, str] = field(default_factory=dict)
    files: dict[str, MirroredFile] = field(default_factory=dict)

    def of_part(self, key: str) -> list[str]:
        """Returns the files of a part."""
        return [name for name, kept in self.files.items() if kept.part == key]


def read_books(folder: Path, owner: str, made: str) -> Books:
    """Returns the books in a folder, empty ones for a new folder.

    Raises UserError for a folder that holds files of others, or another mirror.
    """
    path = folder / MANIFEST
    if not path.is_file():
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise refusal(
                phrase("{folder} contains other files.", folder=folder), "mirror.not_empty"
            )
        return Books(owner, made)
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        found = _books(told)
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise refusal(phrase("{path} cannot be read.", path=path), "mirror.books") from wrong
    if told["form"] not in (FORM, FORM_BEFORE) or found.owner != owner:
        raise refusal(
            phrase("{folder} is the mirror of {event}.", folder=folder, event=found.owner),
            "mirror.other_event",
        )
    # Another one of that name may count the same versions; its digests still hold.
    if found.made != made or told["form"] != FORM:
        found.parts = {}
        found.files = {n: MirroredFile("", kept.digest) for n, kept in found.files.items()}
        found.made = made
    return found


def write_books(folder: Path, books: Books) -> None:
    """Writes the books of a mirror, whole or not at all."""
    told = {
        "form": FORM,
        "event": books.owner,
        "made": books.made,
        "parts": books.parts,
        "files": {name: astuple(kept) for name, kept in sorted(books.files.items())},
    }
    text = json.dumps(told, indent=0, ensure_ascii=False)
    path = folder / MANIFEST
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lambda beside: _write(beside, text))


def refusal(what: str, code: str) -> UserError:
    """Returns what is said of a folder that is no mirror of these pages."""
    advice = phrase("Choose an empty folder, or the folder of an earlier mirror of the same pages.")
    return UserError(f"{what} {advice}", code=code, field="dir")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _books(told: dict[str, Any]) -> Books:
    files = {
        str(name): MirroredFile(*map(str, value))
        for name, value in told["files"].items()
        if _is_inside(name)
    }
    parts = {str(key): str(version) for key, version in told.get("parts", {}).items()}
    return Books(str(told["event"]), str(told["made"]), parts, files)


def missing_of(folder: Path, names: Iterable[str]) -> bool:
    """Returns whether a file of these is not in a folder."""
    return not all((folder / name).is_file() for name in names)


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts
