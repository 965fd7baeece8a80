"""The film of an event for everybody: it holds only what was published."""

from __future__ import annotations

from django.http import Http404

from api.operations import Asked, Download, SentFile, register_api
from tournaments.film.pages import film_name, kept_film
from tournaments.kernel.api_addresses import EVENT
from tournaments.kernel.queries.play import event_named


def _film(asked: Asked) -> SentFile:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return SentFile(film_name(event), "text/html", [kept_film(event)])


register_api(
    "events",
    Download(
        path=f"{EVENT}/film",
        name="film_read",
        says="Sends an event as one HTML file that plays it again, round by round, offline.",
        kinds=("text/html",),
        file=_film,
    ),
)
