"""Pages for requests that came to nothing: one sentence each, and no look at the database."""

from __future__ import annotations

import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import get_template

from core.log import Log
from core.phrases import phrase
from core.trouble import Trouble, trouble_of
from core.web.envelope import is_for_programs, refusal

RETRY_AFTER_S = 30

_FOR_PROGRAMS = {
    400: ("request.malformed", phrase("The request cannot be understood.")),
    403: ("not_allowed", phrase("This is not allowed.")),
    404: ("address.unknown", phrase("There is nothing at this address.")),
    413: ("body.too_large", phrase("The request is too large.")),
    415: ("body.not_utf8", phrase("The request must be written in UTF-8.")),
    500: ("fault", phrase("Something went wrong here. It was logged under the number given.")),
}
"""What programs are told in place of the page, by status."""

log = Log(__name__)


class MissingWithin(Http404):
    """There is no such page of something that has one of its own, which the answer leads to."""

    def __init__(self, href: str, name: str) -> None:
        super().__init__(name)
        self.within = (href, name)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Returns the page of a request that cannot be understood, or is too large to be read (400)."""
    return _page(request, "400", 400, too_large=isinstance(exception, RequestDataTooBig))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Returns the page of a request that this person may not make (403), with who may."""
    response = _page(request, "403", 403, who=str(exception or ""))
    # Whoever is given a role, or signs in, must not be shown it again.
    response["Cache-Control"] = "private, no-store"
    return response


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Returns the page of an address that leads nowhere (404), with the way to what is nearest."""
    return _page(request, "404", 404, within=getattr(exception, "within", None))


def too_large(request: HttpRequest, limit: int) -> HttpResponse:
    """Returns the page of a request that brings more than `limit` bytes (413)."""
    return _page(request, "413", 413, limit_mb=f"{limit / 2**20:g}")


def not_utf8(request: HttpRequest) -> HttpResponse:
    """Returns the page of a request that is not written in UTF-8 (415)."""
    return _page(request, "415", 415)


def server_error(request: HttpRequest) -> HttpResponse:
    """Returns the page of a fault of ours (500), with the number under which it was logged.

    Where the machine is what is wrong, Django being about to answer for what was raised, it is said
    what (503): that is nobody's fault here, and needs no traceback for every page of a full disk.
    """
    trouble = trouble_of(sys.exc_info()[1])
    if trouble is not None:
        return unavailable(request, trouble)
    return _page(request, "500", 500, request_id=getattr(request, "request_id", ""))


def unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Returns the trouble of the machine (503) as a page, for htmx as a line, or as JSON."""
    log.error("web.unavailable", code=trouble.code, path=request.path, error=str(sys.exc_info()[1]))
    if is_for_programs(request):
        response = refusal(request, 503, trouble.code, trouble.message)
    elif request.headers.get("HX-Request"):
        line = get_template("components/_message.html")
        response = HttpResponse(line.render({"kind": "error", "text": trouble.message}), status=503)
    elif request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        response = JsonResponse({"wrong": str(trouble.message), "code": trouble.code}, status=503)
    else:
        response = _page(request, "503", 503, trouble=trouble)
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    response.__dict__["_has_been_logged"] = True  # as Django's log_response marks it: just now
    return response


def _page(request: HttpRequest, template: str, status: int, **context: Any) -> HttpResponse:
    if is_for_programs(request):
        code, message = _FOR_PROGRAMS[status]
        return refusal(request, status, code, message)
    return HttpResponse(get_template(f"{template}.html").render(context), status=status)
