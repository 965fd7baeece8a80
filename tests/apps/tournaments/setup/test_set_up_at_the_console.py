"""An event set up at the console."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.apps.tournaments.setup.test_api_set_ups import people
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def test_the_console_sets_an_event_up_from_a_file_and_says_which_line_it_does_not_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(people(12))
    call_command(
        *("set_up", "Town open", "--start", "open", "--roster", str(roster)),
        *("--day", "2026-11-28", "--director", "dora", "--json"),
    )
    assert json.loads(capsys.readouterr().out) == {
        "event": "town-open",
        "divisions": [{"name": "A", "players": 6}, {"name": "B", "players": 6}],
    }
    assert Tournament.objects.get().director == "dora"
    roster.write_text("Ada, 1500\nAda, 1400")
    with pytest.raises(SystemExit) as left:
        call_command("set_up", "Again", "--roster", str(roster))
    assert left.value.code == 2
    assert "Line 2: Ada: choose who this is." in capsys.readouterr().err
    assert Entry.objects.count() == 12
