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
    VersionedDivision,
    versioned_division,
)


def show_page(
    request: HttpRequest,
    slug: str,
    division: str,
    make: Callable[[DivisionReadModel], str],
    *,
    version: Callable[[VersionedDivision], str] = lambda versioned: versioned.version,
) -> HttpResponse:
    """Returns a page of a division, 404 where there is none."""
    versioned = need_division(slug, division)

    def draft() -> Made:
        read_model = open_read_model(versioned)
        return Made(version(read_model.versioned), make(read_model))

    try:
        return serve(request, version=version(versioned), draft=draft)
    except NoSuchPage as missing:
        raise Http404 from missing


def need_division(slug: str, division: str) -> VersionedDivision:
    """Returns the edition of a division, 404 where there is none."""
    versioned = remembered(("division", slug, division), lambda: versioned_division(slug, division))
    if versioned is None:
        raise Http404
    return versioned
