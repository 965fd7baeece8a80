"""The refusal of a place, in one sentence."""

from __future__ import annotations

from core.errors import UserError
from core.phrases import phrase
from core.pushing.places import Place


class NotSent(UserError):
    """The place did not take it; the message says why, in a sentence."""


def not_sent(place: Place, why: object) -> NotSent:
    """Returns the refusal that names the host."""
    return NotSent(
        phrase("{host} did not take the pages: {why}.", host=place.host, why=str(why).rstrip(".")),
        code="push.not_sent",
    )
