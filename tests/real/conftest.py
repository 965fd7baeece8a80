"""Records of real events, kept outside the project; without them these tests are skipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def real_data() -> Path:
    """Returns the folder of real records, or skips the test."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    folder = Path(os.environ.get("WALLCHART_REAL_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"no real records in {folder}")
    return folder
