"""The public page of an event's clocks: for a screen in the hall, a tablet, a telephone."""

from __future__ import annotations

from datetime import datetime

from core.phrases import phrase
from core.web.frame import readers_frame
from core.web.site import Site
from core.wording import moment
from tournaments.kernel.wording.clock import clock_shown
from tournaments.readmodel.addresses import clock_path, hub_path
from tournaments.readmodel.clocks import clock_scripts, public_clocks
from tournaments.readmodel.frame import render
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.sharing import event_shared

CLOCK = phrase("Clock")


def clocks_page(versioned: VersionedEvent, site: Site, *, at: datetime) -> str:
    """Returns the page of an event's clocks."""
    event = versioned.event
    context = {
        **readers_frame(site, at=at),
        **event_shared(event, site, clock_path(event.slug), title=CLOCK),
        **clock_scripts(site, event.slug),
        "title": CLOCK,
        "event": event.name,
        "rehearsal": event.rehearsal,
        "hub": site.href(hub_path(event.slug)),
        "clocks": [clock_shown(one) for one in public_clocks(versioned, at)],
        "footer": phrase(
            "{event} · {title} · as at {time}", event=event.name, title=CLOCK, time=moment(at)
        ),
    }
    return render("clock/hall", context)
