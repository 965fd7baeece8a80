"""Real records of games: every verdict, score, ending and first deviation as it was worked out.

The expected values come from an independent program that trusts no number in a file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.contract import in_contract
from games.engine.checking import check_gcg, check_record
from games.engine.gcg.reading import read_gcg

FEWEST = 90


@pytest.fixture(scope="module")
def expected(real_data: Path) -> dict[str, dict[str, Any]]:
    """Returns the expected report of each record, by its file."""
    text = (real_data / "gcg" / "expected.json").read_text(encoding="utf-8")
    games: dict[str, dict[str, Any]] = json.loads(text)["games"]
    assert len(games) > FEWEST
    return games


@pytest.fixture(scope="module")
def told(expected: dict[str, dict[str, Any]], real_data: Path) -> dict[str, dict[str, Any]]:
    """Returns the check of each record, by its file, as other programs get it."""
    folder = real_data / "gcg"
    return {name: in_contract(check_gcg((folder / name).read_bytes()), name) for name in expected}


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("verdict", "verdict"),
        ("scores", "final_right"),
        ("stated_scores", "final_stated"),
        ("plays", "plays"),
        ("bingos", "bingos"),
        ("end", "end"),
        ("board", "board"),
        ("tiles", "tiles"),
        ("encoding", "encoding"),
    ],
)
def test_every_real_record_comes_to_what_was_worked_out(
    said: str, due: str, expected: dict[str, dict[str, Any]], told: dict[str, dict[str, Any]]
) -> None:
    assert {name: one[said] for name, one in told.items()} == {
        name: one[due] for name, one in expected.items()
    }


def test_the_first_deviation_of_every_real_record_is_the_one_that_was_found(
    expected: dict[str, dict[str, Any]], told: dict[str, dict[str, Any]]
) -> None:
    assert {name: _first(one["deviations"]) for name, one in told.items()} == {
        name: _first(sorted(one["issues"], key=_place)) for name, one in expected.items()
    }


def test_all_that_was_found_wrong_in_real_records_is_found_here_with_the_same_numbers(
    expected: dict[str, dict[str, Any]], told: dict[str, dict[str, Any]]
) -> None:
    for name, one in expected.items():
        found = {_place(d): (d["stated"], d["right"]) for d in told[name]["deviations"]}
        for issue in one["issues"]:
            numbers = issue.get("stated"), issue.get("right")
            assert found.get(_place(issue)) == numbers, (name, issue)


def test_a_real_record_without_its_file_is_checked_alike(real_data: Path) -> None:
    for file in sorted((real_data / "gcg" / "clean").iterdir()):
        record = read_gcg(file.read_bytes()).record
        assert record is not None
        assert check_record(record).deviations == (), file.name


def _place(issue: dict[str, Any]) -> tuple[int, str]:
    return issue["line"], issue["code"]


def _first(issues: list[dict[str, Any]]) -> tuple[int, str] | None:
    return _place(issues[0]) if issues else None
