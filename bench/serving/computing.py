"""What processes have computed, read where the system tells it."""

from __future__ import annotations

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def computed_s(process: int) -> float:
    """Returns the processor time of a process and of all that it started and runs, in seconds."""
    own = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    threads = Path(f"/proc/{process}/task").iterdir()
    begun = [child for thread in threads for child in (thread / "children").read_text().split()]
    return sum(map(int, own[11:13])) / _TICKS + sum(computed_s(int(child)) for child in begun)
