"""Whether the lifeboats of events that go on are written."""

from __future__ import annotations

from collections.abc import Iterator

from core.doctor.findings import Finding, check
from core.phrases import phrase
from tournaments.failover.lifeboat.status import status_of
from tournaments.models import Tournament


@check
def look_at_lifeboats() -> Iterator[Finding]:
    """Yields each lifeboat that was not written, or is on the disk that it is to survive."""
    found = False
    for event in Tournament.objects.filter(closed=False).order_by("slug"):
        status = status_of(event)
        if status.warning:
            found = True
            yield Finding(
                "lifeboat.behind",
                "trouble",
                phrase("{event}: {warning}", event=event.name, warning=status.warning),
                phrase("Choose another folder on the page Lifeboat of the event."),
            )
        elif status.beside:
            found = True
            yield Finding(
                "lifeboat.beside",
                "warning",
                phrase("{event}: {beside}", event=event.name, beside=status.beside),
                phrase("Choose a memory stick on the page Lifeboat of the event."),
            )
    if not found:
        yield Finding("lifeboats", "ok", phrase("Every lifeboat is up to date."))
