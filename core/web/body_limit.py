"""How much a request may send: more is refused before any of it is read."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.web.refusals import too_large


class BodyLimitMiddleware:
    """Refuses a request that says it brings more than `settings.LARGEST_BODY` bytes (413).

    It stands before everything that reads a body: looking for the CSRF token would take a file of
    gigabytes in first. A request that says nothing of its size brings nothing: what is sent without
    a length is not read here at all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the refusal, or the answer of whoever comes next."""
        said = str(request.META.get("CONTENT_LENGTH") or "")
        # More digits than any size has are no number to be computed with.
        if said.isdecimal() and (len(said) > 18 or int(said) > settings.LARGEST_BODY):
            return too_large(request, settings.LARGEST_BODY)
        return self._get_response(request)
