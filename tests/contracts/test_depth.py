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


@pytest.mark.parametrize(
    ("explores", "factor", "tried", "large"),
    [(False, 0.5, 50, 7), (True, 1.0, 2_000, 300), (True, 5.0, 10_000, 300), (True, 0.01, 20, 300)],
)
def test_a_deep_run_tries_as_much_as_is_said_of_it_and_a_usual_one_does_not(
    monkeypatch: pytest.MonkeyPatch, explores: bool, factor: float, tried: int, large: int
) -> None:
    monkeypatch.setattr(depth, "EXPLORES", explores)
    monkeypatch.setattr(depth, "FACTOR", factor)
    assert depth.times(100, deep=10_000) == tried
    assert depth.times(100) == 100 * factor
    assert depth.size(7, deep=300) == large


def test_three_shares_are_everything_and_a_deep_run_or_a_few_are_not_shared_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = list("abcdefgh")
    monkeypatch.setattr(depth, "EXPLORES", False)
    shares = [depth.share(names, place) for place in (3, 7, 11)]
    assert shares == [["a", "d", "g"], ["b", "e", "h"], ["c", "f"]]
    assert depth.share(["a", "b"], 1) == ["a", "b"]
    monkeypatch.setattr(depth, "EXPLORES", True)
    assert depth.share(names, 1) == names
