"""One number per request, in every log line and in the answer."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from core.request_number import is_number, working_for

HEADER = "X-Request-ID"
SENT = "HTTP_X_REQUEST_ID"
BELIEVED = "wallchart.request_id"
"""Where the server puts the number that a proxy of our own gave a request (`config.proxies`)."""


def number_of(environ: Mapping[str, Any]) -> str:
    """Return the number that our own proxy gave a request, a new one where there is none."""
    return str(environ.get(BELIEVED) or uuid.uuid4().hex)


def believe(environ: dict[str, Any]) -> None:
    """Take the number that a request brings: it comes from a proxy of our own."""
    said = environ.get(SENT, "")
    if is_number(said):
        environ[BELIEVED] = said


class RequestIdMiddleware:
    """Numbers each request; the number a client sends is not trusted and not used.

    Every line logged while the request is answered carries the number, the one Django writes
    about an exception that nothing caught among them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer with its number in the header `X-Request-ID`."""
        request_id = number_of(request.META)
        request.request_id = request_id  # type: ignore[attr-defined] # for the page of a fault
        with working_for(request_id):
            response = self._get_response(request)
        response[HEADER] = request_id
        return response
