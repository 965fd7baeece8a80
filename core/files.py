"""Files: one that a person named is read, with the mistakes they can mend; one is written whole."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from core.errors import UserError
from core.phrases import phrase


def read_bytes(path: Path, *, at_most: int) -> bytes:
    """Returns the bytes of the file at `path`.

    Raises UserError `file.missing`, `file.not_a_file`, `file.too_large` beyond `at_most` bytes, and
    `file.unreadable`.
    """
    try:
        if not path.exists():
            raise UserError(
                phrase("The file {path} does not exist.", path=path),
                code="file.missing",
                file=str(path),
            )
        if not path.is_file():
            raise UserError(
                phrase("{path} is not a file.", path=path), code="file.not_a_file", file=str(path)
            )
        if path.stat().st_size > at_most:
            raise UserError(
                phrase("{path} is too large.", path=path), code="file.too_large", file=str(path)
            )
        return path.read_bytes()
    except OSError as refused:
        reason = refused.strerror or phrase("the system refused")
        raise UserError(
            phrase("{path} cannot be read: {reason}.", path=path, reason=reason),
            code="file.unreadable",
            file=str(path),
        ) from refused


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Has a file written beside its place and safe on disk, and then puts it there in one step.

    A reader sees all of it or nothing, and what fails leaves nothing. Only the owner may read it,
    whoever made the folder.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        write(beside)
        with beside.open("rb") as written:
            os.fsync(written.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
