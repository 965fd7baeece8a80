"""The network between two machines, to be pulled and put back by the test."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit

_PIECE = 4096


class Cable(ThreadingTCPServer):
    """Passes on to `address`, whichever machine that is now, while it is not pulled.

    `breaks_after` is after how many bytes of an answer the next connection ends, None for never.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: str) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.address = address
        self.pulled = False
        self.breaks_after: int | None = None

    @property
    def url(self) -> str:
        """Where this end of it is."""
        return f"http://localhost:{self.server_address[1]}/"


class _Connection(BaseRequestHandler):
    server: Cable

    def handle(self) -> None:
        """Pass on one connection until either side ends it, or it breaks."""
        if self.server.pulled:
            return
        parts = urlsplit(self.server.address)
        with socket.create_connection((parts.hostname or "", parts.port or 0)) as main:
            threading.Thread(target=_pump, args=(self.request, main), daemon=True).start()
            left, self.server.breaks_after = self.server.breaks_after, None
            while piece := main.recv(_PIECE):
                self.request.sendall(piece[:left])
                if left is not None and (left := left - len(piece)) <= 0:
                    return


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(_PIECE):
            sink.sendall(piece)


@contextmanager
def cable_to(address: str) -> Iterator[Cable]:
    """Lay a cable to a machine, and take it away at the end."""
    with Cable(address) as cable:
        threading.Thread(target=cable.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield cable
        finally:
            cable.shutdown()
