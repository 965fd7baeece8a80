"""The socket on which Wallchart answers: opened once, and handed on where that can be."""

import os
import socket
import time

AGAIN_FOR_S = 2.0
BACKLOG = 1024
ONLY_HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - the hall's phones, only when asked for
_GLANCE_S = 0.1


def opened(host: str, port: int) -> socket.socket:
    """Return a socket that has the port and does not listen yet. Raises OSError.

    A port that is taken is tried for two seconds: what ended a moment ago may still be closing it.
    """
    deadline = time.monotonic() + AGAIN_FOR_S
    while True:
        one = socket.socket()
        if os.name == "posix":  # elsewhere it would take a port away from whoever has it
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
        except PermissionError:
            one.close()
            raise
        except OSError:
            one.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(_GLANCE_S)
        else:
            return one
