"""What programs of a broadcast may ask for at the API."""

from __future__ import annotations

from django.http import Http404

from api.operations import Asked, Download, SentFile, register_api
from tournaments.kernel.api_addresses import EVENT
from tournaments.overlays.pages.tourney import tourney_file
from tournaments.readmodel.page_versions import versioned_event


def _tourney(asked: Asked) -> SentFile:
    versioned = versioned_event(asked["event"])
    if versioned is None:
        raise Http404
    return SentFile("tourney.js", "text/javascript", [tourney_file(versioned).encode()])


register_api(
    "events",
    Download(
        path=f"{EVENT}/tourney",
        name="tourney_read",
        says="Sends an event as tourney.js, which overlay tools and broadcasts read.",
        kinds=("text/javascript",),
        file=_tourney,
    ),
)
