"""Files that several machines use: the database has them, and each machine a copy once it asks.

Only where the database is a server: an SQLite file is on the machine that has the files. A file is
named by its content or by a token, so that it never changes under its name. A copy is believed
only if it has the hash that the database tells.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.files import write_whole
from core.log import Log
from core.models import SharedFile, SharedPiece

PIECE = 2**20
"""Bytes of a piece before it is zipped: no more of a file is in memory at once."""
_QUICKLY = 1

log = Log(__name__)


class _Damaged(Exception):
    """The pieces do not come to the file that the database tells of."""


def are_shared() -> bool:
    """Returns whether other machines may have, or need, the files of this one."""
    return bool(settings.FILES_IN_DATABASE)


def share(folder: str, path: Path) -> None:
    """Has a file given to whoever asks for it by its name in this folder, on any machine.

    One that is there already is left as it is, and counts as stored now.
    """
    if not are_shared():
        return
    name, now = f"{folder}/{path.name}", timezone.now()
    with transaction.atomic():
        if SharedFile.objects.filter(name=name).update(stored_at=now):
            return
        digest, size = _told(path)
        file, is_new = SharedFile.objects.get_or_create(
            name=name, defaults={"sha256": digest, "size": size, "stored_at": now}
        )
        if is_new:
            for number, piece in enumerate(_pieces(path)):
                body = zlib.compress(piece, _QUICKLY)
                SharedPiece.objects.create(file=file, number=number, body=body)


def bring(folder: str, path: Path) -> bool:
    """Puts a shared file at a path; returns False where there is none, or it is damaged."""
    if not are_shared():
        return False
    file = SharedFile.objects.filter(name=f"{folder}/{path.name}").first()
    if file is None:
        return False
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        write_whole(path, partial(_unpack, file))
    except (_Damaged, zlib.error) as wrong:
        log.error("shared_files.damaged", file=file.name, error=str(wrong))
        return False
    return True


def forget(folder: str, *names: str) -> None:
    """Removes shared files of a folder; the copies of other machines stay until they clear up."""
    if are_shared():
        SharedFile.objects.filter(name__in=[f"{folder}/{name}" for name in names]).delete()


def shared_since(folder: str) -> dict[str, datetime]:
    """Returns the names of the shared files of a folder, and when each was stored."""
    if not are_shared():
        return {}
    files = SharedFile.objects.filter(name__startswith=f"{folder}/")
    return {name.partition("/")[2]: at for name, at in files.values_list("name", "stored_at")}


def _unpack(file: SharedFile, path: Path) -> None:
    digest, size = hashlib.sha256(), 0
    with path.open("wb") as opened:
        for body in file.pieces.values_list("body", flat=True).iterator(chunk_size=1):
            piece = zlib.decompress(bytes(body))
            opened.write(piece)
            digest.update(piece)
            size += len(piece)
    if (digest.hexdigest(), size) != (file.sha256, file.size):
        raise _Damaged(f"{size} bytes instead of {file.size}, or others")


def _told(path: Path) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    for piece in _pieces(path):
        digest.update(piece)
        size += len(piece)
    return digest.hexdigest(), size


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as opened:
        while piece := opened.read(PIECE):
            yield piece
