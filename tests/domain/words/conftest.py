"""The common part of the tests of words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.domain.words.sent import Sent


@pytest.fixture
def sent(tmp_path: Path) -> Sent:
    """A place where files arrive."""
    return Sent(tmp_path)
