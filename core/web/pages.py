"""Reads never compute and never write: pages are made once and served as bytes or as a 304.

The version says what a page was made from. Whoever finds a page of an older version gets it as it
was, with its own "as at", while the new one is made (`core.web.rendering`).
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from core.models import StoredPage
from core.web.rendering import rendered
from core.web.store import HTML, Draft, may_stand_in, stored, zipped

ASK_AGAIN_S = 2


def serve(request: HttpRequest, *, version: str, draft: Draft) -> HttpResponse:
    """Returns the page at the request's path: a 304, its bytes, or those of the page before.

    Where there is neither in time, a 503 that asks again by itself.
    """
    before = stored([request.path]).get(request.path)
    return answer(request, renewed(request.path, version, draft, before))


def renewed(path: str, version: str, draft: Draft, before: StoredPage | None) -> StoredPage | None:
    """Returns the page at the path as it may be shown now, `before` being what is stored there.

    None when it is still being made and what is stored may not be shown.
    """
    if before is not None and before.version == version:
        return before
    stands_in = before if before is not None and may_stand_in(before, version) else None
    return rendered(path, version, draft, stands_in)


def answer(request: HttpRequest, page: StoredPage | None) -> HttpResponse:
    """Returns the page to its reader, or that it is being made."""
    if page is not None:
        return _sent(request, page.etag, lambda: bytes(page.body), page.content_type)
    text = render_to_string("being_made.html", {"ask_again": ASK_AGAIN_S})
    headers = {"Retry-After": f"{ASK_AGAIN_S}", "Refresh": f"{ASK_AGAIN_S}"}
    return HttpResponse(text, status=503, headers={**headers, "Cache-Control": "no-store"})


def serve_unstored(
    request: HttpRequest, *, version: str, make: Callable[[], bytes], content_type: str = HTML
) -> HttpResponse:
    """Returns a page of which there are too many to store them: a 304, or made now.

    The version together with the whole address decides whether what a reader holds is current.
    """
    mark = hashlib.sha256(f"{version} {request.get_full_path()}".encode()).hexdigest()[:32]
    return _sent(request, mark, lambda: zipped(make()), content_type)


def _sent(
    request: HttpRequest, etag: str, body: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """Returns a 304 to who holds the page, else its bytes, zipped for who takes them so."""
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(body(), content_type=content_type)
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(body()), content_type=content_type)
    # Weak, because the same tag stands for the zipped bytes and for the plain ones.
    response["ETag"] = f'W/"{etag}"'
    response["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
