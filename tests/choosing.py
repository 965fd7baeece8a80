"""The tests of a run: the deep ones only where it digs deep, and those for two databases.

A test that has to run on PostgreSQL as well is marked `both_databases` with one of the reasons
here; a test that is too long for a usual run is marked `deep` with a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.depth import EXPLORES

REASONS = {
    "aggregates": "sums, averages and windows come in other types, and rows without an order",
    "backup": "tables are read in one moment, emptied and filled, also across the databases",
    "collation": "names are sorted and searched in, with and without case",
    "constraints": "what the tables refuse, when they do, and what goes on after it",
    "events": "a whole event, or a whole rating list, as a hall would have it",
    "json": "what is stored as JSON is read back equal, and looked into",
    "locks": "several processes or people at once, and who waits for whom",
    "migrations": "tables of earlier versions are brought up to date",
    "outage": "a database that is away, full or unreadable says so in its own words",
    "statements": "SQL that is written here or read here, not made by the ORM alone",
    "transactions": "all of it or nothing, and what follows a commit",
}
"""The reasons for which a test could differ on PostgreSQL."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the deep tests out of a run that does not explore; refuse marks without a reason."""
    check_reasons(items)
    if EXPLORES:
        return
    deep = [item for item in items if item.get_closest_marker("deep")]
    config.hook.pytest_deselected(items=deep)
    items[:] = [item for item in items if not item.get_closest_marker("deep")]


def check_reasons(items: Iterable[pytest.Item]) -> None:
    """Raise UsageError for a test that is marked without saying why."""
    for item in items:
        for mark in item.iter_markers("both_databases"):
            if not mark.args or not set(mark.args) <= set(REASONS):
                known = ", ".join(REASONS)
                raise pytest.UsageError(f"{item.nodeid}: both_databases needs a reason of {known}")
        for mark in item.iter_markers("deep"):
            if not (mark.args and mark.args[0].endswith(".")):
                raise pytest.UsageError(f"{item.nodeid}: deep needs a sentence that says why")
