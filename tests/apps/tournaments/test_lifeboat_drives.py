"""The drives that are plugged in are offered for the lifeboat, to the operator alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from tests.apps.tournaments.desk_events import SLUG, entries_of, new_event, signed_in
from tests.builders.lifeboats import head

pytestmark = pytest.mark.django_db


def desk(name: str = "desk-lifeboat") -> str:
    return reverse(name, kwargs={"slug": SLUG})


def test_the_sticks_that_are_there_are_offered_to_the_operator_and_one_press_keeps_it_there(
    plugged_in: Path,
) -> None:
    new_event()
    client = signed_in("boss", operator=True)
    page = client.get(desk()).content.decode()
    assert f'<input type="hidden" name="folder" value="{plugged_in}">' in page
    assert 'aria-label="Keep it here: stick"' in page
    assert " free</span>" in page
    assert 'name="folder" value="/media/x/CAMERA"' in page
    assert page.count("can only be read") == 1
    answer = client.post(desk(), {"folder": str(plugged_in)}, follow=True)
    assert f"Written into {plugged_in / SLUG}." in answer.content.decode()
    assert head(plugged_in / SLUG)["entries"] == len(entries_of())
    assert str(plugged_in.parent) not in signed_in("dora").get(desk("desk-event")).content.decode()


def test_a_director_is_not_told_which_drives_this_computer_has(plugged_in: Path) -> None:
    new_event()
    assert str(plugged_in) not in signed_in("dora").get(desk()).content.decode()


def test_where_no_stick_is_plugged_in_the_page_says_so_and_a_folder_can_be_typed(
    plugged_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.lifeboat.drives.MOUNTS", plugged_in / "nothing")
    new_event()
    page = signed_in("boss", operator=True).get(desk()).content.decode()
    assert "No memory stick or other drive is plugged in." in page
    assert "<details open>" in page
