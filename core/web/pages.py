"""Reads never compute: pages rendered once, stored under a version, served as bytes or a 304.

A page is made by its maker when a write has changed what it shows, or by the first reader who
finds it missing. The version says what the page was made from; it decides alone whether the
stored bytes still hold.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable

import structlog
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from core.models import StoredPage

HTML = "text/html; charset=utf-8"

Maker = Callable[[], str]

log = structlog.get_logger(__name__)


def serve(request: HttpRequest, *, version: str, make: Maker, path: str = "") -> HttpResponse:
    """Returns the page at the request's path: 304, the stored bytes, or made and stored now."""
    page = current(path or request.path, version) or store(path or request.path, version, make)
    return _answer(request, page.etag, lambda: bytes(page.body), page.content_type)


def serve_unstored(
    request: HttpRequest, *, version: str, make: Callable[[], bytes], content_type: str = HTML
) -> HttpResponse:
    """Returns a page of which there are too many to store them: a 304, or made now.

    The version together with the whole address decides whether what a reader holds is current.
    """
    mark = hashlib.sha256(f"{version} {request.get_full_path()}".encode()).hexdigest()[:32]
    return _answer(request, mark, lambda: _zipped(make()), content_type)


def current(path: str, version: str) -> StoredPage | None:
    """Returns the stored page when it was made from this version."""
    return StoredPage.objects.filter(path=path, version=version).first()


def is_current(path: str, version: str) -> bool:
    """Returns whether the page stored at the path was made from this version."""
    return StoredPage.objects.filter(path=path, version=version).exists()


def text_of(page: StoredPage) -> bytes:
    """Returns the page's bytes as they were before they were zipped."""
    return gzip.decompress(page.body)


def store(path: str, version: str, make: Maker, *, content_type: str = HTML) -> StoredPage:
    """Makes the page and stores it under the version; returns it, even if it could not be stored.

    A reader who renders while a long write holds the database gets the page all the same.
    """
    text = make().encode()
    page = StoredPage(
        path=path,
        version=version,
        etag=hashlib.sha256(text).hexdigest()[:32],
        content_type=content_type,
        body=_zipped(text),
        stored_at=timezone.now(),
    )
    columns = ["version", "etag", "content_type", "body", "stored_at"]
    try:
        StoredPage.objects.bulk_create(
            [page], update_conflicts=True, unique_fields=["path"], update_fields=columns
        )
    except OperationalError:
        log.warning("page.not_stored", path=path)
    return page


def _answer(
    request: HttpRequest, etag: str, zipped: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """Returns a 304 to who holds the page, else its bytes, zipped for who takes them so."""
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(zipped(), content_type=content_type)
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(zipped()), content_type=content_type)
    # Weak, because the same tag stands for the zipped bytes and for the plain ones.
    response["ETag"] = f'W/"{etag}"'
    response["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _zipped(text: bytes) -> bytes:
    # A fixed time inside the gzip header keeps equal pages equal bytes.
    return gzip.compress(text, compresslevel=6, mtime=0)
