"""Public answers: rendered once for each version, and sent as bytes or as a 304."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse

from api.operations import Stored
from core.models import StoredPage
from core.phrases import phrase
from core.web.envelope import refusal
from core.web.pages import ASK_AGAIN_S, answer, renewed
from core.web.rendering import make_now
from core.web.store import JSON, Draft, Made, NoSuchPage, stored


def page_of(
    request: HttpRequest, operation: Stored, path: dict[str, Any], *, current: bool
) -> StoredPage | None:
    """Returns the stored answer, None while it is being made; Http404 where there is none.

    A `current` one is made from the state of this moment. Otherwise the one before may stand in
    for it, as with pages, while it is made.
    """
    asked = operation.page(**path)

    def draft() -> Made:
        version, made = asked.make()
        return Made(version, as_json(made).decode(), JSON)

    try:
        return _page(request, asked.version, draft, current=current)
    except NoSuchPage as missing:
        raise Http404 from missing


def _page(request: HttpRequest, version: str, draft: Draft, *, current: bool) -> StoredPage | None:
    before = stored(request.path).get(request.path)
    if not current:
        return renewed(request, request.path, version, draft, before)
    if before is not None and before.version == version:
        return before
    return make_now(request.path, version, draft)


def sent(request: HttpRequest, page: StoredPage | None) -> HttpResponse:
    """Returns the stored answer to its reader, or that it is being made (503)."""
    if page is not None:
        return answer(request, page)
    being_made = refusal(
        request, 503, "being_made", phrase("This is being made; ask again in a moment.")
    )
    being_made["Retry-After"] = str(ASK_AGAIN_S)
    return being_made


def as_json(value: Any) -> bytes:
    """Returns a value as JSON: dataclasses as objects, dates as ISO 8601."""
    return msgspec.json.encode(value, enc_hook=str)
