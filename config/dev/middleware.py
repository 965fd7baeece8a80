"""The middleware of requests in development only."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class PlainPages:
    """Has every page answered whole and unpacked: the toolbar can be put into no other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer to the request without the headers that ask for less."""
        for header in ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH"):
            request.META.pop(header, None)
        return self._get_response(request)
