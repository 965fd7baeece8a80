"""The setting that lets the devices of the hall in, kept in a file of this machine.

The desk writes it, and the program behind `start.py up` answers on other addresses from then on.
"""

from __future__ import annotations

import contextlib
import socket
from functools import partial
from pathlib import Path

from core.files import write_whole

_WORDS = {"open": True, "closed": False}


def lets_in(file: Path) -> bool | None:
    """Returns whether other devices may come in; None if nobody decided."""
    try:
        return _WORDS.get(file.read_text(encoding="ascii", errors="replace").strip())
    except OSError:
        return None


def let_in(file: Path, *, is_open: bool) -> None:
    """Keeps whether other devices may come in, from now on and after every start."""
    word = next(word for word, meant in _WORDS.items() if meant == is_open)
    write_whole(file, partial(_put, word))


def lan_address() -> str | None:
    """Returns this machine's address in the local network; no packet is sent to find it.

    A network without a way out, such as the laptop's own hotspot, is found by the machine's name.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        for address in socket.gethostbyname_ex(socket.gethostname())[2]:
            if not address.startswith("127."):
                return address
    return None


def _put(word: str, path: Path) -> None:
    path.write_text(f"{word}\n", encoding="ascii")
