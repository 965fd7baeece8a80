"""A public page served, and the division that it is about."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from core.web.pages import serve
from core.web.store import Made, NoSuchPage
from core.web.unchanged import remembered
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.kept_division import open_read_model
from tournaments.readmodel.page_versions import (
    DivisionEdition,
    division_edition,
)


def show_page(
    request: HttpRequest,
    slug: str,
    division: str,
    make: Callable[[DivisionReadModel], str],
    *,
    version: Callable[[DivisionEdition], str] = lambda edition: edition.version,
) -> HttpResponse:
    """Returns a page of a division, 404 where there is none."""
    edition = need_division(slug, division)

    def draft() -> Made:
        read_model = open_read_model(edition)
        return Made(version(read_model.edition), make(read_model))

    try:
        return serve(request, version=version(edition), draft=draft)
    except NoSuchPage as missing:
        raise Http404 from missing


def need_division(slug: str, division: str) -> DivisionEdition:
    """Returns the edition of a division, 404 where there is none."""
    edition = remembered(("division", slug, division), lambda: division_edition(slug, division))
    if edition is None:
        raise Http404
    return edition
