"""The abilities of this machine, and the stand-ins for those it lacks.

Each choice goes by capability, not by the name of the system, and can be forced by the environment
variable of the same name: `WEB_PROCESSES`, `WORKER_POOL`, `BROKER`, `LIFELINE`,
`TIME_ZONE`.
"""

import os
import socket
from importlib.util import find_spec
from zoneinfo import ZoneInfo

import tzlocal
from marshmallow.validate import OneOf, Range

from config.env import env
from core.child_process import PIPE, best_line

PREFORK, THREADS = "prefork", "threads"
VALKEY, FILESYSTEM = "valkey", "filesystem"
FALLBACK_ZONE = "UTC"


def hands_sockets_on() -> bool:
    """Return whether a process can be started with an open socket of this one."""
    return hasattr(os, "fork") and find_spec("fcntl") is not None


def web_processes() -> int:
    """Return how many processes answer: two where they can share a socket, else one."""
    can = hands_sockets_on()
    return env.int("WEB_PROCESSES", 0, validate=Range(0, 16 if can else 1)) or (2 if can else 1)


def worker_pool() -> str:
    """Return `prefork` where processes can fork, else `threads`, with a clock of their own."""
    return _choice("WORKER_POOL", PREFORK if hasattr(os, "fork") else THREADS, THREADS)


def broker() -> str:
    """Return `valkey` where a server can listen on a unix socket, else `filesystem`."""
    can = hasattr(socket, "AF_UNIX")
    return _choice("BROKER", VALKEY if can else FILESYSTEM, FILESYSTEM)


def lifeline() -> str:
    """Return the way processes end with the one that started them: `kernel` or `pipe`."""
    return _choice("LIFELINE", best_line(), PIPE)


def time_zone() -> str:
    """Return the time zone of this machine by its name, `UTC` where the machine does not say it.

    The environment variable `TIME_ZONE` says another.
    """
    if chosen := env.str("TIME_ZONE", ""):
        return chosen
    try:
        name = tzlocal.get_localzone_name() or FALLBACK_ZONE
        ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return FALLBACK_ZONE
    return name


def _choice(name: str, best: str, fallback: str) -> str:
    """Return the choice of the environment; only what this machine can do is taken."""
    return env.str(name, "", validate=OneOf(["", best, fallback])) or best
