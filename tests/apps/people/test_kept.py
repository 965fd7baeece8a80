"""The kept part of the register: it is read once after each change, and never stale."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.actors import CONSOLE
from core.journal.execute import execute
from people.commands import AddPlayer
from people.kept import suggestions

pytestmark = pytest.mark.django_db


def _register(key: str, given: str, family: str) -> None:
    execute(AddPlayer(key=key, given_name=given, family_name=family), actor=CONSOLE)


def test_who_is_suggested_is_read_once_after_each_change_of_the_register() -> None:
    _register("zoe-abel", "Zoe", "Abel")
    assert suggestions() == (("zoe-abel", "Zoe Abel"),)
    with CaptureQueriesContext(connection) as asked:
        assert suggestions() == (("zoe-abel", "Zoe Abel"),)
    assert len(asked) == 1, "it asks only for the last change"
    _register("ann-abel", "Ann", "Abel")
    assert suggestions() == (("ann-abel", "Ann Abel"), ("zoe-abel", "Zoe Abel"))
