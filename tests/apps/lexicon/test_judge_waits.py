"""The waits of a judge after too many rulings, and after wrong PINs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from core.journal.errors import Refused
from core.journal.execute import execute
from lexicon.commands.judge import RULINGS_A_MINUTE, JoinJudge, LeaveJudge
from tests.apps.lexicon.stations import DEVICE, rule, station

pytestmark = pytest.mark.django_db


def test_many_rulings_within_a_minute_have_to_wait() -> None:
    station()
    now = timezone.now()
    for number in range(RULINGS_A_MINUTE):
        rule("CAT", at=now + timedelta(seconds=number))
    with pytest.raises(Refused) as refused:
        rule("CAT", at=now + timedelta(seconds=59))
    assert refused.value.code == "judge.wait"
    assert rule("CAT", at=now + timedelta(seconds=61)).answer["acceptable"] is True


def test_five_wrong_pins_within_five_minutes_have_to_wait_and_right_ones_do_not_count() -> None:
    station()
    now = timezone.now()
    wrong = [JoinJudge, LeaveJudge, JoinJudge, LeaveJudge, JoinJudge]
    for number, kind in enumerate(wrong):
        at = now + timedelta(seconds=number)
        execute(kind(station="hall-1", device="a3f2", right=True), actor=DEVICE, at=at)
        execute(kind(station="hall-1", device="a3f2", right=False), actor=DEVICE, at=at)
    leave = LeaveJudge(station="hall-1", device="a3f2", right=True)
    with pytest.raises(Refused) as refused:
        execute(leave, actor=DEVICE, at=now + timedelta(minutes=4, seconds=59))
    assert refused.value.code == "judge.pins"
    execute(leave, actor=DEVICE, at=now + timedelta(minutes=5, seconds=1))


def test_a_clock_that_is_set_back_keeps_nobody_from_judging() -> None:
    station()
    now = timezone.now()
    for number in range(RULINGS_A_MINUTE):
        rule("CAT", at=now + timedelta(seconds=number))
    before = now - timedelta(hours=1)
    for number in range(RULINGS_A_MINUTE):
        assert rule("CAT", at=before + timedelta(seconds=number)).answer["acceptable"] is True
    with pytest.raises(Refused, match=r"again in 49 s") as refused:
        rule("CAT", at=before + timedelta(seconds=11))
    assert refused.value.code == "judge.wait"


def test_wrong_pins_of_a_clock_that_was_set_back_since_let_nobody_wait() -> None:
    station()
    now = timezone.now()
    join = JoinJudge(station="hall-1", device="a3f2", right=False)
    for _ in range(5):
        execute(join, actor=DEVICE, at=now)
    leave = LeaveJudge(station="hall-1", device="a3f2", right=True)
    execute(leave, actor=DEVICE, at=now - timedelta(hours=1))
