"""Trust in the visitor's address: only proxies of this installation are believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from environs import EnvValidationError
from waitress.proxy_headers import proxy_headers_middleware

from core.log import Log
from core.web.request_id import believe

Application = Callable[..., Any]
Network = IPv4Network | IPv6Network
log = Log(__name__)
_FOR, _PROTO = _TELLING = ("x-forwarded-for", "x-forwarded-proto")
_MOST_TOLD = 8
"""Peers that are logged: anybody in a hall may send such headers, from any number of addresses."""


def networks(said: Iterable[str]) -> list[Network]:
    """Return addresses and networks, such as 10.0.0.0/24, as they are written in a setting.

    Raises EnvValidationError for what is neither.
    """
    read = []
    for one in said:
        try:
            read.append(ip_network(one.strip(), strict=False))
        except ValueError as wrong:
            message = f'Environment variable "PROXY_ADDRESSES" invalid: {wrong}.'
            raise EnvValidationError(message, [str(wrong)]) from wrong
    return read


def behind_proxies(
    application: Application, proxies: Sequence[Network], *, count: int, https_only: bool
) -> Application:
    """Return the application that hears only what our own proxies say of a request.

    The visitor's address is the one that the outermost of our own `count` proxies saw. Whoever
    ends TLS is believed about the scheme, and each about the number of a request. A phone that
    reaches us beside the proxies is not; the log names once each peer not believed, for it may be
    a proxy that nobody named.
    """
    doubted: Application = proxy_headers_middleware(application)
    headers = {_FOR} if count else set()
    if https_only:
        headers.add(_PROTO)
    if not headers:
        return doubted
    believed: Application = proxy_headers_middleware(
        application,
        trusted_proxy="*",
        trusted_proxy_count=max(count, 1),
        trusted_proxy_headers=headers,
    )

    told: set[str] = set()

    def by_peer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        peer = environ["REMOTE_ADDR"]
        if _is_in(peer, proxies):
            believe(environ)
            return believed(environ, start_response)
        if peer not in told and len(told) < _MOST_TOLD:
            _tell_dropped(peer, headers & _said(environ), told)
        return doubted(environ, start_response)

    return by_peer


def _said(environ: dict[str, Any]) -> set[str]:
    """Return the names of the headers of a request that may tell of a visitor."""
    return {header for header in _TELLING if f"HTTP_{header.upper().replace('-', '_')}" in environ}


def _tell_dropped(peer: str, dropped: set[str], told: set[str]) -> None:
    """Log who said what and is not believed, and remember it in `told`."""
    if dropped:
        told.add(peer)
        log.warning(
            "proxies.not_believed",
            peer=peer,
            headers=sorted(dropped),
            told=f"If {peer} is your proxy, name it in PROXY_ADDRESSES.",
        )


def _is_in(said: str, proxies: Sequence[Network]) -> bool:
    try:
        address = ip_address(said)
    except ValueError:
        return False
    return any(address in one for one in proxies)
