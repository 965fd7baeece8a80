"""A way to a server on which an answer is lost: the server has done it, and nobody is told."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Way:
    """Where to connect; `lose` has the next answer lost, and `lost` counts those that were."""

    port: int
    lost: int = 0
    _loses: threading.Event = field(default_factory=threading.Event)

    def lose(self) -> None:
        """Have the next answer lost, with the connection that it comes by."""
        self._loses.set()

    def carries(self) -> bool:
        """Return whether the answer that has come goes on to who waits for it."""
        if not self._loses.is_set():
            return True
        self._loses.clear()
        self.lost += 1
        return False


@contextmanager
def losing(to: int) -> Iterator[Way]:
    """Pass connections on to a port of this machine during the block."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        way = Way(listener.getsockname()[1])
        threading.Thread(target=_accept, args=(listener, way, to), daemon=True).start()
        yield way
        # Wakes the thread, which waits for the next connection.
        listener.shutdown(socket.SHUT_RDWR)


def _accept(listener: socket.socket, way: Way, to: int) -> None:
    with suppress(OSError):
        while True:
            near, _ = listener.accept()
            threading.Thread(target=_carry, args=(near, way, to), daemon=True).start()


def _carry(near: socket.socket, way: Way, to: int) -> None:
    with near, socket.create_connection(("127.0.0.1", to)) as far:
        back = threading.Thread(target=_pump, args=(far, near, way), daemon=True)
        back.start()
        _pump(near, far, None)
        back.join()


def _pump(source: socket.socket, sink: socket.socket, way: Way | None) -> None:
    """Copy until one side is gone, or the answer is to be lost; then both are told."""
    with suppress(OSError):
        while (piece := source.recv(2**16)) and (way is None or way.carries()):
            sink.sendall(piece)
    for one in (source, sink):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
