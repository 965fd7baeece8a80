"""The means by which a hall reaches this machine: its address there, and a code for phones."""

import contextlib
import io
import sys

from config.up.telling import say
from core.hall import lan_address


def show(port: int) -> None:
    """Print the address of this machine in its network and a QR code of it."""
    here = lan_address()
    if here is None:
        say(
            "This machine is not connected to a network; join the hall's network, then start again."
        )
        return
    address = f"http://{here}:{port}/"
    say(f"On this network: {address}")
    code = qr_code(address)
    with contextlib.suppress(UnicodeEncodeError):  # a console that has no blocks to draw with
        code.encode(sys.stdout.encoding or "ascii")
        say(code)


def qr_code(address: str) -> str:
    """Return a QR code as lines of text, two rows of it in each, dark on light inverted."""
    import segno  # noqa: PLC0415 - only a hall is shown a code

    drawn = io.StringIO()
    segno.make_qr(address, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()
