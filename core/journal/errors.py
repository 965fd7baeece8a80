"""The answers of a command that does not do its work: for the user to act on, never bugs."""

from __future__ import annotations

from core.errors import UserError


class Refused(UserError):
    """The request cannot be done now; the message says why."""


class NotAllowed(UserError):
    """This person may not do this."""


class Conflict(UserError):
    """Somebody else was faster, or the same key came with another request."""


class NeedsConfirmation(UserError):
    """The request has consequences, named in the message; ask again with `confirmed`."""
