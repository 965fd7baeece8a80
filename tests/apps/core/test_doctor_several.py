"""What `doctor` says of several machines: what one keeps for itself that others would need."""

from __future__ import annotations

from typing import Any

import pytest

from core.doctor.of_several import look_at_what_machines_share


def codes() -> list[tuple[str, str]]:
    return [(one.code, one.state) for one in look_at_what_machines_share()]


@pytest.fixture
def in_common(settings: Any) -> Any:
    """A machine that keeps nothing for itself."""
    settings.FILES_IN_DATABASE = True
    settings.SECRET_KEY_IS_OWN = settings.BROKER_IS_OWN = False
    return settings


def test_where_all_is_in_common_there_is_nothing_to_say(in_common: Any) -> None:
    assert codes() == []


@pytest.mark.parametrize(
    ("kept", "code"), [("SECRET_KEY_IS_OWN", "secret.own"), ("BROKER_IS_OWN", "broker.own")]
)
def test_what_a_machine_keeps_for_itself_is_worth_a_look(
    in_common: Any, kept: str, code: str
) -> None:
    setattr(in_common, kept, True)
    assert codes() == [(code, "warning")]
    (finding,) = look_at_what_machines_share()
    assert "another machine" in finding.remedy
    in_common.FILES_IN_DATABASE = False
    assert codes() == [], "on SQLite there is no other machine"
