"""Reading JSON files that other programs write, with every mistake at its place in the file.

A place is the way to a value: `events[3].games[17]`, empty for the file itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from core.errors import UserError
from core.files import read_bytes
from ratings.systems.field import SCORE_LIMIT

LARGEST_FILE = 32 * 1024 * 1024
"""Bytes; the largest division ever played takes a hundredth of it."""

Content = TypeVar("Content")


def read_json(path: Path, shaped: Callable[[Any], Content]) -> Content:
    """Return what `shaped` makes of the document in the file at `path`.

    Raises `UserError` with the file and the line or field for anything that is not such a file;
    `shaped` raises its own and need not name the file.
    """
    try:
        return shaped(_document(path))
    except UserError as mistake:
        mistake.file = str(path)
        raise


def an_object(value: Any, place: str) -> dict[str, Any]:
    """Return the value, which must be an object; the file itself has no place."""
    if not isinstance(value, dict):
        raise wrong_type(place or "The file", "an object")
    return value


def whole_file(document: Any, needed: Sequence[str]) -> dict[str, Any]:
    """Return the object that the file is; raise `UserError` naming all that is not in it."""
    top = an_object(document, "")
    missing = [name for name in needed if name not in top]
    if missing:
        message = f"The file has no {' and no '.join(missing)}."
        raise UserError(message, code="field.missing", field=missing[0])
    return top


def list_at(fields: Mapping[str, Any], name: str, parent: str = "") -> list[Any]:
    """Return the list that an object must have under a name."""
    value = _member(fields, name, parent)
    if not isinstance(value, list):
        raise wrong_type(_path(parent, name), "a list")
    return value


def whole_at(fields: Mapping[str, Any], name: str, parent: str = "") -> int:
    """Return the whole number that an object must have under a name."""
    return whole(_member(fields, name, parent), _path(parent, name))


def text_at(fields: Mapping[str, Any], name: str, parent: str = "") -> str:
    """Return the text that an object must have under a name."""
    return text(_member(fields, name, parent), _path(parent, name))


def whole(value: Any, place: str) -> int:
    """Return the value, which must be a whole number; true and 3.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong_type(place, "a whole number")
    return value


def whole_or_none(value: Any, place: str) -> int | None:
    """Return the value, which must be a whole number or null."""
    return None if value is None else whole(value, place)


def text(value: Any, place: str) -> str:
    """Return the value, which must be a text of printable characters, and not empty."""
    if not isinstance(value, str):
        raise wrong_type(place, "a text")
    if not value or not value.isprintable():
        message = f"{place} must be a text of printable characters."
        raise UserError(message, code="field.text", field=place)
    return value


def score(value: Any, place: str) -> int:
    """Return the value, which must be a score that a game can have."""
    points = whole(value, place)
    if abs(points) > SCORE_LIMIT:
        message = f"{place} must be a score between -{SCORE_LIMIT} and {SCORE_LIMIT}."
        raise UserError(message, code="score.range", field=place)
    return points


def wrong_type(place: str, wanted: str) -> UserError:
    """Return the mistake of a value that is not what is wanted there."""
    return UserError(f"{place} must be {wanted}.", code="field.type", field=place)


def _member(fields: Mapping[str, Any], name: str, parent: str) -> Any:
    if name not in fields:
        place = _path(parent, name)
        raise UserError(f"{place} is missing.", code="field.missing", field=place)
    return fields[name]


def _path(parent: str, name: str) -> str:
    return f"{parent}.{name}" if parent else name


def _document(path: Path) -> Any:
    """Return the JSON document of the file; raise `UserError` if there is none to be had."""
    try:
        text = read_bytes(path, at_most=LARGEST_FILE).decode("utf-8-sig")
    except UnicodeDecodeError as binary:
        line = 1 + binary.object.count(b"\n", 0, binary.start)
        raise UserError("The file is not UTF-8 text.", code="file.not_text", line=line) from binary
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as broken:
        raise UserError(
            f"The file is not JSON: {broken.msg}.", code="json.syntax", line=broken.lineno
        ) from broken
    except RecursionError as deep:
        raise UserError("The file is nested too deeply.", code="json.depth") from deep
    except ValueError as huge:  # Python refuses to read integers of thousands of digits
        raise UserError("The file has a number that is too long.", code="json.number") from huge


def _no_number(constant: str) -> NoReturn:
    raise UserError(f"{constant} is not a number.", code="json.number")
