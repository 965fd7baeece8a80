"""The static files, collected where the web server serves them from."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from core.files import write_whole
from core.web import pared, static_files


def bring_up_to_date(mark: Path) -> None:
    """Collects the static files, unless those that are there were made from those of today.

    To hash and compress them takes half a second, and nearly every start finds what the one before
    it left. `mark` is the file that says what is there; where it cannot be read they are collected.
    """
    with suppress(OSError):
        if mark.read_bytes() == _told():
            return
    mark.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    told = _told()

    def write(file: Path) -> None:
        file.write_bytes(told)

    write_whole(mark, write)


def _told() -> bytes:
    """Returns a mark of the files to collect, of what makes them, and of what was made."""
    makers = f"{version('django')} {version('whitenoise')}\0".encode()
    told = hashlib.sha256(makers)
    for maker in (static_files.__file__, pared.__file__):
        told.update(Path(maker).read_bytes())
    files = [pair for finder in get_finders() for pair in finder.list([])]
    for name, storage in sorted(files, key=lambda pair: str(pair[0])):
        content = hashlib.sha256(Path(storage.path(name)).read_bytes())
        told.update(f"{name}\0{content.hexdigest()}\0".encode())
    root = Path(settings.STATIC_ROOT)
    for made in sorted(path for path in root.rglob("*") if path.is_file()):
        told.update(f"{made.relative_to(root)}\0{made.stat().st_size}\0".encode())
    return told.hexdigest().encode()
