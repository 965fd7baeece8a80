"""The prizes of real events whose configuration has prize lines: a winner and a reason for each."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.formats.tsh import write_tsh
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def told(*arguments: str, **more: Any) -> dict[str, Any]:
    out = StringIO()
    call_command(*arguments, json=True, stdout=out, **more)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def with_prizes(real_data: Path) -> list[Path]:
    folders = sorted(path.parent for path in real_data.glob("tsh/*/config.tsh"))
    return [
        folder
        for folder in folders
        if any(line.startswith(b"prize ") for line in lines_of(folder / "config.tsh"))
    ]


def lines_of(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines()


def test_every_prize_of_a_real_event_has_a_winner_and_a_reason(real_data: Path) -> None:
    assert with_prizes(real_data)
    for folder in with_prizes(real_data):
        told("tsh_import", str(folder), slug=folder.name)
        answer = told("prizes", folder.name)
        declared = [x for x in lines_of(folder / "config.tsh") if x.startswith(b"prize ")]
        assert len(answer["prizes"]) == len(declared)
        tables = told("standings", folder.name)["divisions"]
        for prize in answer["prizes"]:
            [winner] = prize["winners"]
            assert prize["why"]
            assert prize["final"]
            rows = {
                row["rank"]: row
                for table in tables
                if table["name"] == prize["division"]
                for row in table["rows"]
            }
            if prize["kind"] == "place":
                assert winner["number"] == rows[prize["place"]]["number"]


def test_the_prize_lines_of_a_real_event_are_written_as_they_stood(real_data: Path) -> None:
    for folder in with_prizes(real_data):
        told("tsh_import", str(folder), slug=folder.name)
        event = Tournament.objects.get(slug=folder.name)
        written = write_tsh(tsh_content(event))["config.tsh"].splitlines()
        stood = [line for line in lines_of(folder / "config.tsh") if line.startswith(b"prize ")]
        assert [line for line in written if line.startswith(b"prize ")] == stood


def test_prizes_come_out_of_a_replay_as_they_were(real_data: Path) -> None:
    for folder in with_prizes(real_data):
        told("tsh_import", str(folder), slug=folder.name)
        assert told("replay", folder.name)["equal"]
