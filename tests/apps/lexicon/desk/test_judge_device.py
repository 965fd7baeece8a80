"""The ways to a judge on a device, as the desk shows them: an address, a code, or none."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from desk.qr import qr_code
from tests.apps.tournaments.challenges.judge_events import desk, event_with_list, open_judge
from tests.apps.tournaments.desk_events import signed_in
from tests.apps.tournaments.desks import director_with_a_list

__all__ = ["director_with_a_list"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["", "noor"])
def test_nobody_but_the_director_is_told(name: str) -> None:
    event_with_list()
    open_judge()
    client = signed_in(name) if name else Client()
    assert b"other devices" not in client.get(desk("judge", "door")).content


@pytest.mark.parametrize(
    ("host", "lan", "said"),
    [
        (
            "localhost:8000",
            False,
            "An operator lets other devices in: This installation",
        ),
        ("localhost:8000", True, "Open it at its address in the hall’s network"),
        ("192.168.1.5:8000", True, "Scan the code"),
    ],
)
def test_how_another_device_comes_here_is_said_as_things_stand(
    dora: Client, settings: Any, host: str, lan: bool, said: str
) -> None:
    settings.ALLOWED_HOSTS, settings.LAN = ["*"], lan
    open_judge()
    answer = dora.get(desk("judge", "door"), headers={"host": host})
    assert f"http://{host}{reverse('judge')}" in answer.content.decode()
    assert said in " ".join(strip_tags(answer.content.decode()).split())
    assert (b'<svg class="qr"' in answer.content) is ("Scan" in said)


def test_a_qr_code_does_not_try_all_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(*_: object) -> int:
        raise AssertionError("a mask was tried")

    monkeypatch.setattr("segno.encoder.evaluate_mask", tried)
    assert qr_code("http://192.168.1.5:8000/judge/").path


def test_a_qr_code_is_a_square_of_its_dark_modules() -> None:
    code = qr_code("http://192.168.1.5:8000/judge/")
    dark = re.findall(r"M(\d+) (\d+)h1v1h-1z", code.path)
    assert code.path == "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)
    # The three corners of every QR code are dark, the quiet zone around it is not.
    end = code.size - 3
    assert {("2", "2"), ("2", str(end)), (str(end), "2")} <= set(dark)
    assert all(2 <= int(x) <= end and 2 <= int(y) <= end for x, y in dark)
