"""One number per request, in every log line and in the answer."""

import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"


class RequestIdMiddleware:
    """Numbers each request; the number a client sends is not trusted and not used.

    Every line logged while the request is answered carries the number, the one Django writes
    about an exception that nothing caught among them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer with its number in the header `X-Request-ID`."""
        request_id = uuid.uuid4().hex
        request.request_id = request_id  # type: ignore[attr-defined] # for the page of a fault
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            response = self._get_response(request)
        finally:
            structlog.contextvars.clear_contextvars()
        response[HEADER] = request_id
        return response
