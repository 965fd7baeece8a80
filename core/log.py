"""The log of a module: structlog's, loaded by the first line that a process writes."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings


class Log:
    """The methods of structlog's logger of this name: `info`, `warning`, `exception` and so on."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, method: str) -> Any:
        return getattr(_structlog().get_logger(self._name), method)


@cache
def _structlog() -> Any:
    """Returns structlog, set up as this installation has it."""
    import_module(settings.LOG_LINES)
    return import_module("structlog")
