"""Reading JSON files that other programs write, with every mistake at its place in the file.

A place is the way to a value: `events[3].games[17]`, empty for the file itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from core.errors import UserError
from core.files import read_bytes
from core.phrases import joined_by_or, phrase
from ratings.systems.field import SCORE_LIMIT

LARGEST_FILE = 32 * 1024 * 1024
"""Bytes; the largest division ever played takes a hundredth of it."""

Shape = TypeVar("Shape")
Content = TypeVar("Content")

_MISSING = re.compile(r"Object missing required field `(.*)`")
_EXPECTED = re.compile(r"Expected `([^`]*)`(?:, got `.*`| of length (\d+)| ([<>]=) (\S+))")
_BYTE = re.compile(r" \(byte (\d+)\)")
_WORDS = {
    "int": phrase("a whole number"),
    "float": phrase("a number"),
    "str": phrase("text"),
    "array": phrase("a list"),
    "object": phrase("an object"),
}
_LIMITS = {
    ">=": phrase("{place} must be at least {number}."),
    "<=": phrase("{place} must be at most {number}."),
}
_DATE = phrase("{place} must be a date such as 2021-09-04.")


def read_json(path: Path, shape: type[Shape], made: Callable[[Shape], Content]) -> Content:
    """Return the content that `made` makes of the JSON file at `path`, which has this shape.

    Raises `UserError` with the file and the line or field for anything that is not such a file;
    `made` raises its own and need not name the file.
    """
    try:
        return made(_document(path, shape))
    except UserError as mistake:
        mistake.file = str(path)
        raise


def decoded(data: bytes | msgspec.Raw, shape: type[Shape], place: str) -> Shape:
    """Return the value at a place of the file; raise `UserError` with the field if it is another.

    It is for members of an object that is a list of names: those are lost in the decoder's places.
    """
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as wrong:
        raise _mistake(str(wrong), place) from wrong


def score(points: int, place: str) -> int:
    """Return the number, which must be a score that a game can have."""
    if abs(points) > SCORE_LIMIT:
        message = phrase(
            "{place} must be a score between -{score_limit} and {score_limit}.",
            place=place,
            score_limit=SCORE_LIMIT,
        )
        raise UserError(message, code="score.range", field=place)
    return points


def text(value: str, place: str) -> str:
    """Return the text, which must be of printable characters, and not empty."""
    if not value or not value.isprintable():
        message = phrase("{place} must be text of printable characters.", place=place)
        raise UserError(message, code="field.text", field=place)
    return value


def _document(path: Path, shape: type[Shape]) -> Shape:
    """Return the JSON document of the file; raise `UserError` if there is none to be had."""
    data = read_bytes(path, at_most=LARGEST_FILE).removeprefix(b"\xef\xbb\xbf")
    try:
        data.decode()
    except UnicodeDecodeError as binary:
        line = 1 + data.count(b"\n", 0, binary.start)
        raise UserError(
            phrase("The file is not UTF-8 text."), code="file.not_text", line=line
        ) from binary
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as wrong:
        _say_all_that_is_missing(data, shape)
        raise _mistake(str(wrong), "") from wrong
    except msgspec.DecodeError as broken:
        at = _BYTE.search(str(broken))
        line = 1 + data.count(b"\n", 0, int(at[1]) if at else len(data))
        said = _BYTE.sub("", str(broken))
        raise UserError(
            phrase("The file is not JSON: {said}.", said=said), code="json.syntax", line=line
        ) from broken
    except RecursionError as deep:
        raise UserError(phrase("The file is nested too deeply."), code="json.depth") from deep


def _say_all_that_is_missing(data: bytes, shape: type) -> None:
    """Raise `UserError` naming all that the object which the file is has not, if anything."""
    try:
        top = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError:
        return
    info = msgspec.inspect.type_info(shape)
    assert isinstance(info, msgspec.inspect.DataclassType)
    needed = [field.encode_name for field in info.fields if field.required]
    missing = [name for name in needed if name not in top]
    if missing:
        message = phrase("The file has no {missing}.", missing=" and no ".join(missing))
        raise UserError(message, code="field.missing", field=missing[0])


def _mistake(said: str, parent: str) -> UserError:
    """Return the error for what the decoder says of a value below a place: sentence and field."""
    what, _, where = said.partition(" - at `")
    path = where.removesuffix("`").removeprefix("key in ").removeprefix("$").removeprefix(".")
    place = _path(parent, path)
    if (missing := _MISSING.fullmatch(what)) is not None:
        place = _path(place, missing[1])
        return UserError(
            phrase("{place} is missing.", place=place), code="field.missing", field=place
        )
    if (expected := _EXPECTED.fullmatch(what)) is None:
        return _unlike_a_type(what, place)
    wanted, length, limit, number = expected.groups()
    if "date" in wanted:
        return UserError(
            _DATE.format(place=place),
            code="field.date",
            field=place,
        )
    if limit:
        message = _LIMITS[limit].format(place=place, number=number.removesuffix(".0"))
        return UserError(message, code="field.range", field=place)
    kinds = joined_by_or(_WORDS.get(kind, kind) for kind in wanted.split(" | "))
    if length:
        said = phrase("{place} must be {kinds} of {length}.")
    else:
        said = phrase("{place} must be {kinds}.")
    message = said.format(place=place or phrase("The file"), kinds=kinds, length=length)
    return UserError(message, code="field.type", field=place)


def _unlike_a_type(what: str, place: str) -> UserError:
    if "date" in what:
        return UserError(
            _DATE.format(place=place),
            code="field.date",
            field=place,
        )
    if not place:
        return UserError(phrase("The file has a number that is too long."), code="json.number")
    return UserError(
        phrase("{place} is too large a number.", place=place), code="field.range", field=place
    )


def _path(parent: str, path: str) -> str:
    return f"{parent}.{path}" if parent and path and path[0] != "[" else f"{parent}{path}"
