"""The depth of the tests, by one setting: `DEPTH=quick`, `test`, `deep`, or a number such as 50.

A test names how much it tries at depth 1; the depth multiplies that, a number by itself. Runs of
`quick` and `test` try the same every time, so that a change is told of its own faults only; deeper
ones try something else each time, for new faults, and what hypothesis finds it tries first the next
time.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers

DEPTH = os.environ.get("DEPTH", "test")
FACTORS = {"quick": 0.25, "test": 0.5, "deep": 5.0}
FACTOR = FACTORS.get(DEPTH) or float(DEPTH)
EXPLORES = DEPTH not in ("quick", "test")
"""Whether every run tries something else."""

USUAL_EXAMPLES = 50
SHARES = 3


def times(usual: int, *, deep: int = 0) -> int:
    """Return how often to try what is tried `usual` times at depth 1: at least once.

    A run that explores tries it `deep` times at least where it is called deep, or that share.
    """
    least = deep * FACTOR / FACTORS["deep"] if EXPLORES else 0
    return max(1, round(max(usual * FACTOR, least)))


def size(usual: int, *, deep: int) -> int:
    """Return how large something is that is made once: `deep` where the run explores."""
    return deep if EXPLORES else usual


def share(alike: Sequence[str], place: int) -> Sequence[str]:
    """Return every third of what comes out alike for many who ask, beginning at somebody's place.

    Three places together ask for everything; each asks for all where there are fewer than three,
    or where the run explores.
    """
    return alike if EXPLORES or len(alike) < SHARES else alike[place % SHARES :: SHARES]


def examples(usual: int = USUAL_EXAMPLES, **others: Any) -> hypothesis.settings:
    """Return hypothesis' settings, a decorator, for so many examples at depth 1.

    `others` are given to hypothesis as they are.
    """
    return hypothesis.settings(max_examples=times(usual), **others)


def chance(seed: int) -> Random:
    """Return dice that fall alike in every run, unless it explores."""
    return Random(None if EXPLORES else seed)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give a test that tries more so much more time before it counts as hanging."""
    if FACTOR <= 1:
        return
    usual = float(config.getini("timeout"))
    for item in items:
        own = item.get_closest_marker("timeout")
        seconds = own.args[0] if own else usual
        item.add_marker(pytest.mark.timeout(seconds * FACTOR), append=False)


# A test says what is true, and not how fast: the machine may be busy with the others.
hypothesis.settings.register_profile(
    DEPTH,
    deadline=None,
    max_examples=times(USUAL_EXAMPLES),
    derandomize=not EXPLORES,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile(DEPTH)
if not EXPLORES:
    # It would also try the constants of whatever modules are loaded, which hangs on the tests that
    # ran before.
    providers._get_local_constants = lambda: providers._local_constants
