"""The bodies of requests: one JSON object, read so that nothing in it can surprise who stores it.

Keys that come twice, numbers that no column holds, NaN, text that no database takes and depth
without end are refused here, before a command sees any of it.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from core.errors import UserError
from core.phrases import phrase

WHY = "why"
"""The field of a body that says the reason, for the log."""

DEEPEST = 12
MOST_PARTS = 2_000_000
"""Of so many fields and items at most is a body made: each takes far more memory than its text."""
LARGEST = 2**31 - 1
"""The largest whole number: what a column of every database holds."""


class MalformedRequest(UserError):
    """A request is not what is read here: its body, or what stands after the question mark."""


class MalformedBody(MalformedRequest):
    """The body of a request is not the JSON that is read here."""


def read_object(body: bytes) -> dict[str, Any]:
    """Returns the object that a body is in JSON; an empty body is an empty object.

    Raises MalformedBody, which says what is wrong.
    """
    if not body.strip():
        return {}
    if sum(map(body.count, (b",", b"[", b"{"))) > MOST_PARTS:
        raise MalformedBody(phrase("The body has too many fields and items."), code="body.parts")
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_fraction,
        )
    except MalformedBody:
        raise
    except (ValueError, RecursionError) as wrong:
        raise MalformedBody(phrase("The body is not JSON."), code="body.not_json") from wrong
    if not isinstance(value, dict):
        raise MalformedBody(phrase("The body must be a JSON object."), code="body.no_object")
    _check(value, 1)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise MalformedBody(
                phrase("The field {key!r} is given twice.", key=key[:60]),
                code="body.key_twice",
                field=_storable(key[:60]),
            )
        found[key] = value
    return found


def _no_number(said: str) -> NoReturn:
    raise MalformedBody(phrase("{said} is not a number.", said=said), code="body.not_json")


def _whole(said: str) -> int:
    if len(said) > 11 or abs(int(said)) > LARGEST:
        raise MalformedBody(
            phrase("A whole number can be {most} at most.", most=LARGEST), code="number.range"
        )
    return int(said)


def _fraction(said: str) -> float:
    """Returns a number that was written with a point; 2.0 is the whole number 2, as in JSON."""
    value = float(said)
    if abs(value) > LARGEST:
        raise MalformedBody(
            phrase("A number can be {most} at most.", most=LARGEST), code="number.range"
        )
    return int(value) if value.is_integer() else value


def _check(value: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise MalformedBody(
            phrase("The body is nested deeper than {most} levels.", most=DEEPEST),
            code="body.too_deep",
        )
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for key, held in value.items():
            _check_text(key)
            _check(held, depth + 1)
    elif isinstance(value, list):
        for held in value:
            _check(held, depth + 1)


def _check_text(text: str) -> None:
    if _storable(text) != text:
        raise MalformedBody(
            phrase("The text contains a character that cannot be stored."), code="text.nul"
        )


def _storable(text: str) -> str:
    """Returns a text without halves of characters, and without NUL."""
    return text.encode("utf-8", "ignore").decode().replace("\0", "")
