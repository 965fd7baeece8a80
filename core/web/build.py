"""The mark of the program that renders: part of every version that a page is stored under."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings

ROOMS = (
    "templates",
    "static",
    "tournaments",
    "people",
    "games",
    "ratings",
    "lexicon",
    "desk",
    "core",
    "locale",
)
"""The folders whose files can change what a page shows."""


def build() -> str:
    """Returns a mark of the program that renders, and of the language that it renders in.

    Another release makes every page again, and so does another language.
    """
    return f"{_program()}{settings.LANGUAGE_CODE.replace('-', '')}"


@cache
def _program() -> str:
    """Returns the mark of the program, read once per process: it runs what it was started with."""
    base = Path(settings.BASE_DIR)
    files = (path for room in ROOMS for path in (base / room).rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in sorted(files):
        if path.suffix != ".pyc":
            content = path.read_bytes()
            digest.update(f"{path.relative_to(base)} {len(content)} ".encode())
            digest.update(content)
    return digest.hexdigest()[:12]
