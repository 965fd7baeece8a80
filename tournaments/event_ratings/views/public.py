"""The public steps of an entry's rating, and the effect of its next game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from core.web.pages import serve_unstored
from core.web.site import WEB
from core.web.store import NoSuchPage
from core.web.view_access import reads
from tournaments.event_ratings.pages.steps import rating_steps_page
from tournaments.event_ratings.pages.what_if import WhatIfQuestion
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedDivision
from tournaments.readmodel.serving import need_division, show_page


@reads
def show_rating_steps(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Shows the steps of an entry's rating, stored; with a question, made on request."""
    question = WhatIfQuestion(
        spread=request.GET.get("spread"), opponent=request.GET.get("opponent")
    )
    if any(question):
        return _answered(request, need_division(slug, division), number, question)
    return show_page(
        request,
        slug,
        division,
        lambda read_model: rating_steps_page(read_model, WEB, number),
        version=lambda versioned: versioned.rated,
    )


def _answered(
    request: HttpRequest, versioned: VersionedDivision, number: int, question: WhatIfQuestion
) -> HttpResponse:
    def make() -> bytes:
        return rating_steps_page(DivisionReadModel(versioned), WEB, number, question).encode()

    try:
        return serve_unstored(request, version=versioned.rated, make=make)
    except NoSuchPage as missing:
        raise Http404 from missing
