"""The bodies of requests: too large, or not UTF-8, they are refused before they are read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.web.refusals import not_utf8, too_large


def largest_body(path: str) -> int:
    """Return how many bytes a request may bring to an address: many only where files are sent."""
    if path.startswith(settings.LARGE_BODIES_UNDER):
        return settings.LARGEST_BODY
    if path in settings.LARGE_JSON_AT:
        return settings.LARGEST_JSON
    if path.startswith(settings.PHOTOS_UNDER):
        return settings.LARGEST_PHOTO
    if re.fullmatch(settings.PHOTO_JSON_AT, path):
        return settings.LARGEST_PHOTO_JSON
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class BodyLimitMiddleware:
    """Refuses a request that says it brings more bytes than `largest_body` allows (413).

    It comes before everything that reads a body: looking for the CSRF token would take a file of
    gigabytes in first. A request that says nothing of its size brings nothing: what is sent without
    a length is not read here at all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the refusal, or the answer of whoever comes next."""
        said = str(request.META.get("CONTENT_LENGTH") or "")
        limit = largest_body(request.path_info)
        # More digits than any size has are not a number to be computed with.
        if said.isdecimal() and (len(said) > 18 or int(said) > limit):
            return too_large(request, limit)
        return self._get_response(request)


class CharsetMiddleware:
    """Refuses a request that says it is in another encoding (415), before its body is read.

    Every page is sent in UTF-8, so a browser sends its forms in UTF-8. Other encodings can spell
    halves of characters, which no database and no answer can hold; UTF-8 cannot. Names of parts and
    of files may say an encoding of their own, and Django passes over one that comes to no text.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the refusal, or the answer of whoever comes next."""
        said = (request.content_params or {}).get("charset", "utf-8")
        if not _is_utf8(said):
            return not_utf8(request)
        return self._get_response(request)


def _is_utf8(said: str) -> bool:
    try:
        return codecs.lookup(said).name == "utf-8"
    except LookupError:
        return False
