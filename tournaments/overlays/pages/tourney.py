"""The file `tourney.js` of an event, stored like a page under the version of what it says."""

from __future__ import annotations

from core.web.store import Made
from tournaments.formats.tsh.tourney_js import tourney_js
from tournaments.overlays.queries.tourney import figures_of, published
from tournaments.readmodel.page_versions import VersionedEvent

JAVASCRIPT = "text/javascript; charset=utf-8"


def tourney_file(versioned: VersionedEvent) -> str:
    """Returns the text of the file as the event is now."""
    return tourney_js(published(versioned.event), figures_of(versioned))


def tourney_made(versioned: VersionedEvent) -> Made:
    """Returns the file to store."""
    return Made(versioned.rated, tourney_file(versioned), JAVASCRIPT)
