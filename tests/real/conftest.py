"""Records of real events, kept outside the project; without them these tests are skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import replays


@pytest.fixture(scope="session")
def real_data() -> Path:
    """Returns the folder of real records, or skips the test."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    folder = Path(os.environ.get("WALLCHART_REAL_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"no real records in {folder}")
    return folder


@pytest.fixture(autouse=True)
def _replays() -> Iterator[None]:
    """Replay in a fork of this process."""
    with replays.forked():
        yield
