"""Reading a file that a person named, with the mistakes they can mend."""

from __future__ import annotations

from pathlib import Path

from core.errors import UserError


def read_bytes(path: Path, *, at_most: int) -> bytes:
    """Returns what is in the file at `path`.

    Raises UserError `file.missing`, `file.not_a_file`, `file.too_large` beyond `at_most` bytes, and
    `file.unreadable`.
    """
    try:
        if not path.exists():
            raise UserError(f"There is no file {path}.", code="file.missing", file=str(path))
        if not path.is_file():
            raise UserError(f"{path} is not a file.", code="file.not_a_file", file=str(path))
        if path.stat().st_size > at_most:
            raise UserError(f"{path} is too large.", code="file.too_large", file=str(path))
        return path.read_bytes()
    except OSError as refused:
        reason = refused.strerror or "the system refuses"
        raise UserError(
            f"{path} cannot be read: {reason}.", code="file.unreadable", file=str(path)
        ) from refused
