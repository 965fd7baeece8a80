"""Who is believed about the visitor's address: proxies of this installation, and nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from environs import EnvValidationError
from waitress.proxy_headers import proxy_headers_middleware

Application = Callable[..., Any]
Network = IPv4Network | IPv6Network


def networks(said: Iterable[str]) -> list[Network]:
    """Return addresses and networks, such as 10.0.0.0/24, as they are written in a setting.

    Raises EnvValidationError for what is neither.
    """
    found = []
    for one in said:
        try:
            found.append(ip_network(one.strip(), strict=False))
        except ValueError as wrong:
            message = f'Environment variable "PROXY_ADDRESSES" invalid: {wrong}.'
            raise EnvValidationError(message, [str(wrong)]) from wrong
    return found


def behind_proxies(
    application: Application, proxies: Sequence[Network], *, count: int, https_only: bool
) -> Application:
    """Return the application that hears only what our own proxies say of who asks, and how.

    The visitor's address is the one that the outermost of our own `count` proxies saw. Whoever
    ends TLS is believed about the scheme. A phone that reaches us beside the proxies is not.
    """
    doubted: Application = proxy_headers_middleware(application)
    headers = {"x-forwarded-for"} if count else set()
    if https_only:
        headers.add("x-forwarded-proto")
    if not headers:
        return doubted
    believed: Application = proxy_headers_middleware(
        application,
        trusted_proxy="*",
        trusted_proxy_count=max(count, 1),
        trusted_proxy_headers=headers,
    )

    def asked(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        is_ours = _is_in(environ["REMOTE_ADDR"], proxies)
        return (believed if is_ours else doubted)(environ, start_response)

    return asked


def _is_in(said: str, proxies: Sequence[Network]) -> bool:
    try:
        address = ip_address(said)
    except ValueError:
        return False
    return any(address in one for one in proxies)
