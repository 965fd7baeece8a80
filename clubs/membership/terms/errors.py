"""What cannot be a membership, in one sentence at the field."""

from __future__ import annotations

from core.errors import UserError


class MembershipError(UserError):
    """A mistake about a membership or a suspension; `field` names what was typed."""
