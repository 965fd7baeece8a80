"""The one shape of every error that a program is answered, whoever refuses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.web.store import JSON


def is_for_programs(request: HttpRequest) -> bool:
    """Returns whether a program asked: whatever it is refused, it gets the envelope."""
    return request.path_info.startswith(settings.API_UNDER)


def envelope(
    code: str,
    message: str,
    *,
    request_id: str,
    field: str | None = None,
    journal_entry: int | None = None,
    details: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns an error as programs read it; what says nothing is left out."""
    said: dict[str, Any] = {"code": code, "message": str(message), "field": field}
    said |= {"journal_entry": journal_entry, "request_id": request_id, "details": details}
    return {"error": {name: value for name, value in said.items() if value is not None}}


def refusal(
    request: HttpRequest, status: int, code: str, message: str, **more: Any
) -> HttpResponse:
    """Returns the answer with an error; `more` is what `envelope` takes."""
    number = getattr(request, "request_id", "")
    body = msgspec.json.encode(envelope(code, message, request_id=number, **more), enc_hook=str)
    answer = HttpResponse(body, content_type=JSON, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
