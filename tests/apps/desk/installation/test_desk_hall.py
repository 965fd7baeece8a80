"""Only the operator lets the hall in, and the setting outlives the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core import hall
from tests.apps.tournaments.desk_events import signed_in
from tests.pages import source

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def setting(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the setting; the machine is in a network, and only it reaches Wallchart."""
    settings.HALL_FILE = tmp_path / "hall"
    settings.SUPERVISED, settings.LAN, settings.ALLOWED_HOSTS = True, False, ["*"]
    monkeypatch.setattr(hall, "lan_address", lambda: "192.168.1.5")
    return tmp_path / "hall"


def test_a_director_neither_lets_phones_in_nor_shuts_them_out(setting: Path) -> None:
    client = signed_in("dora")
    assert client.get(reverse("desk-hall")).status_code == 403
    assert client.post(reverse("desk-hall"), {"let": "in"}).status_code == 403
    assert hall.lets_in(setting) is None


def test_one_press_lets_phones_in_and_shows_the_address_and_its_code_at_once(
    boss: Client, setting: Path
) -> None:
    assert "Only this computer can open Wallchart" in source(boss.get(reverse("desk-hall")))
    answer = boss.post(reverse("desk-hall"), {"let": "in"}, SERVER_PORT="9000")
    assert hall.lets_in(setting) is True
    assert answer.status_code == 200, "a page to be sent on to would find nobody for a moment"
    assert "http://192.168.1.5:9000/" in source(answer)
    assert '<svg class="qr"' in source(answer)
    assert "comes back by itself in a few seconds" in source(answer)
    assert "Give players this address, or let them scan the code." in source(answer)
    assert "Refresh" in answer


def test_once_it_answers_to_the_hall_the_page_stands_still_and_closes_it_again(
    boss: Client, setting: Path, settings: Any
) -> None:
    hall.let_in(setting, is_open=True)
    settings.LAN = True
    answer = boss.get(reverse("desk-hall"), headers={"host": "192.168.1.5"})
    assert "Refresh" not in answer
    assert "you can go on only at the computer that Wallchart runs on" in source(answer)
    assert "Only this computer" in source(boss.post(reverse("desk-hall"), {"let": "out"}))
    assert hall.lets_in(setting) is False


def test_a_machine_in_no_network_and_one_without_a_supervisor_are_each_told_so(
    boss: Client, setting: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "lan_address", lambda: None)
    assert "not on a network yet" in source(boss.post(reverse("desk-hall"), {"let": "in"}))
    settings.SUPERVISED = False
    assert "<button name=" not in source(boss.get(reverse("desk-hall")))
    boss.post(reverse("desk-hall"), {"let": "out"})
    assert hall.lets_in(setting) is True


@pytest.mark.parametrize("content", ["", "perhaps", "open closed", "\xff"])
def test_a_file_that_says_neither_is_as_if_nobody_ever_said(setting: Path, content: str) -> None:
    setting.write_bytes(content.encode("latin-1"))
    assert hall.lets_in(setting) is None
