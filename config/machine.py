"""What this machine can do, and what stands in where it cannot.

Each choice goes by capability, not by the name of the system, and can be forced by the environment
variable of the same name: `WEB_SERVER`, `WORKER_POOL`, `BROKER`, `LIFELINE`.
"""

import os
import socket
from importlib.util import find_spec

from marshmallow.validate import OneOf

from config.env import env
from core.lifeline import PIPE, best_line

GUNICORN, WAITRESS = "gunicorn", "waitress"
PREFORK, THREADS = "prefork", "threads"
VALKEY, FILESYSTEM = "valkey", "filesystem"


def web_server() -> str:
    """Return `gunicorn` where processes can fork and it can be imported, else `waitress`."""
    can = hasattr(os, "fork") and find_spec("fcntl") and find_spec("gunicorn")
    return _choice("WEB_SERVER", GUNICORN if can else WAITRESS, WAITRESS)


def worker_pool() -> str:
    """Return `prefork` where processes can fork, else `threads`, with a clock of their own."""
    return _choice("WORKER_POOL", PREFORK if hasattr(os, "fork") else THREADS, THREADS)


def broker() -> str:
    """Return `valkey` where a server can listen on a unix socket, else `filesystem`."""
    can = hasattr(socket, "AF_UNIX")
    return _choice("BROKER", VALKEY if can else FILESYSTEM, FILESYSTEM)


def lifeline() -> str:
    """Return what ends the processes with the one that started them: `kernel` or `pipe`."""
    return _choice("LIFELINE", best_line(), PIPE)


def _choice(name: str, best: str, fallback: str) -> str:
    """Return what the environment says; only what this machine can do is taken."""
    return env.str(name, "", validate=OneOf(["", best, fallback])) or best
