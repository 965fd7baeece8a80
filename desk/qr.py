"""An address as a QR code."""

from __future__ import annotations

from typing import NamedTuple

import segno

_QUIET = 2
"""The white modules around a QR code; the paper around it is white too."""
_MASK = 2
"""One of the eight patterns that break up what is dark: a reader takes each of them."""


class QrCode(NamedTuple):
    """A QR code: how many modules it is wide, and the dark ones as a path of SVG."""

    size: int
    path: str


def qr_code(address: str) -> QrCode:
    """Returns an address as a QR code of medium redundancy, with the quiet zone around it.

    The mask is not chosen by what the code looks like with all eight, which would take most of the
    time: 300 cards take 0.8 seconds of one core, and would take 2.
    """
    code = segno.make_qr(address, error="m", mask=_MASK)
    rows = enumerate(code.matrix_iter(border=_QUIET))
    dark = (f"M{x} {y}h1v1h-1z" for y, row in rows for x, module in enumerate(row) if module)
    return QrCode(int(code.symbol_size(border=_QUIET)[0]), "".join(dark))
