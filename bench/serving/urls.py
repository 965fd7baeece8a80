"""The peer's only address: a view that answers nothing, and asks nobody for it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path


def empty(_request: HttpRequest) -> HttpResponse:
    """Answers without a word."""
    return HttpResponse(headers={"Content-Length": "0"})  # else its connection would be closed


urlpatterns = [path("", empty)]
