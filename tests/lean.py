"""What plugins would do for every test and no test here asks for is left out.

Each such fixture is little, but there are twelve thousand tests.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from _pytest.compat import getfuncargnames
from _pytest.runner import runtestprotocol
from django.template import Context, Template
from django.test.signals import template_rendered
from django.utils.safestring import SafeString

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


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test in a process of a parallel run, and tell of it only what somebody looks at.

    Of a test that passed that is its call, unless times are asked for: that it was set up and taken
    down again, and that it began and ended, would be packed, sent, read and kept for nothing.
    """
    options = item.config.option
    if "PYTEST_XDIST_WORKER" not in os.environ or options.durations is not None or options.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.fixture(autouse=True, scope="session")
def _requests_ask_for_nothing() -> Iterator[None]:
    """Have nobody look for the arguments of `request`, which pytest defines anew for each fixture.

    The name is its own, and what it defines takes none.
    """

    def arguments_of(function: Callable[..., object], **named: Any) -> tuple[str, ...]:
        return () if named.get("name") == "request" else getfuncargnames(function, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("_pytest.fixtures.getfuncargnames", arguments_of)
        yield


class _Rendering(threading.local):
    is_within = False


_rendering = _Rendering()


@pytest.fixture(autouse=True, scope="session")
def _only_whole_pages_are_told(django_test_environment: None) -> Iterator[None]:
    """Keep for `response.context` what a view gave to its page, and not to each part of it.

    A page is made of dozens of templates, and Django copies the context of each.
    """

    def rendered(template: Template, context: Context) -> SafeString:
        if _rendering.is_within:
            return template.nodelist.render(context)
        template_rendered.send(sender=template, template=template, context=context)
        _rendering.is_within = True
        try:
            return template.nodelist.render(context)
        finally:
            _rendering.is_within = False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", rendered)
        yield
