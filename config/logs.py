"""The destinations of log lines, and which are written; `config.log_lines` formats them."""

import logging
from functools import cached_property
from typing import Any

from django.core.exceptions import PermissionDenied

from config.log_files import StandardError


class LineFormatter(logging.Formatter):
    """Gives lines the shape of this installation; what it takes is loaded by the first line."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form = form

    @cached_property
    def _shape(self) -> logging.Formatter:
        from config.log_lines import line_formatter  # noqa: PLC0415 - most commands write no line

        return line_formatter(self._form)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return self._shape.format(record)


def without_refusal(record: logging.LogRecord) -> bool:
    """Take the traceback from the line of a refusal, which is an answer and no fault; keep lines.

    Called as a filter where Django writes its line, so that no handler formats one.
    """
    if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
        record.exc_info = None
    return True


def logging_settings(form: str, level: str) -> dict[str, Any]:
    """Return Django's LOGGING: `json` for an object a line, `console` for lines to read."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_refusal": {"()": lambda: without_refusal}},
        "formatters": {"line": {"()": LineFormatter, "form": form}},
        "handlers": {"stderr": {"()": StandardError, "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django gives these two handlers of their own; here every line takes the same road.
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "django.request": {"filters": ["without_refusal"]},
            # Four sweeps a minute would drown everything else.
            **{
                name: {"level": "WARNING"}
                for name in ("celery.app.trace", "celery.beat", "celery.worker.strategy")
            },
        },
    }
