"""The store of rendered pages: bytes by path, and the version that they were made from."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import brotli
from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import QuerySet
from django.utils import timezone

from core.log import Log
from core.models import StoredPage
from core.prepared import PreparedQuery
from core.unsynced import unsynced

HTML = "text/html; charset=utf-8"
JSON = "application/json"
NAMES = "register"
"""The journal that holds the names by which people are shown."""

_QUALITY = 5
ONCE, EACH_TIME = 8, 6
"""How hard a page is zipped that is stored and sent many times, or zipped for whoever asks. A large
table is a tenth smaller by 8, for 3 milliseconds."""

log = Log(__name__)


class NoSuchPage(LookupError):
    """There is no page at this path, or no longer."""


class Made(NamedTuple):
    """A page as it was made: from which version, and its text, or the bytes of a picture."""

    version: str
    text: str | bytes
    content_type: str = HTML


Draft = Callable[[], Made]
"""Makes a page; raises NoSuchPage where there is none."""


def stored(path: str, other: str | None = None) -> dict[str, StoredPage]:
    """Returns the pages stored at one path or at two, by path, of whatever version; one query."""
    return {page.path: page for page in _stored(one=path, other=path if other is None else other)}


def current(path: str, version: str) -> StoredPage | None:
    """Returns the stored page when it was made from this version."""
    page = stored(path).get(path)
    return page if page is not None and page.version == version else None


def stored_below(beginning: str) -> QuerySet[StoredPage]:
    """Returns the pages whose paths begin with this, which is ASCII, found by the index of paths.

    LIKE on SQLite takes a for A, so it would walk through all pages and their bodies. On PostgreSQL
    it has an index, while the order of a range is that of the database's language.
    """
    if connection.vendor == "sqlite":
        end = beginning[:-1] + chr(ord(beginning[-1]) + 1)
        return StoredPage.objects.filter(path__gte=beginning, path__lt=end)
    return StoredPage.objects.filter(path__startswith=beginning)


@PreparedQuery
def _stored(one: Any, other: Any) -> QuerySet[StoredPage]:
    return StoredPage.objects.filter(path__in=(one, other))


def lasting(names: int, build: str, state: str) -> str:
    """Returns a version of what shows people: `names` is the register's, `build` the program's.

    A page may stand in for a newer one (`may_stand_in`) while these two are the same.
    """
    return f"{names}.{build}!{state}"


def may_stand_in(page: StoredPage, version: str) -> bool:
    """Returns whether a page may be shown while the one of this version is made.

    Never where the register or the program has changed since: a name that somebody keeps back
    from now on is on no page from now on. A version that names neither has no stand-in.
    """
    hard = hard_part(version)
    return bool(hard) and hard_part(page.version) == hard


def is_behind(version: str, wanted: str) -> bool:
    """Returns whether a page of a version may not be shown to who wants another: its names are
    earlier ones, or its program is another. Newer names do no harm.
    """
    told, hard = hard_part(version), hard_part(wanted)
    if not hard or told == hard:
        return False
    return not told or names_in(told) <= names_in(hard)


def hard_part(version: str) -> str:
    """Returns the part of a version that a page must share to stand in; empty where none may."""
    hard, mark, _ = version.partition("!")
    return hard if mark else ""


def names_in(hard: str) -> int:
    """Returns the version of the names that a hard part tells."""
    return int(hard.partition(".")[0])


def text_of(page: StoredPage) -> bytes:
    """Returns the page's bytes as they were before they were zipped."""
    return gzip.decompress(page.body)


def zipped(text: bytes, level: int = ONCE) -> bytes:
    """Returns the bytes as they are stored and sent; equal ones from equal ones."""
    return gzip.compress(text, compresslevel=level, mtime=0)


def brotlied(text: bytes) -> bytes:
    """Returns the bytes as sent to clients that take Brotli, a tenth fewer in the same time."""
    found: bytes = brotli.compress(text, mode=brotli.MODE_TEXT, quality=_QUALITY)
    return found


def store(path: str, made: Made) -> StoredPage:
    """Stores a page under its version; returns it, even if it could not be stored.

    Whoever asks while a long write holds the database gets the page all the same. Browsers take
    Brotli over HTTPS only, so in a hall nothing is packed that way.
    """
    text = made.text if isinstance(made.text, bytes) else made.text.encode()
    is_packed = settings.HTTPS_ONLY and made.content_type == HTML
    page = StoredPage(
        path=path,
        version=made.version,
        etag=hashlib.sha256(text).hexdigest()[:32],
        content_type=made.content_type,
        body=zipped(text),
        brotli_body=brotlied(text) if is_packed else b"",
        stored_at=timezone.now(),
    )
    columns = ["version", "etag", "content_type", "body", "brotli_body", "stored_at"]
    try:
        with unsynced():
            StoredPage.objects.bulk_create(
                [page], update_conflicts=True, unique_fields=["path"], update_fields=columns
            )
    except OperationalError:
        log.warning("page.not_stored", path=path)
    return page
