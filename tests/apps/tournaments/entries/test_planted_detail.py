"""A detail of an entry is one field: planted, everything knows it without another change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields
from typing import Any, get_type_hints

import pytest

from tests.processes import ROOT
from tournaments.entry_details import DETAILS, EntryChanges, EntryDetails
from tournaments.models import Entry


@pytest.fixture(scope="module")
def found() -> Any:
    """The result of an event whose entries have a country."""
    command = [sys.executable, "-m", "tests.apps.tournaments.entries.planting_a_detail"]
    apart = {n: v for n, v in os.environ.items() if not n.startswith("WALLCHART_TEST")}
    ran = subprocess.run(command, cwd=ROOT, env=apart, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def test_a_planted_detail_has_a_field_in_the_form_and_its_words_in_the_log(found: Any) -> None:
    assert found["form"] == ["Country", True]
    assert found["log"] == ["No. 2 Bea Botham: country now Malta (before: none)"]


def test_a_planted_detail_goes_with_an_entry_that_moves_and_into_files_and_back(
    found: Any,
) -> None:
    assert found["content"] == [["Malta", None], ["Wales"]]
    assert [text.count("; nation ") for text in found["file"]] == [1, 1]
    assert found["imported"] == ["Malta", "", "Wales"]


def test_a_planted_detail_is_read_from_a_roster(found: Any) -> None:
    assert found["roster"] == ["Chile"]


def test_a_change_can_set_every_detail_and_nothing_else() -> None:
    held, changed = get_type_hints(EntryDetails), get_type_hints(EntryChanges)
    assert changed == {name: kind | None for name, kind in held.items()}
    assert all(f.default is None for f in fields(EntryChanges))


def test_no_form_takes_more_than_the_column_of_a_detail_holds() -> None:
    for detail in DETAILS:
        column: Any = Entry._meta.get_field(detail.name)
        assert column.get_internal_type() == (
            "PositiveIntegerField" if detail.is_number else "CharField"
        )
        assert detail.is_number or column.max_length == detail.most
