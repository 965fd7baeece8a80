"""The moment from which a handover tells, as somebody types it."""

from __future__ import annotations

from datetime import UTC, datetime, time

from django.utils import timezone

from core.errors import UserError
from core.phrases import phrase


def moment_of(text: str) -> datetime:
    """Returns the moment that a text names: "14:05" of today, or a date and time as ISO has them.

    One without a zone is of the installation's. Raises UserError for what is none.
    """
    typed = text.strip()
    try:
        if "T" in typed or "-" in typed:
            moment = datetime.fromisoformat(typed)
        else:
            moment = datetime.combine(timezone.localdate(), time.fromisoformat(typed))
        if moment.tzinfo is None:
            moment = timezone.make_aware(moment)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as wrong:
        raise UserError(
            phrase("“{text}” is no time; type it as 14:05.", text=typed[:40]),
            code="handover.since",
            field="since",
        ) from wrong
