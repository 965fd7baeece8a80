"""The traces of a replay in the installation."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pytest_django import Settings

from core.kept_keys import derived_key
from core.new_database import kept_tables
from tests.builders.events import a_played_event
from tests.replays import in_a_process
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_the_tables_that_a_replay_was_the_first_to_make_are_of_this_secret(
    settings: Settings, tmp_path: Path
) -> None:
    settings.MADE_TABLES_DIR = tmp_path
    slug = a_played_event(players=4, rounds=1)
    with in_a_process():
        assert not compare_with_replay(Tournament.objects.get(slug=slug)).differences
    with closing(sqlite3.connect(kept_tables())) as there:
        keys = dict(there.execute("SELECT name, value FROM core_keptkey"))
    assert keys
    assert keys == {name: derived_key(name).hex() for name in keys}
