"""The addresses of clubs below `/api/v1/`, and the journal that each is about."""

from __future__ import annotations

from api.operations import Path

HOUSE = "club_houses/<slug:club>"
"""A club that is run here; `clubs/` is the register's."""


def club_stream(path: Path) -> str:
    """Returns the journal of the club in the address."""
    return f"club:{path['club']}"
