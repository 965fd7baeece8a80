"""The description of the API as pages: Swagger UI and Redoc, from files that come with them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.web.build import build
from core.web.pages import serve_unstored
from core.web.store import JSON
from core.web.view_access import reads

FILES = {
    "swagger-ui.css": ("swagger-ui-dist", "text/css"),
    "swagger-ui-bundle.js": ("swagger-ui-dist", "text/javascript"),
    "redoc.standalone.js": ("redoc/bundles", "text/javascript"),
}
"""The files of the two, by name, with their folder and type; nothing else of them is served."""


@reads
def openapi(request: HttpRequest) -> HttpResponse:
    """Returns the description as JSON (OpenAPI 3.1)."""
    return serve_unstored(request, version=build(), make=_described, content_type=JSON)


@cache
def _described() -> bytes:
    # Both load Django REST framework, which the first who asks for this needs.
    document, stored = import_module("api.document"), import_module("api.stored")
    described: bytes = stored.as_json(document.description())
    return described


@reads
@csp_update({"img-src": [SELF, "data:"]})
def swagger(request: HttpRequest) -> HttpResponse:
    """Shows the description as Swagger UI; who is signed in can try operations there."""
    return render(request, "api/swagger.html")


# Redoc makes its styles while it runs; nothing else of it is allowed that other pages are not.
@reads
@csp_update({"img-src": [SELF, "data:"], "style-src": [SELF, UNSAFE_INLINE]})
def redoc(request: HttpRequest) -> HttpResponse:
    """Shows the description as Redoc, to read."""
    return render(request, "api/redoc.html")


@reads
def description_file(request: HttpRequest, name: str) -> HttpResponse:
    """Returns one of the files of which these pages are made."""
    if name not in FILES:
        raise Http404
    return serve_unstored(
        request, version=build(), make=lambda: _file(name), content_type=FILES[name][1]
    )


@cache
def _file(name: str) -> bytes:
    folder = files("drf_spectacular_sidecar") / "static" / "drf_spectacular_sidecar"
    return folder.joinpath(*FILES[name][0].split("/"), name).read_bytes()
