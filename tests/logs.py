"""The lines logged while a test looks, before anything formats them."""

from structlog.testing import capture_logs

import config.log_lines  # noqa: F401 - sets structlog up, which would let go of a capture that runs

__all__ = ["capture_logs"]
