"""Reads never compute and never write: pages are made once and served as bytes or as a 304.

The version says what a page was made from. Whoever finds a page of an older version gets it as it
was, with its own "as at", while the new one is made (`core.web.rendering`).
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_vary_headers

from core.models import StoredPage
from core.phrases import language
from core.web.languages import stored_path
from core.web.rendering import UNTIL_MORE_S, rendered
from core.web.store import EACH_TIME, HTML, Draft, Made, may_stand_in, stored, zipped

ASK_AGAIN_S = 2

FOUND = "wallchart.found"
"""The place in a request of its stored answer; no client can send such a name."""

KNOWN, BROTLI, GZIP, PLAIN = "known", "br", "gzip", "plain"


_TAKES_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A stored page that an answer was made of, and the version that was `wanted` of it.

    Younger than `until_more_s` it stands in for the next one, which is not made yet. A page that
    shows what is so at a time is `good_until` then.
    """

    path: str
    version: str
    wanted: str
    etag: str
    stored_at: datetime
    until_more_s: float = UNTIL_MORE_S
    good_until: datetime | None = None

    @property
    def is_current(self) -> bool:
        """Whether it was made from the current state; otherwise it stands in."""
        return self.version == self.wanted


def serve(
    request: HttpRequest,
    *,
    version: str,
    draft: Draft,
    until_more_s: float = UNTIL_MORE_S,
    good_until: datetime | None = None,
) -> HttpResponse:
    """Returns the page at the request's path: a 304, its bytes, or those of the page before.

    Where there is neither in time, a 503 that asks again by itself. A page of which few look at
    every second, such as a screen's, may be made again when it is younger than others. `good_until`
    is when the version becomes another one although nothing was changed.
    """
    path = request.path
    before = stored_here(path).get(path)
    page = renewed(
        request,
        path,
        version,
        draft,
        before,
        until_more_s=until_more_s,
        good_until=good_until,
    )
    return answer(request, page)


def renewed(
    request: HttpRequest,
    path: str,
    version: str,
    draft: Draft,
    before: StoredPage | None,
    *,
    until_more_s: float = UNTIL_MORE_S,
    good_until: datetime | None = None,
) -> StoredPage | None:
    """Returns the page at the path as it may be shown now, `before` being what is stored there.

    Both are in the language of the moment, each of which has a page of its own.
    None when it is still being made and what is stored may not be shown. The request is told what
    was found, for `core.web.at_once`.
    """
    page, path = before, stored_path(path)
    if before is None or before.version != version:
        stands_in = before if before is not None and may_stand_in(before, version) else None
        page = rendered(path, version, _worded_as_now(draft), stands_in, until_more_s=until_more_s)
    if page is not None:
        page_now = FoundPage(
            path, page.version, version, page.etag, page.stored_at, until_more_s, good_until
        )
        request.META.setdefault(FOUND, []).append(page_now)
    return page


def _worded_as_now(draft: Draft) -> Draft:
    """Returns a draft of the page in the language of this moment, whichever thread makes it."""
    spoken = translation.get_language() or settings.LANGUAGE_CODE

    def worded() -> Made:
        with translation.override(spoken):
            return draft()

    return worded


def stored_here(path: str, other: str | None = None) -> dict[str, StoredPage]:
    """Returns the pages stored at one path or at two in the language of the moment; one query."""
    asked = {stored_path(one): one for one in (path, other) if one is not None}
    return {asked[there]: page for there, page in stored(*asked).items()}


def answer(request: HttpRequest, page: StoredPage | None) -> HttpResponse:
    """Returns the page to its reader, or that it is being made."""
    if page is not None:
        packed = bytes(page.brotli_body)
        return _sent(request, page.etag, lambda: bytes(page.body), page.content_type, packed)
    text = render_to_string("being_made.html", {"ask_again": ASK_AGAIN_S})
    headers = {"Retry-After": f"{ASK_AGAIN_S}", "Refresh": f"{ASK_AGAIN_S}"}
    return HttpResponse(text, status=503, headers={**headers, "Cache-Control": "no-store"})


def serve_unstored(
    request: HttpRequest, *, version: str, make: Callable[[], bytes], content_type: str = HTML
) -> HttpResponse:
    """Returns a page of which there are too many to store them: a 304, or made now.

    The version together with the whole address decides whether what a reader holds is current.
    """
    said = f"{version} {language()} {request.get_full_path()}"
    mark = hashlib.sha256(said.encode()).hexdigest()[:32]
    return _sent(request, mark, lambda: zipped(make(), EACH_TIME), content_type)


def _sent(
    request: HttpRequest,
    etag: str,
    body: Callable[[], bytes],
    content_type: str,
    brotli_body: bytes = b"",
) -> HttpResponse:
    """Returns a 304 if the client holds the page, else its bytes, packed if it takes them so."""
    form = accepted_form(request.META, etag)
    if form == KNOWN:
        response: HttpResponse = HttpResponseNotModified()
    elif form == BROTLI and brotli_body:
        response = HttpResponse(brotli_body, content_type=content_type)
        response["Content-Encoding"] = "br"
    elif form != PLAIN:
        response = HttpResponse(body(), content_type=content_type)
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(body()), content_type=content_type)
    # Weak, because the same tag stands for the zipped bytes and for the plain ones.
    response["ETag"] = f'W/"{etag}"'
    response["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def accepted_form(headers: Mapping[str, Any], etag: str) -> str:
    """Returns in which form somebody takes the page of this tag, by the headers of WSGI: `KNOWN`
    where they hold it, else the best of `BROTLI`, `GZIP` and `PLAIN`. Brotli implies gzip.
    """
    if etag in headers.get("HTTP_IF_NONE_MATCH", ""):
        return KNOWN
    taken = headers.get("HTTP_ACCEPT_ENCODING", "")
    if "gzip" not in taken:
        return PLAIN
    return BROTLI if _TAKES_BROTLI.search(taken) else GZIP
