"""Where a webhook may lead: addresses that are typed, and those that their names stand for.

Whoever directs an event types an address, and this machine connects to it. So nothing in the
network of this machine may be reached by that, unless the operator named it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from core.errors import UserError
from core.phrases import phrase

Address = IPv4Address | IPv6Address
Own = tuple[IPv4Network | IPv6Network, int]
"""A network of the hall and the one port at which webhooks may connect there."""

URL_LIMIT = 500
PUBLIC_PORTS = (443, 8443)

_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_PRINTABLE = re.compile(r"[!-~]+")
_NOT_PUBLIC_V4 = [
    ip_network(one)
    for one in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by the customers of a provider; a metadata service among them
        "127.0.0.0/8",
        "168.63.129.16/32",  # a provider's own service, beside every machine in its cloud
        "169.254.0.0/16",  # link-local, metadata services
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",  # multicast, reserved, broadcast
    )
]
_PUBLIC_V6 = ip_network("2000::/3")
"""All that is given out. What carries an IPv4 address inside is outside of it, or named below."""
_NOT_PUBLIC_V6 = [
    ip_network(one)
    for one in (
        "2001::/23",  # Teredo and other protocols
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "3fff::/20",
    )
]


@dataclass(frozen=True, slots=True)
class Target:
    """An address in parts: where to connect, and what to ask for there."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The name and, unless it is the usual one, the port: what the header Host holds."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"https": 443, "http": 80}[self.scheme]
        return name if self.port == usual else f"{name}:{self.port}"


class AddressRefused(UserError):
    """An address to which nothing is sent; `message` says why."""


def target_of(url: str) -> Target:
    """Returns a typed address in parts. Raises AddressRefused for one that cannot be right."""
    if len(url) > URL_LIMIT:
        raise _not_allowed(
            phrase("An address can have at most {most} characters.", most=URL_LIMIT), "url.long"
        )
    if not _PRINTABLE.fullmatch(url) or "\\" in url:
        raise _not_allowed(
            phrase("An address has no spaces and only plain letters, digits and signs."),
            "url.letters",
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _wrong() from None
    if parts.scheme not in ("https", "http"):
        raise _not_allowed(phrase("The address must begin with https://."), "url.scheme")
    if "@" in parts.netloc:
        raise _not_allowed(
            phrase("Leave the name and password out of the address."), "url.userinfo"
        )
    if parts.fragment or not parts.hostname or port == 0:
        raise _wrong()
    host = _host(parts.hostname, is_bracketed="[" in parts.netloc)
    return Target(
        parts.scheme, host, port or (443 if parts.scheme == "https" else 80), _path(parts)
    )


def is_public(address: Address) -> bool:
    """Returns whether an address is one of the public internet, and no way into a network here.

    One that holds another inside (IPv4-mapped, 6to4, NAT64, Teredo) is not.
    """
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in one for one in _NOT_PUBLIC_V4)
    if address.scope_id is not None or address not in _PUBLIC_V6:
        return False
    return address.is_global and not any(address in one for one in _NOT_PUBLIC_V6)


def is_own(address: Address, port: int, own: Iterable[Own]) -> bool:
    """Returns whether the operator named this address and port as a receiver of the hall."""
    return any(port == at and address in network for network, at in own)


def checked(target: Target, found: Sequence[str], own: Sequence[Own]) -> list[Address]:
    """Returns the addresses that a name stands for, each of which may be connected to.

    Raises AddressRefused if there is one among them that may not: a name that leads to two places
    would else lead to the wrong one.
    """
    addresses = [ip_address(one) for one in dict.fromkeys(found)]
    if not addresses:
        raise _not_allowed(phrase("The name {host} is not known.", host=target.host), "url.unknown")
    if all(is_own(one, target.port, own) for one in addresses):
        return addresses
    if not all(is_public(one) for one in addresses):
        raise _not_allowed(
            phrase(
                "{host} is not on the public internet. An operator can allow a receiver in the "
                "hall by the setting WEBHOOK_RECEIVERS.",
                host=target.host,
            ),
            "url.not_public",
        )
    if target.scheme != "https":
        raise _not_allowed(phrase("The address must begin with https://."), "url.scheme")
    if target.port not in PUBLIC_PORTS:
        raise _not_allowed(
            phrase(
                "Port {port} is not allowed. Use 443 or 8443.",
                port=target.port,
            ),
            "url.port",
        )
    return addresses


def check_typed(url: str, own: Sequence[Own]) -> None:
    """Raises AddressRefused for an address that cannot be right, as far as reading it tells.

    What a name stands for is looked at each time something is sent.
    """
    target = target_of(url)
    try:
        address = ip_address(target.host)
    except ValueError:
        if not any(target.port == at for _, at in own):
            checked(target, ["1.1.1.1"], ())
        return
    checked(target, [str(address)], own)


def _host(typed: str, *, is_bracketed: bool) -> str:
    if is_bracketed:
        try:
            return str(IPv6Address(typed))
        except ValueError:
            raise _wrong() from None
    if len(typed) > 253 or not _HOST.fullmatch(typed):
        raise _wrong()
    return typed


def _path(parts: SplitResult) -> str:
    path = parts.path or "/"
    return f"{path}?{parts.query}" if parts.query else path


def _wrong() -> AddressRefused:
    return _not_allowed(
        phrase("This is not an address such as https://example.org/wallchart."), "url.wrong"
    )


def _not_allowed(message: str, code: str) -> AddressRefused:
    return AddressRefused(message, code=code, field="url")
