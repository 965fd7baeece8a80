"""Whether every photo of a slip is where the desk looks for it, and none lies there for nobody."""

from __future__ import annotations

import time
from collections.abc import Iterator

from core.doctor.findings import Finding, check
from core.phrases import phrase, phrase_count
from tournaments.models import SlipPhoto
from tournaments.phones.photos.keeping import KEPT_S, kept_since, slips_folder


@check
def look_at_slips() -> Iterator[Finding]:
    """Yields whether photos are missing, and whether some are of no slip any more."""
    told = set(SlipPhoto.objects.values_list("name", flat=True))
    kept, oldest = kept_since(), time.time() - KEPT_S
    missing = told - kept.keys()
    left = {name for name, since in kept.items() if since < oldest} - told
    if missing:
        yield Finding(
            "slips.missing",
            "trouble",
            phrase_count(
                "{count} photo of a slip is not in {folder}.",
                "{count} photos of slips are not in {folder}.",
                count=len(missing),
                folder=slips_folder(),
            ),
            phrase("Put a backup back that has them, or copy the folder from it."),
        )
    if left:
        yield Finding(
            "slips.left",
            "warning",
            phrase_count(
                "{count} photo in {folder} is of no slip, for more than a week.",
                "{count} photos in {folder} are of no slip, for more than a week.",
                count=len(left),
                folder=slips_folder(),
            ),
            phrase("Delete the file, or wait: the next photo that is sent removes it."),
        )
    if not missing and not left:
        yield Finding(
            "slips",
            "ok",
            phrase_count(
                "{count} photo of a slip is here.",
                "{count} photos of slips are here.",
                count=len(told),
            ),
        )
