"""The film of an event, downloaded at its desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from core.roles.table import Permission
from core.web.view_access import reads
from tournaments.film.pages import KIND, film_name, kept_film
from tournaments.kernel.desk.access import in_event
from tournaments.models import Tournament


@reads
@in_event(Permission.VIEW)
def download_film(_request: HttpRequest, event: Tournament) -> HttpResponse:
    """Sends the film: a file, because this site lets no page have a script of its own in it."""
    response = HttpResponse(kept_film(event), content_type=KIND)
    response["Content-Disposition"] = f'attachment; filename="{film_name(event)}"'
    return response
