"""What a league refuses, in one sentence at the field."""

from __future__ import annotations

from core.errors import UserError


class LeagueError(UserError):
    """A mistake about a league; `field` names what was typed, where something was."""
