"""The mark of the program that renders: part of every version that a page is stored under."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings

ROOMS = (
    "templates",
    "static",
    "clubs",
    "tournaments",
    "people",
    "games",
    "ratings",
    "lexicon",
    "desk",
    "api",
    "core",
    "locale",
)
"""The folders whose files can change what a page shows."""


@cache
def build() -> str:
    """Returns a mark of the program that renders, and of the language that it renders in.

    Another release makes every page again, and so does another language. Read once per process,
    which runs the program that it was started with.
    """
    base = Path(settings.BASE_DIR)
    files = (path for room in ROOMS for path in (base / room).rglob("*") if path.is_file())
    digest = hashlib.sha256(settings.LANGUAGE_CODE.encode())
    for path in sorted(files):
        if path.suffix != ".pyc":
            content = path.read_bytes()
            digest.update(f"{path.relative_to(base)} {len(content)} ".encode())
            digest.update(content)
    return digest.hexdigest()[:12]
