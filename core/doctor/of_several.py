"""The check of what several machines have to have in common, where the database is a server."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from core.doctor.findings import Finding, check
from core.phrases import phrase
from core.shared_files import are_shared


@check
def look_at_what_machines_share() -> Iterator[Finding]:
    """Yields what this machine keeps for itself, and other machines of this database would need."""
    if not are_shared():
        return
    if settings.SECRET_KEY_IS_OWN:
        yield Finding(
            "secret.own",
            "warning",
            phrase("This machine signs sessions with a key of its own."),
            phrase("If another machine uses this database, set SECRET_KEY to the same on both."),
        )
    if settings.BROKER_IS_OWN:
        yield Finding(
            "broker.own",
            "warning",
            phrase("This machine has a broker of its own."),
            phrase(
                "If another machine uses this database, set REDIS_URL to the same on both: workers "
                "hear of jobs and of locks through it."
            ),
        )
