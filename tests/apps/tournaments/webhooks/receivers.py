"""Receivers of webhooks: real servers on a port of this machine, which answer as a test likes."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from config.receivers import OwnReceiver, own_receivers

Answering = Callable[[BaseHTTPRequestHandler], None]


def with_status(status: int, body: bytes = b"", **headers: str) -> Answering:
    """Return what answers with a status."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


NO_CONTENT = with_status(204)


@dataclass
class Receiver:
    """A receiver: where it is, what it took, and how it answers from now on."""

    port: int
    scheme: str = "http"
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answering: Answering = NO_CONTENT

    @property
    def url(self) -> str:
        """Its address."""
        return f"{self.scheme}://127.0.0.1:{self.port}/hook?site=1"

    @property
    def own(self) -> list[OwnReceiver]:
        """The setting that allows it."""
        return own_receivers([f"127.0.0.1:{self.port}"])


@contextmanager
def receiving(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Run a receiver during the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.taken.append((self.path, dict(self.headers), body))
            receiver.answering(self)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """Say nothing of a connection that was broken off."""

    with Server(("127.0.0.1", 0), Handler) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(
                server.socket, server_side=True, do_handshake_on_connect=False
            )
        receiver = Receiver(server.server_address[1], "https" if tls else "http")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def speaking(speak: Callable[[socket.socket], None]) -> Iterator[Receiver]:
    """Run a server that reads a little and then says what it likes on each connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                threading.Thread(target=_spoken, args=(line, speak), daemon=True).start()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield Receiver(server.getsockname()[1])
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def _spoken(line: socket.socket, speak: Callable[[socket.socket], None]) -> None:
    with line:
        line.recv(65536)
        try:
            speak(line)
        except OSError:
            return
