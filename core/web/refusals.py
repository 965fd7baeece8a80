"""Pages for requests that came to nothing: one sentence each, and no look at the database."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template


def bad_request(_: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Returns the page of a request that cannot be understood, or is too large to be read (400)."""
    return _page("400", 400, too_large=isinstance(exception, RequestDataTooBig))


def forbidden(_: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 - Django passes it by name
    """Returns the page of a request that this person may not make (403)."""
    return _page("403", 403)


def not_found(_: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 - Django passes it by name
    """Returns the page of an address that leads nowhere (404)."""
    return _page("404", 404)


def too_large(_: HttpRequest, limit: int) -> HttpResponse:
    """Returns the page of a request that brings more than `limit` bytes (413)."""
    return _page("413", 413, limit_mb=limit // 2**20)


def not_utf8(_: HttpRequest) -> HttpResponse:
    """Returns the page of a request that is not written in UTF-8 (415)."""
    return _page("415", 415)


def server_error(request: HttpRequest) -> HttpResponse:
    """Returns the page of a fault of ours (500), with the number under which it was logged."""
    return _page("500", 500, request_id=getattr(request, "request_id", ""))


def _page(template: str, status: int, **context: Any) -> HttpResponse:
    return HttpResponse(get_template(f"{template}.html").render(context), status=status)
