"""Loaded by a worker of a test's own, whose long jobs stop at a gate until it is opened.

The gate is a file, named by `GATE`: while it is there, a job that has told that it has done a share
of its work, `GATE_AT`, does no more. Without that it stops at its beginning.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from lexicon import import_job
from lexicon.importing import PreparedList, prepare
from ratings import recompute_job
from ratings.models import Recompute
from ratings.recomputing import RecomputeTally, compute

GATE = Path(os.environ["GATE"])
AT = float(os.environ.get("GATE_AT", "0"))

Tell = Callable[[int, int], None]


def at_the_gate(tell: Tell) -> Tell:
    """Return a listener to how much is done that answers once more may be done."""

    def told(done: int, total: int) -> None:
        tell(done, total)
        while GATE.exists() and done >= AT * total:
            time.sleep(0.05)
            tell(done, total)

    return told


def compute_once_open(recompute: Recompute, keep: Tell) -> RecomputeTally:
    return compute(recompute, at_the_gate(keep))


def prepare_once_open(*given: Any, tell: Tell, **named: Any) -> PreparedList:
    return prepare(*given, tell=at_the_gate(tell), **named)


mock.patch.object(recompute_job, "compute", compute_once_open).start()
mock.patch.object(import_job, "prepare", prepare_once_open).start()
