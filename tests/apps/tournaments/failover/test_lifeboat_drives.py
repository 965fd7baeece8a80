"""The drives that are plugged in are offered for the lifeboat, to the operator alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.apps.tournaments.desk_events import SLUG, at, entries_of, new_event, signed_in
from tests.builders.lifeboats import head
from tests.pages import source_at
from tournaments.models import Lifeboat

pytestmark = pytest.mark.django_db


def test_the_sticks_that_are_there_are_offered_to_the_operator_and_one_press_keeps_it_there(
    plugged_in: Path,
) -> None:
    new_event()
    client = signed_in("boss", operator=True)
    page = source_at(client, at("desk-lifeboat"))
    assert f'<input type="hidden" name="folder" value="{plugged_in}">' in page
    assert 'aria-label="Keep it here: stick"' in page
    assert " free</span>" in page
    assert 'name="folder" value="/media/x/CAMERA"' in page
    assert page.count("read-only") == 1
    answer = client.post(at("desk-lifeboat"), {"folder": str(plugged_in)}, follow=True)
    assert f"Written to {plugged_in / SLUG}." in answer.content.decode()
    assert head(plugged_in / SLUG)["entries"] == len(entries_of())
    assert str(plugged_in.parent) not in source_at(signed_in("dora"), at("desk-event"))


def test_a_director_is_not_told_which_drives_this_computer_has(plugged_in: Path) -> None:
    new_event()
    assert str(plugged_in) not in source_at(signed_in("dora"), at("desk-lifeboat"))


def test_where_no_stick_is_plugged_in_the_page_says_so_and_a_folder_can_be_typed(
    plugged_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.drives.MOUNTS", plugged_in / "nothing")
    new_event()
    page = source_at(signed_in("boss", operator=True), at("desk-lifeboat"))
    assert "No memory stick or other drive is plugged in." in page
    assert "<details open>" in page


def test_an_empty_folder_is_told_what_to_choose_with_the_sticks_that_are_there(
    plugged_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_event()
    client = signed_in("boss", operator=True)
    answer = client.post(at("desk-lifeboat"), {"folder": " "})
    assert answer.status_code == 422
    said = "Type the full path of a folder, or press “Keep it here” beside stick."
    assert said in answer.content.decode()
    assert not Lifeboat.objects.exclude(folder="").exists()
    monkeypatch.setattr("core.drives.MOUNTS", plugged_in / "nothing")
    page = client.post(at("desk-lifeboat"), {"folder": ""}).content.decode()
    assert "Type the full path of a folder, or plug a memory stick in and look again." in page


def test_an_empty_folder_is_the_installations_own_or_ends_a_lifeboat(
    plugged_in: Path, tmp_path: Path, settings: Any
) -> None:
    new_event()
    client = signed_in("boss", operator=True)
    client.post(at("desk-lifeboat"), {"folder": str(plugged_in)})
    answer = client.post(at("desk-lifeboat"), {"folder": ""}, follow=True)
    assert "This event no longer has a lifeboat." in answer.content.decode()
    settings.LIFEBOAT = str(tmp_path)
    page = source_at(client, at("desk-lifeboat"))
    assert f"If you leave it empty, it is kept in {tmp_path}, as for every event here." in page
    answer = client.post(at("desk-lifeboat"), {"folder": ""}, follow=True)
    assert f"Written to {tmp_path / SLUG}." in answer.content.decode()
