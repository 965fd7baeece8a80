"""The methods of dataclasses are compiled once, and found again by their text."""

from __future__ import annotations

import dataclasses
import inspect
import marshal
import os
import subprocess
import sys
from hashlib import blake2b
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any

import pytest

from config import class_code
from config.class_code import ClassCode
from tests.processes import ROOT


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassCode:
    """Return what a process begins with that reads what is kept at once."""
    monkeypatch.setattr(class_code, "FEW", 0)
    return ClassCode(tmp_path / "kept.code")


def said(code: ClassCode, text: str) -> object:
    """Return the value that a text gives to `x`."""
    places: dict[str, object] = {}
    code.run(text, {}, places)
    return places["x"]


def test_the_next_process_compiles_nothing_that_this_one_compiled(
    code: ClassCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(code, "x = 1") == 1
    code.keep()
    after = ClassCode(code.path)
    monkeypatch.setattr(class_code, "_compiled", lambda text: pytest.fail(f"compiles {text}"))
    assert said(after, "x = 1") == 1
    before = code.path.stat()
    after.keep()
    assert code.path.stat() == before, "nothing is written where nothing is new"


def test_what_two_processes_compiled_at_the_same_time_is_kept(code: ClassCode) -> None:
    other = ClassCode(code.path)
    assert (said(code, "x = 1"), said(other, "x = 2")) == (1, 2)
    code.keep()
    other.keep()
    assert len(class_code._kept_in(code.path)) == 2
    assert [path.name for path in code.path.parent.iterdir()] == [code.path.name]


def test_of_too_many_only_those_in_use_stay(
    code: ClassCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("x = 1", "x = 2"):
        said(code, text)
    code.keep()
    monkeypatch.setattr(class_code, "MOST", 2)
    said(code, "x = 2")
    said(code, "x = 3")
    code.keep()
    assert len(class_code._kept_in(code.path)) == 2


@pytest.mark.parametrize(
    "held",
    [
        b"",
        b"\0\0\0\0" + marshal.dumps({}),
        MAGIC_NUMBER,
        MAGIC_NUMBER + b"\xff",
        MAGIC_NUMBER + marshal.dumps({b"a": b"b"})[:-1],
        MAGIC_NUMBER + marshal.dumps([b"a"]),
        MAGIC_NUMBER + marshal.dumps({blake2b(b"x = 1", digest_size=20).digest(): b"\0\0"}),
        MAGIC_NUMBER + marshal.dumps({blake2b(b"x = 1", digest_size=20).digest(): b"i\0\0\0\0"}),
    ],
    ids=["empty", "another Python", "cut off", "noise", "torn", "a list", "zeros", "no code"],
)
def test_a_file_that_was_not_written_here_is_passed_over_and_written_anew(
    code: ClassCode, held: bytes
) -> None:
    code.path.write_bytes(held)
    assert said(code, "x = 1") == 1
    code.keep()
    assert len(class_code._kept_in(code.path)) == 1


def test_nothing_is_kept_where_modules_are_not_and_where_the_folder_takes_nothing(
    code: ClassCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(code, "x = 1")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        code.keep()
    assert not code.path.exists()
    nowhere = ClassCode(code.path / "none" / "kept.code")
    assert said(nowhere, "x = 1") == 1
    nowhere.keep()


def test_a_class_is_the_same_whether_its_methods_were_compiled_or_found(
    code: ClassCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataclasses, "exec", code.run)
    fields: list[Any] = [
        ("name", str),
        ("places", list[int], dataclasses.field(default_factory=list)),
    ]
    told = []
    for _ in range(2):
        made = dataclasses.make_dataclass("Made", fields, frozen=True, slots=True, order=True)
        one = made("a", [1])
        taken = list(map(str, inspect.signature(made).parameters.values()))
        told.append((repr(one), one == made("a", [1]), one < made("b"), taken))
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.name = "b"
        code.keep()
    assert told[0] == told[1]
    assert told[0][:3] == ("Made(name='a', places=[1])", True, True)
    assert told[0][3][0] == "name: str"


def test_a_program_that_loads_much_finds_its_methods_and_a_small_one_reads_nothing(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "kept.code"  # that of the run may be written anew by another process
    program = (
        "import pathlib, sys; from config import class_code\n"
        "class_code.CODE.path = pathlib.Path(sys.argv[1])\n"
        "read = []; plain = class_code._kept_in\n"
        "class_code._kept_in = lambda path: read.append(path) or plain(path)\n"
        "compiled = []; by = class_code._compiled\n"
        "class_code._compiled = lambda text: compiled.append(text) or by(text)\n"
        "import {module}; print(len(read), len(compiled))"
    )
    outcomes = []
    for module in ("config.up.supervisor", *["config.loaded, config.urls"] * 2):
        ran = subprocess.run(
            [sys.executable, "-c", program.format(module=module), str(kept)],
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
            capture_output=True,
            text=True,
            check=True,
        )
        outcomes.append(tuple(map(int, ran.stdout.split())))
    assert outcomes[0][0] == 0
    assert outcomes[2] == (1, class_code.FEW)
    assert kept.exists()
