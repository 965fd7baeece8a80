"""What the tests of the API share."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nobody_was_here() -> None:
    """Forget how often anybody asked."""
    cache.clear()
