"""Receivers in the hall's own network, to which webhooks may go although nobody else reaches it."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from environs import EnvValidationError

OwnReceiver = tuple[IPv4Network | IPv6Network, int]


def own_receivers(said: Iterable[str]) -> list[OwnReceiver]:
    """Return addresses or networks with their port, such as 192.168.1.20:9000, as they are set.

    The port belongs to each, so that nothing else there can be reached. Raises EnvValidationError
    for what is not written like that.
    """
    return [_read(one.strip()) for one in said]


def _read(said: str) -> OwnReceiver:
    network, _, port = said.rpartition(":")
    try:
        if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise ValueError(f"{said!r} does not end with a port")
        return ip_network(network.replace("[", "").replace("]", ""), strict=False), int(port)
    except ValueError as wrong:
        message = f'Environment variable "WEBHOOK_RECEIVERS" invalid: {wrong}.'
        raise EnvValidationError(message, [str(wrong)]) from wrong
