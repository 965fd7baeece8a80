"""Reads never compute: pages rendered once, stored under a version, served as bytes or a 304.

A page is made by its maker when a write has changed what it shows, or by the first reader who
finds it missing. The version says what the page was made from; it decides alone whether the
stored bytes still hold.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from core.models import StoredPage

HTML = "text/html; charset=utf-8"

Maker = Callable[[], str]


def serve(request: HttpRequest, *, version: str, make: Maker, path: str = "") -> HttpResponse:
    """Returns the page at the request's path: 304, the stored bytes, or made and stored now."""
    page = current(path or request.path, version) or store(path or request.path, version, make)
    etag = f'"{page.etag}"'
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(bytes(page.body), content_type=page.content_type)
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(page.body), content_type=page.content_type)
    response["ETag"] = etag
    response["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def current(path: str, version: str) -> StoredPage | None:
    """Returns the stored page when it was made from this version."""
    return StoredPage.objects.filter(path=path, version=version).first()


def store(path: str, version: str, make: Maker, *, content_type: str = HTML) -> StoredPage:
    """Makes the page and stores it under the version; returns what was stored."""
    text = make().encode()
    # A fixed time inside the gzip header keeps equal pages equal bytes.
    values = {
        "version": version,
        "etag": hashlib.sha256(text).hexdigest()[:32],
        "content_type": content_type,
        "body": gzip.compress(text, compresslevel=6, mtime=0),
        "stored_at": timezone.now(),
    }
    StoredPage.objects.update_or_create(path=path, defaults=values)
    return StoredPage(path=path, **values)
