"""Log lines: structlog in front, one shape for our own lines and for those of the libraries."""

import logging
import re
from typing import Any

import structlog

_LINK = re.compile(r"(/p/)[^/\s\"'<>\\]+|[-\w]+\.[0-9]{1,9}\.[a-z2-7]{16,}")
"""An address below a player's link, or its token alone: it lets whoever reads it in."""

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def without_links(text: str) -> str:
    """Return text for a log with the players' links made unreadable: it is no place for keys."""
    return _LINK.sub(lambda found: f"{found[1] or ''}…", text)


class WithoutLinks(logging.Filter):
    """Takes players' links out of the lines of a server that writes a log of its own."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return true: the line is written, without links."""
        record.msg, record.args = without_links(record.getMessage()), ()
        return True


def _written(_logger: Any, _method: str, line: str) -> str:
    """Return a whole line as it is written: event, path and traceback alike."""
    return without_links(line)


def logging_settings(form: str, level: str) -> dict[str, Any]:
    """Return Django's LOGGING: `json` for an object a line, `console` for lines to read."""
    if form == "json":
        ending: list[Any] = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        # A traceback with the values of variables would show links, broken over lines.
        plain = structlog.dev.plain_traceback
        ending = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *ending,
                    _written,
                ],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django gives these two handlers of their own; here every line takes the same road.
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # Four sweeps a minute would drown everything else.
            **{
                name: {"level": "WARNING"}
                for name in ("celery.app.trace", "celery.beat", "celery.worker.strategy")
            },
        },
    }


def configure_structlog() -> None:
    """Send structlog's lines through the standard library, where LOGGING gives them a shape."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
