"""Every measure of docs/security.md names tests that are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.processes import ROOT

PAGE = ROOT / "docs" / "security.md"
_NAMED = re.compile(r"`(tests/[^`:]+\.py)::(test_\w+)`")
_MOST_COLUMNS = 3


@cache
def _tests_in(path: Path) -> frozenset[str]:
    if not path.is_file():
        return frozenset()
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return frozenset(one.name for one in body if isinstance(one, ast.FunctionDef))


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each row that says a measure, without the heads of the tables."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        is_row = line.startswith("|") and not set(line) <= set("|-")
        if is_row and cells[-1] != "shown by":
            yield cells


def faults(text: str) -> list[str]:
    """Return what is wrong with the rows of a page: no three cells, no test, or one that is not."""
    wrong = []
    for cells in rows(text):
        named = _NAMED.findall(cells[-1])
        if len(cells) != _MOST_COLUMNS or not all(cells) or not named:
            wrong.append(f"{cells[0]}: no measure, threat and test")
        wrong += [
            f"{cells[0]}: {path}::{name} is not there"
            for path, name in named
            if name not in _tests_in(ROOT / path)
        ]
    return wrong


def test_every_measure_names_what_it_is_against_and_tests_that_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(list(rows(text))) >= 50
    assert faults(text) == []
    assert text.count("::test_") == len(_NAMED.findall(text))


@pytest.mark.parametrize(
    "row",
    [
        "| a measure | a threat | `tests/contracts/test_security.py::test_gone` |",
        "| a measure | a threat | `tests/contracts/gone.py::test_gone` |",
        "| a measure | a threat | we looked |",
        "| a measure | | `tests/contracts/test_house.py::test_no_module_is_too_long` |",
    ],
)
def test_the_guard_sees_a_row_that_nothing_shows(row: str) -> None:
    head = "| what stands against it | what could be done without it | shown by |\n|---|---|---|\n"
    good = (
        "| a | b | `tests/contracts/test_security.py::test_the_guard_sees_a_row_that_nothing_shows`"
    )
    assert faults(f"{head}{good} |\n") == []
    assert len(faults(f"{head}{row}\n")) == 1
