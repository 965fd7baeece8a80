"""The page for a fault of the program: it shows the number under which the log tells more."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseServerError
from django.template.loader import render_to_string


def server_error(request: HttpRequest) -> HttpResponseServerError:
    """Returns the 500 page; it reads nothing but the request's number, so that it cannot fail."""
    number = getattr(request, "request_id", "")
    return HttpResponseServerError(render_to_string("500.html", {"request_id": number}))
