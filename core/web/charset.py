"""The encoding of requests: whatever is not UTF-8 is refused."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from core.web.refusals import not_utf8


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
