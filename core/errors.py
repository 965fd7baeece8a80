"""The base of every error that a user can mend: one sentence, and the place it speaks of.

Anything that is not a `UserError` is a bug: it is logged with a request id, never explained away.
"""

from __future__ import annotations


class UserError(Exception):
    """A user's mistake. `message` is one clear sentence; the rest names the place."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        file: str | None = None,
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.file = file
        self.line = line
        self.field = field
