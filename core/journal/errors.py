"""What a command may answer besides doing its work. Each is the user's to mend, never a bug."""

from __future__ import annotations

from core.errors import UserError


class Refused(UserError):
    """The request cannot be done as things stand; the message says why."""


class NotAllowed(UserError):
    """This person may not do this."""


class Conflict(UserError):
    """Somebody else was faster, or the same key came with another request."""


class NeedsConfirmation(UserError):
    """The request has consequences, named in the message; ask again with `confirmed`."""
