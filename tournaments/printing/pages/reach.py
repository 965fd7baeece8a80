"""The addresses that are printed as QR codes, and for whom."""

from __future__ import annotations

from typing import NamedTuple

from desk.qr import QrCode, qr_code


class Reach(NamedTuple):
    """How phones reach this installation: `site` is its address without a slash at the end.

    It is empty where only this machine could use it: no QR code is printed then. `links` says
    whether the links may be printed by which players hand in their results.
    """

    site: str
    links: bool

    def code(self, path: str | None) -> QrCode | None:
        """Returns the QR code of a page, None where phones cannot open it."""
        return qr_code(f"{self.site}{path}") if self.site and path else None
