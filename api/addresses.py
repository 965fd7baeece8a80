"""The addresses below `/api/v1/`: found without Django REST framework."""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.resolvers import RegexPattern, ResolverMatch

from api.operations import Stored, by_path
from api.stored import page_of, sent

ROOT = "/api/v1/"


class Count:
    """A whole number of a row, written in the one way that names it; it fits every database."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Code:
    """The code of a lexicon."""

    regex = r"[A-Za-z0-9_][A-Za-z0-9._-]{0,19}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Count, "count")
register_converter(Code, "code")


def find(rest: str) -> ResolverMatch:
    """Returns what answers at an address below `ROOT`; Http404 where nothing does."""
    return _resolver().resolve(rest)


@cache
def _resolver() -> URLResolver:
    patterns = [path(route, partial(_answered, route)) for route in _routes()]
    return URLResolver(RegexPattern(r"^"), patterns)


def rest_patterns() -> list[URLPattern]:
    """Returns the same addresses with the views of Django REST framework, for the description."""
    rest = import_module("api.views")
    return [path(f"{ROOT[1:]}{route}", rest.view_of(route)) for route in _routes()]


def _routes() -> list[str]:
    import_module(settings.ROOT_URLCONF)  # which registers what stands in addresses
    return list(by_path())


def _answered(route: str, request: HttpRequest, **values: Any) -> HttpResponseBase:
    """Returns a stored answer to whoever asks for no more than that, else what DRF answers."""
    operation = by_path()[route].get("GET")
    if isinstance(operation, Stored) and _is_plain(request):
        return sent(request, page_of(request, operation, values, current=False))
    answered: HttpResponseBase = import_module("api.views").view_of(route)(request, **values)
    return answered


def _is_plain(request: HttpRequest) -> bool:
    said = request.META.get
    accepts = said("HTTP_ACCEPT", "*/*")
    return (
        request.method in ("GET", "HEAD")
        and not said("QUERY_STRING")
        and not said("HTTP_AUTHORIZATION")
        and ("*/*" in accepts or "json" in accepts)
    )
