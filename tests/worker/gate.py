"""Loaded by a worker of a test's own: it computes lists only once a gate has been opened.

The gate is a file, named by `GATE`: while it is there, a computation that has the lock stays at its
beginning.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from ratings import recompute_job
from ratings.models import Recompute
from ratings.recomputing import Tally, compute

GATE = Path(os.environ["GATE"])


def compute_once_open(recompute: Recompute, keep: Callable[[int, int], None]) -> Tally:
    while GATE.exists():
        keep(0, 1)
        time.sleep(0.05)
    return compute(recompute, keep)


mock.patch.object(recompute_job, "compute", compute_once_open).start()
