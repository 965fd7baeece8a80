"""In which order several processes take the tests: long ones first, each kind in one process.

Every process begins with a stretch of the tests, as long as the others', and takes from the end of
another's when it is through. So tests that wait for processes of their own begin the first
stretch, those that share a browser the second, the real events the third, and what is left at the
end of any is short. Within a kind the order is the one that was drawn.
"""

from __future__ import annotations

import os

import pytest

KINDS = (
    ("tests/worker/", "tests/scenarios/", "tests/browser/test_a_day_at_the_club.py"),
    ("tests/browser/",),
    ("tests/real/",),
)
"""The tests of the first stretches, by the beginning of their names."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the tests out, where several processes run them."""
    stretches = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if stretches >= len(KINDS):
        names = [item.nodeid for item in items]
        items[:] = [items[at] for at in dealt_out(names, stretches)]


def dealt_out(names: list[str], stretches: int) -> list[int]:
    """Return the places of tests in the order in which they are dealt out to so many stretches.

    A stretch is one of `stretches` equal parts of the order; a kind that is longer than its own
    goes on into the next.
    """
    kinds: list[list[int]] = [[] for _ in KINDS]
    others: list[int] = []
    for at, name in enumerate(names):
        own = (kind for kind, begin in zip(kinds, KINDS, strict=True) if name.startswith(begin))
        next(own, others).append(at)
    dealt: list[int] = []
    for number, kind in enumerate(kinds, start=1):
        dealt += kind
        room = max(0, number * len(names) // stretches - len(dealt))
        dealt += others[:room]
        del others[:room]
    return dealt + others
