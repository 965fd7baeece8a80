"""Long work of this app: the places of divisions that are over, stored for the pages of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError

from core.jobs import Progress, enqueue, job_kind
from core.log import Log
from core.models import Job
from core.phrases import phrase
from tournaments.models import Division
from tournaments.readmodel.final_places import store_places, without_places

PLACES = "final_places"

log = Log(__name__)


def ask_for_places(slug: str = "") -> Job | None:
    """Queues that places are stored where a division is over and has none; None where all have.

    `slug` names the event that something was done in. Without one all events are looked at: those
    of an earlier release, or of a backup that was put back, have nothing stored.
    """
    return enqueue(PLACES, "places", {}) if without_places(slug) else None


@job_kind(PLACES, phrase("Final places"), is_passing=True)
def store_final_places(progress: Progress, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Stores the places of every division that is over and whose places are not stored.

    One that cannot be worked out, which is logged, or was removed meanwhile keeps no other waiting.
    """
    due, stored = without_places(), 0
    for done, division in enumerate(due):
        progress(done, len(due))
        stored += _is_stored(division)
    progress(len(due), len(due))
    return {"divisions": stored}


def _is_stored(division: Division) -> bool:
    """Stores the places of a division; returns whether it could be."""
    try:
        store_places(division)
    except ObjectDoesNotExist:
        return False
    except DatabaseError:
        raise  # It is not this division: the others would meet it, too.
    except Exception:
        log.exception("places.not_worked_out", division=division.pk)
        return False
    return True
