"""Somebody who runs the installation is always left."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from core.accounts import AccountKind, give_kind, readable_password, shut_out
from core.errors import UserError

pytestmark = [pytest.mark.both_databases("locks"), pytest.mark.django_db]


def test_the_only_operator_who_can_sign_in_stays_one() -> None:
    boss = User.objects.create_superuser("boss")
    User.objects.create_superuser("asleep", is_active=False)
    with pytest.raises(UserError, match="boss is the only operator"):
        shut_out(boss, by="x")
    with pytest.raises(UserError, match="boss is the only operator"):
        give_kind(boss, AccountKind.MEMBER, by="x")
    boss.refresh_from_db()
    assert (boss.is_active, boss.is_superuser) == (True, True)
    other = User.objects.create_superuser("other")
    shut_out(boss, by="other")
    assert not User.objects.get(username="boss").is_active
    assert User.objects.get(pk=other.pk).is_active


def test_a_password_that_is_made_can_be_read_aloud_and_no_two_are_alike() -> None:
    made = {readable_password() for _ in range(50)}
    assert len(made) == 50
    assert all(len(one.split("-")) == 4 and set(one) <= {*"bdfghjkmnprstvzaeiou-"} for one in made)
