"""What a run tries hangs on its depth alone."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import depth


def _tried() -> list[int]:
    """Return the numbers that hypothesis comes up with."""
    numbers = []

    @settings(max_examples=200)
    @given(st.integers())
    def note(number: int) -> None:
        numbers.append(number)

    note()
    return numbers


def _load(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, file.stem, module)
    spec.loader.exec_module(module)


@pytest.mark.skipif(depth.EXPLORES, reason="this run tries something else each time")
def test_the_same_is_tried_whatever_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _tried()
    magic = tmp_path / "magic.py"
    magic.write_text("".join(f"N{n} = {10**9 + n}\n" for n in range(200)))
    _load(magic, monkeypatch)
    assert _tried() == before
    assert len(before) > 100
