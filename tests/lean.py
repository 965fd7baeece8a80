"""What plugins would do for every test and no test here asks for is left out.

Each such fixture is little, but there are twelve thousand tests.
"""

from __future__ import annotations

import pytest

NEEDLESS = frozenset(
    {
        "_dj_autoclear_mailbox",  # no test sends mail
        "_django_clear_site_cache",  # nor has it sites
        "_django_isolate_apps",
        "_django_set_urlconf",
        "_django_setup_unittest",  # no test is a method of a class
        "_pw_trace_api_requests",
        "_template_string_if_invalid_marker",
    }
)
MARKS = ("django_isolate_apps", "ignore_template_errors", "urls")
"""The marks that would do nothing now, which is said."""
_OF_LIVE_SERVERS = "_live_server_helper"
_ON_DEMAND = frozenset({"django_db_blocker", "monkeypatch", "pytestconfig", "request"})
"""What only other fixtures ask for is made when they do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take the fixtures that no test needs from each."""
    for item in items:
        for mark in MARKS:
            if item.get_closest_marker(mark):
                raise pytest.UsageError(f"{item.nodeid}: tests/lean.py leaves out what {mark} does")
        names: list[str] = item.fixturenames  # type: ignore[attr-defined] # every test is a function
        own = set(item._fixtureinfo.initialnames)  # type: ignore[attr-defined] # pytest has no other way
        left_out = NEEDLESS | (_ON_DEMAND - own)
        if "live_server" not in names:
            left_out |= {_OF_LIVE_SERVERS}
        names[:] = [name for name in names if name not in left_out]
