"""The most memory that a process of its own has held."""

from __future__ import annotations

from pathlib import Path

import pytest

_STATUS = Path("/proc/self/status")

needs_a_peak = pytest.mark.skipif(
    not _STATUS.exists(), reason="only Linux tells what a process held at most"
)


def peak_mb() -> int:
    """Returns the most MB that this program has held.

    Not the `ru_maxrss` of every system: that begins with what the program held that started this.
    """
    return int(_STATUS.read_text(encoding="ascii").partition("VmHWM:")[2].split()[0]) // 1024
