"""A receiver beside each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.apps.tournaments.webhooks.receivers import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Run a receiver that takes everything."""
    with receiving() as one:
        yield one
