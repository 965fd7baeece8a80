"""What a hall needs to reach this machine: its address there, and a code for the phones."""

import contextlib
import io
import socket
import sys

import segno

from config.up.telling import say


def show(port: int) -> None:
    """Print the address of this machine in its network and a QR code of it."""
    here = lan_address()
    if here is None:
        say("This machine is in no network yet; join the hall's, then start again.")
        return
    address = f"http://{here}:{port}/"
    say(f"In this network: {address}")
    code = qr_code(address)
    with contextlib.suppress(UnicodeEncodeError):  # a console that has no blocks to draw with
        code.encode(sys.stdout.encoding or "ascii")
        say(code)


def qr_code(address: str) -> str:
    """Return a QR code as lines of text, two rows of it in each, dark on light inverted."""
    drawn = io.StringIO()
    segno.make_qr(address, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()


def lan_address() -> str | None:
    """Return this machine's address in the local network; no packet is sent to find it.

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
