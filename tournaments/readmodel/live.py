"""Public pages that keep themselves as the server has them, by `static/js/live.js`."""

from __future__ import annotations

from typing import Any

from core.web.site import WEB, Site

READERS_S = 3.0
"""How often a page asks, give or take a quarter: a result is seen after half of that."""

HOME_S = 10.0
"""The same for the page of all events, which many have open and few look at."""

SCREEN_S = 1.0
"""The same for a screen, of which there are few."""

SCREEN_AT_REST_S = 60.0
"""The same for a screen of a closed event, which may be opened again while it hangs there."""

MIRROR_S = 20.0
"""The same for a page of a mirror, which is another one every half a minute at most."""

SCREEN_UNTIL_MORE_S = 0.5
"""The least age of a screen's page before it is made again, so that nobody waits for two polls."""


def live(site: Site, *, closed: bool, every: float = READERS_S) -> dict[str, Any]:
    """Returns the script of a page that follows, and how often it asks in seconds.

    Nothing for an event that is closed, of which there is no news. A page of a mirror tells how old
    it is, and asks now and then whether the mirror is a later one.
    """
    if closed:
        return {}
    if site is not WEB:
        as_at = getattr(site, "as_at", "")
        script = site.asset("js/live.js") if as_at else ""
        return {"live_script": script, "live_every": f"{MIRROR_S:g}", "live_as_at": as_at}
    return {"live_script": site.asset("js/live.js"), "live_every": f"{every:g}"}


def live_screen(site: Site, *, closed: bool) -> dict[str, Any]:
    """Returns the same for a screen or an overlay, which nobody opens again when an event goes on.

    While the event is closed it asks once a minute.
    """
    return live(site, closed=False, every=SCREEN_AT_REST_S if closed else SCREEN_S)
