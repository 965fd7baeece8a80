"""How much one may ask for: by token or account, and by the address of who shows none."""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from rest_framework.throttling import SimpleRateThrottle

from api.models import Token
from core.log import Log

log = Log(__name__)


class _Throttle(SimpleRateThrottle):
    """Counts in the cache of this installation; where that is away, nobody is kept waiting."""

    def get_rate(self) -> str:
        """Returns the rate, such as 600/min."""
        return str(settings.API_RATES[str(self.scope)])

    def allow_request(self, request: Any, view: Any) -> bool:
        """Returns whether the request is within the rate."""
        try:
            return bool(super().allow_request(request, view))
        except (OSError, RuntimeError) as away:
            log.warning("api.throttle_away", error=str(away))
            return True


class ByToken(_Throttle):
    """Counts the requests of a token, or of an account that is signed in."""

    scope = "token"

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """Returns what is counted together, None for somebody whom nobody knows."""
        if isinstance(request.auth, Token):
            return f"api-token-{request.auth.digest[:32]}"
        return f"api-user-{request.user.pk}" if request.user.is_authenticated else None


class ByAddress(_Throttle):
    """Counts the requests of an address; a whole hall shares one, so it is let do more."""

    scope = "address"

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """Returns what is counted together."""
        if request.user.is_authenticated:
            return None
        return _address_key(request)


class OwnByToken(ByToken):
    """Counts the requests of a token to one operation."""

    def __init__(self, rate: str) -> None:
        self.scope = rate
        super().__init__()

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """Returns what is counted together."""
        return f"{self.scope}-{super().get_cache_key(request, view)}"


class OwnByAddress(OwnByToken):
    """Counts the requests of an address to one operation, whoever makes them."""

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """Returns what is counted together."""
        return f"{self.scope}-{_address_key(request)}"


def own_throttles(rate: str) -> list[OwnByToken]:
    """Returns what counts an operation with a rate of its own, by token and by address."""
    return [OwnByToken(rate), OwnByAddress(rate)]


def _address_key(request: Any) -> str:
    """Returns the key of an address; the web server has made sure of it."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    return f"api-address-{hashlib.sha256(address.encode()).hexdigest()[:32]}"
