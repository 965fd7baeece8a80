"""The paper in the printer: chosen once on a device, and kept there for all that is printed."""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

from django.http import HttpRequest, HttpResponseBase

from core.phrases import phrase

SIZES = (("a4", "A4"), ("letter", phrase("Letter")))
USUAL = "a4"
COOKIE, PRINTER = "paper_size", "paper_printer"
_KEPT = timedelta(days=400)
_KEYS = frozenset(key for key, _ in SIZES)

Answer = TypeVar("Answer", bound=HttpResponseBase)


def kept_size(request: HttpRequest) -> str:
    """Returns the paper that the device was last printed for; A4 where nobody chose."""
    kept = request.COOKIES.get(COOKIE, "")
    return kept if kept in _KEYS else USUAL


def chosen_size(request: HttpRequest) -> str:
    """Returns the paper that the address names, else the one that is kept."""
    named = request.GET.get("size", "")
    return named if named in _KEYS else kept_size(request)


def keep_size(request: HttpRequest, answer: Answer) -> Answer:
    """Returns the answer; it has the device keep the paper that the address names."""
    named = request.GET.get("size", "")
    if named in _KEYS and named != request.COOKIES.get(COOKIE):
        _keep(answer, COOKIE, named, request)
    return answer


def keep_printer(answer: Answer, printer: str, request: HttpRequest) -> Answer:
    """Returns the answer; it has the device keep the printer of this machine that was chosen."""
    _keep(answer, PRINTER, printer, request)
    return answer


def _keep(answer: HttpResponseBase, name: str, value: str, request: HttpRequest) -> None:
    secure = request.is_secure()
    answer.set_cookie(name, value, max_age=_KEPT, secure=secure, httponly=True, samesite="Lax")
