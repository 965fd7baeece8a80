"""Locks: one holder at a time, in Redis and in the database, and free again after a while."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from django.conf import settings as installed
from django.utils import timezone
from pytest_django import Settings
from time_machine import travel

from config.broker import Broker, broker_settings
from core.holding import Held, Lost
from core.locks import exclusive
from core.models import Lease

pytestmark = [pytest.mark.both_databases("locks"), pytest.mark.django_db]


@pytest.fixture(params=["redis", "database"])
def kept_in(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path) -> str:
    """Keeps the locks of the test in a real Redis, or in the database beside a folder broker."""
    if request.param == "redis":
        request.getfixturevalue("broker")
    else:
        settings.BROKER = broker_settings("", var_dir=tmp_path, kind="filesystem")
    kept: str = request.param
    return kept


def expire(kept_in: str) -> None:
    """Lets the time pass after which a lock is free again."""
    if kept_in == "redis":
        broker: Broker = installed.BROKER
        server = redis.Redis.from_url(f"unix://{broker.socket}")
        for key in server.scan_iter("*:work"):
            server.delete(key)
    else:
        Lease.objects.update(until=timezone.now() - timedelta(seconds=1))


def test_nobody_else_has_a_lock_while_it_is_held(kept_in: str) -> None:
    with exclusive("work") as hold:
        with pytest.raises(Held), exclusive("work"):
            pass
        with exclusive("other work"):
            hold.keep()
    with exclusive("work"):
        pass


def test_a_lock_is_given_back_whatever_the_work_raises(kept_in: str) -> None:
    with pytest.raises(ZeroDivisionError), exclusive("work"):
        raise ZeroDivisionError
    with exclusive("work"):
        pass


def test_a_lock_that_ran_out_is_anybodys_and_its_holder_is_told(kept_in: str) -> None:
    with exclusive("work") as late:
        expire(kept_in)
        with exclusive("work"):
            with pytest.raises(Lost):
                late.keep()
            late.leave()
            with pytest.raises(Held), exclusive("work"):
                pass


def test_a_lock_that_was_kept_while_somebody_asked_for_it_is_not_taken(
    settings: Settings, tmp_path: Path
) -> None:
    settings.BROKER = broker_settings("", var_dir=tmp_path, kind="filesystem")
    asked = timezone.now()
    with exclusive("work") as hold:
        hold.keep()
        with travel(asked, tick=False), pytest.raises(Held), exclusive("work"):
            pass
        hold.keep()


def test_a_lock_of_a_clock_that_was_set_back_since_is_anybodys(
    settings: Settings, tmp_path: Path
) -> None:
    settings.BROKER = broker_settings("", var_dir=tmp_path, kind="filesystem")
    with exclusive("work"):
        Lease.objects.update(until=timezone.now() + timedelta(hours=1))
        with exclusive("work"):
            pass


def test_locks_are_kept_in_the_database_while_the_redis_is_silent(
    settings: Settings, tmp_path: Path
) -> None:
    settings.BROKER = replace(settings.BROKER, url=f"redis+socket://{tmp_path}/nobody.sock")
    with exclusive("work"):
        assert Lease.objects.filter(until__gt=timezone.now()).count() == 1
        with pytest.raises(Held), exclusive("work"):
            pass


def test_where_redis_keeps_the_locks_the_database_is_not_asked(broker: Broker) -> None:
    with exclusive("work"):
        assert not Lease.objects.exists()
