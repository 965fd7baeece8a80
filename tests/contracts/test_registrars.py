"""Whatever registers itself is named by its app: else nobody would ever import it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.registrars import Registrars
from tests.contracts.house import ROOMS
from tests.processes import ROOT

_REGISTERS = re.compile(
    r"^(?:@register$|@check$|@proof$|@follow\(|@follow_live\(|@job_kind\(|know_\w+\(|close_word_tools\(|keep_folder\(|@end_with_sessions$)",
    re.MULTILINE,
)

_NAMED = """
import django, sys
django.setup()
from core.registrars import (
    CHECKS, COMMANDS, FOLDERS, FOLLOWERS, JOBS, LIVE_FOLLOWERS, PROOFS,
    SIGNING_OUT,
)
from games.apps import RESULTS
from lexicon.apps import PLACES
from people.apps import PLAYER_PAGES
for one in (CHECKS, COMMANDS, FOLDERS, FOLLOWERS, JOBS, LIVE_FOLLOWERS, PROOFS):
    one.load()
for one in (PLACES, PLAYER_PAGES, RESULTS, SIGNING_OUT):
    one.load()
print(*sys.modules)
"""


def test_every_module_that_registers_something_is_named_by_its_app() -> None:
    registering = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if _REGISTERS.search(path.read_text(encoding="utf-8"))
    }
    ran = subprocess.run(
        [sys.executable, "-c", _NAMED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert len(registering) > 40
    assert registering - set(ran.stdout.split()) == set()


def _writes(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.py").write_text(text, encoding="utf-8")


def test_modules_are_imported_once_when_they_are_first_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    _writes(tmp_path, "registers_later", "")
    _writes(tmp_path, "registers_one", "import registers_later")
    one = Registrars()
    one.name("registers_one")
    assert "registers_one" not in sys.modules
    one.load()
    assert "registers_later" in sys.modules
    for name in ("registers_one", "registers_later"):
        monkeypatch.delitem(sys.modules, name)
    one.load()
    assert "registers_one" not in sys.modules


def test_a_module_that_cannot_be_imported_is_told_to_everybody_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    _writes(tmp_path, "registers_nothing", "raise RuntimeError('no')")
    one = Registrars()
    one.name("registers_nothing")
    for _ in range(2):
        with pytest.raises(RuntimeError):
            one.load()
