"""Log lines: structlog in front, one shape for our own lines and for those of the libraries.

Loaded by the first line that a process writes (`core.log`, `config.logs`): most write none.
"""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

from core import request_number

LONGEST_VALUE = 2_000
"""The length of one value in a line: visitors choose how long the path of a page is."""
LONGEST_LINE = 16_000
"""Characters of a whole line, and of a traceback: its end tells most."""

_CUT = "… (cut)"
_LINK = re.compile(
    r"(/(?:p|slip|tablet)/)[^/\s\"'<>\\]+|"
    r"(?<![-\w])[-\w]++\.k?[0-9]{1,9}\.(?:[a-z2-7]{16,}|[a-z2-7]*(?=… \(cut\)))"
)
"""An address below a link of a player or a tablet, or its token alone: either lets its reader in.

It is looked for at the beginning of a word only, and a word is read once: the time grows with the
length of the text and no faster.
"""


def _with_request(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Any:
    """Return the event of a line with the number of the request that it was written for."""
    if number := request_number.current():
        event["request_id"] = number
    return event


_SHARED: list[Any] = [
    _with_request,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def without_links(text: str) -> str:
    """Return text for a log with the players' links made unreadable: it is not a place for keys."""
    return _LINK.sub(lambda found: f"{found[1] or ''}…", text)


def _cut(text: str, longest: int) -> str:
    """Return the beginning of a text, and say so where there was more."""
    return text if len(text) <= longest else f"{text[:longest]}{_CUT}"


def _with_short_values(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Any:
    """Return the event of a line with every value of a bounded length, before anything reads it."""
    for name, value in event.items():
        said = value if isinstance(value, str) else repr(value)
        if name == "exception" and len(said) > LONGEST_LINE:
            # From a whole line on: half a link is none that anybody would recognise.
            event[name] = f"(cut) {said[-LONGEST_LINE:].partition(chr(10))[2]}"
        elif name != "exception" and len(said) > LONGEST_VALUE:
            event[name] = _cut(said, LONGEST_VALUE)
    return event


def _written(_logger: Any, _method: str, line: str) -> str:
    """Return a whole line as it is written: event, path and traceback alike."""
    return without_links(line)


def line_formatter(form: str) -> logging.Formatter:
    """Return the formatter of log lines: `json` for an object, `console` for a line to read."""
    render: Any = structlog.processors.JSONRenderer(ensure_ascii=False)
    if form != "json":
        # A traceback with the values of variables would show links, broken over lines.
        plain = structlog.dev.plain_traceback
        render = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)
    ending: list[Any] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        _with_short_values,
        render,
        _written,
    ]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_SHARED, processors=ending)


# Structlog's lines go through the standard library, where LOGGING gives them a shape.
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
