"""What builders lay down again is what commands built, and the event goes on from there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from time_machine import travel

from core.journal.guard import writing
from core.models import JournalEntry, Stream
from tests import databases
from tests.apps.tournaments.desk_events import account
from tests.builders import grounds
from tests.builders.events import a_played_event, a_published_round, some_results
from tests.builders.grounds import built_once
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Division, Tournament

SLUG = "laid"
EVENT: dict[str, Any] = {"divisions": ("A", "B"), "players": 6, "rounds": 2, "planned": 4}
SMALL: dict[str, Any] = {"divisions": ("A",), "players": 2, "rounds": 1, "planned": 1}


@pytest.fixture(autouse=True)
def _anew(transactional_db: None) -> Iterator[None]:
    with grounds.laid_again(lambda: True):
        grounds.forget()
        yield
    grounds.forget()


@built_once
def _renamed(name: str) -> Tournament:
    CALLS.append(name)
    return Tournament.objects.get(slug=a_played_event(name, **SMALL))


CALLS: list[str] = []


def test_an_event_that_is_laid_down_is_the_one_that_was_built_and_goes_on() -> None:
    a_played_event(SLUG, **EVENT)
    built = digest(project(Tournament.objects.get()))
    keys = sorted(JournalEntry.objects.values_list("pk", "at"))
    databases.empty()
    assert not Tournament.objects.exists()
    a_played_event(SLUG, **EVENT)
    assert digest(project(Tournament.objects.get())) == built
    assert sorted(JournalEntry.objects.values_list("pk", "at")) == keys, "and was not built again"
    pairs = a_published_round(SLUG, "B", 3, players=6)
    some_results(SLUG, "B", 3, pairs)
    assert compare_with_replay(Tournament.objects.get()).equal


def test_a_builder_builds_again_on_other_rows_and_with_other_words() -> None:
    CALLS.clear()
    first = _renamed("one")
    databases.empty()
    assert _renamed("one") == first
    assert CALLS == ["one"]
    _renamed("two")
    assert CALLS == ["one", "two"]
    databases.empty()
    _renamed("two")
    assert CALLS == ["one", "two", "two"], "the first time there was another event"
    assert Division.objects.count() == 1
    with grounds.laid_again(lambda: False):
        databases.empty()
        _renamed("two")
    assert CALLS == ["one", "two", "two", "two"]


@pytest.mark.both_databases("transactions")
def test_what_is_written_between_two_builders_is_seen_also_where_it_is_taken_back() -> None:
    CALLS.clear()
    _renamed("one")
    databases.empty()
    with writing():
        Stream.objects.create(key="another:row")
    _renamed("one")
    assert CALLS == ["one", "one"], "one more row was there"
    with writing(), transaction.atomic():
        Stream.objects.filter(key="another:row").update(seq=7)
        _renamed("two")
        transaction.set_rollback(True)
    CALLS.clear()
    _renamed("two")
    assert CALLS == ["two"]
    assert compare_with_replay(Tournament.objects.get(slug="two")).equal


def test_a_builder_builds_again_where_word_lists_lie_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    CALLS.clear()
    for place in (tmp_path, tmp_path / "other", tmp_path):
        monkeypatch.setattr(settings, "LEXICA_DIR", place)
        _renamed("one")
        databases.empty()
    assert CALLS == ["one", "one"], "its files are in one of the folders only"


@pytest.mark.parametrize(
    ("later", "calls"),
    [(grounds.FRESH_S - 5, 1), (grounds.FRESH_S + 1, 2), (-60.0, 2)],
    ids=["soon", "later", "before"],
)
def test_what_was_built_a_while_ago_by_the_clock_of_the_test_is_built_again(
    later: float, calls: int
) -> None:
    CALLS.clear()
    _renamed("one")
    databases.empty()
    with travel(timezone.now() + timedelta(seconds=later)):
        _renamed("one")
    assert len(CALLS) == calls


def test_whoever_makes_an_account_is_asked_again_for_its_password_has_a_salt() -> None:
    asked = built_once(account)
    asked("ann")
    databases.empty()
    asked("ann")
    assert User.objects.get().username == "ann"
