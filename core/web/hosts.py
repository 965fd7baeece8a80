"""By what name a page was asked for, and whether others reach this machine by it."""

from __future__ import annotations

from django.http import HttpRequest

_ONLY_HERE = ("localhost", "127.0.0.1", "[::1]")


def reachable_host(request: HttpRequest) -> str:
    """Returns by what name others reach this machine, empty where only it could by this one."""
    host = request.get_host()
    is_own = any(host == own or host.startswith(f"{own}:") for own in _ONLY_HERE)
    return "" if is_own else host
