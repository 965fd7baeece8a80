"""The host name that a page was asked for by, and whether others reach this machine by it."""

from __future__ import annotations

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.middleware.security import SecurityMiddleware

_ONLY_HERE = ("localhost", "127.0.0.1", "[::1]")


def reachable_host(request: HttpRequest) -> str:
    """Returns by what name others reach this machine, empty where only it could by this one."""
    host = request.get_host()
    return "" if is_only_here(host) else host


def is_only_here(host: str) -> bool:
    """Returns whether only this machine could reach itself by this name, with or without a port."""
    return any(host == own or host.startswith(f"{own}:") for own in _ONLY_HERE)


class HeadersForAnyHost(SecurityMiddleware):
    """Django's headers of security, also on the page that refuses a name we do not answer to.

    Django looks at the name when it sends a browser on to HTTPS, and then puts no header on
    anything. Here such a request goes on, to where it is refused.
    """

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Return the way to HTTPS, None where there is none to be shown."""
        try:
            return super().process_request(request)
        except DisallowedHost:
            return None
