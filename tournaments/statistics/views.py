"""The pages of statistics: everybody may read them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from core.web.pages import serve, serve_unstored
from core.web.site import WEB
from core.web.store import Made
from core.web.unchanged import remembered
from core.web.view_access import reads
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.page_versions import versioned_event
from tournaments.readmodel.serving import need_division, read_model_now, show_page
from tournaments.statistics.pages.statistics import event_statistics_page, statistics_page


@reads
def show_statistics(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows the statistics of a division; with players of one's own choice it is not stored."""
    typed = request.GET.get("with", "")
    if not typed:
        return show_page(
            request,
            slug,
            division,
            lambda read_model: statistics_page(read_model, WEB),
            version=lambda versioned: versioned.rated,
        )
    versioned = need_division(slug, division)
    return serve_unstored(
        request,
        version=versioned.rated,
        make=lambda: statistics_page(read_model_now(versioned), WEB, typed).encode(),
    )


@reads
def show_event_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the statistics of an event over all divisions; those of its only one are its own."""
    versioned = remembered(("event", slug), lambda: versioned_event(slug))
    if versioned is None:
        raise Http404
    if len(versioned.divisions) == 1:
        return redirect(division_path(versioned.divisions[0].division, "statistics"))
    return serve(
        request,
        version=versioned.rated,
        draft=lambda: Made(
            versioned.rated, event_statistics_page(versioned, WEB, at=timezone.now())
        ),
    )
