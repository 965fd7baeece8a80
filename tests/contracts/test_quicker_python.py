"""What .venv is made of: the Python that was asked, or the system's own where that is quicker."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.processes import ROOT

THIS = f"{sys.version_info.major} {sys.version_info.minor}"


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`start.py` with a .venv and a Python of the system in a folder of the test."""
    module = ModuleType("start_here")
    module.__file__ = str(ROOT / "start.py")
    monkeypatch.setitem(sys.modules, "start_here", module)
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    exec(compile(source, module.__file__, "exec"), module.__dict__)
    monkeypatch.setattr(module, "VENV", tmp_path / "venv")
    monkeypatch.setattr(module, "OF_THE_SYSTEM", str(tmp_path / "python3"))
    return module


def system(start: ModuleType, told: str, making: str) -> None:
    """Put a program in the place of the system's Python: what it is asked, and what it makes."""
    path = Path(start.OF_THE_SYSTEM)
    path.write_text(f'#!/bin/sh\nif [ "$1" = -c ]; then {told}; else {making}; fi\n')
    path.chmod(0o755)


def test_the_systems_python_is_taken_where_it_is_of_this_version_and_much_quicker(
    start: ModuleType,
) -> None:
    system(start, f"echo {THIS} 0.000001", 'mkdir "$3"')
    assert start._made_of_the_quicker() is True
    assert start.VENV.is_dir()


@pytest.mark.parametrize(
    ("told", "making"),
    [
        (f"echo {THIS} 1000", 'mkdir "$3"'),
        ("echo 3 2 0.000001", 'mkdir "$3"'),
        ("exit 1", 'mkdir "$3"'),
        (f"echo {THIS} 0.000001", 'mkdir "$3"; exit 1'),
    ],
    ids=["slower", "of another version", "broken", "it makes none"],
)
def test_the_python_that_was_asked_is_taken_else_and_nothing_is_left(
    start: ModuleType, told: str, making: str
) -> None:
    system(start, told, making)
    assert start._made_of_the_quicker() is False
    assert not start.VENV.exists()


def test_the_python_that_was_asked_is_taken_where_the_system_has_none(start: ModuleType) -> None:
    assert start._made_of_the_quicker() is False
