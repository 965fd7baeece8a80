"""Somebody is signed in as long as their session is there and not over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from time_machine import travel

from core.web.sessions import SessionStore
from tests.apps.tournaments.desk_events import signed_in

pytestmark = pytest.mark.django_db


def is_signed_in(client: Client) -> bool:
    return client.get("/desk/").status_code == 200


@pytest.mark.parametrize(("left", "lets_in"), [(1, True), (0, False), (-1, False)])
def test_a_session_lets_in_until_it_is_over(left: int, lets_in: bool) -> None:
    now = timezone.now().replace(microsecond=0)
    client = signed_in("dora")
    Session.objects.update(expire_date=now + timedelta(seconds=left))
    with travel(now, tick=False):
        assert is_signed_in(client) == lets_in


def test_a_session_that_is_gone_lets_nobody_in() -> None:
    client, other = signed_in("dora"), signed_in("mia")
    key = client.cookies["sessionid"].value
    Session.objects.filter(session_key=key).delete()
    assert not is_signed_in(client)
    assert is_signed_in(other)


@pytest.mark.parametrize("key", ["of-nobody", "a" * 32, "é" * 32])
def test_a_key_that_nobody_has_is_let_go(key: str) -> None:
    store = SessionStore(key)
    assert store.load() == {}
    assert store.session_key is None
