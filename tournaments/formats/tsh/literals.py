"""The values of a tsh configuration: numbers, quoted strings, lists and hashes, and nothing else.

tsh evaluates them as program text; here they are read as data, so an expression is refused.
"""

from __future__ import annotations

import re
from typing import Any

from core.phrases import phrase
from tournaments.formats.tsh.limits import MAX_DEPTH

_SPACE = re.compile(r"[ \t]*")
_NUMBER = re.compile(r"[+-]?(\d{1,15}(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?(?![\w.])")
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_HEX = re.compile(r"\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{1,2})")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


class NotLiteralError(ValueError):
    """Text that is not one of the values a configuration may hold."""


def read_literal(text: str) -> Any:
    """Returns the value of `text`: int, float, str, list, dict or None (`undef`).

    A closing `;` and a comment after the value are dropped. Raises NotLiteralError for anything
    else, such as an expression or a call.
    """
    value, end = _value(text, _skip(text, 0), 0)
    rest = text[end:].strip(" \t").lstrip(";").lstrip(" \t")
    if rest and not rest.startswith("#"):
        raise NotLiteralError(phrase("“{rest}” after the value", rest=rest))
    return value


def print_literal(value: Any) -> str:
    """Returns the text that `read_literal` reads as `value`."""
    if value is None:
        return "undef"
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _print_string(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(print_literal(v) for v in value) + "]"
    pairs = (f"{_print_string(str(k))} => {print_literal(v)}" for k, v in value.items())
    return "{" + ", ".join(pairs) + "}"


def _print_string(value: str) -> str:
    if value.isprintable() or not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in value):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    quoted = re.sub(r'([\\"$@])', r"\\\1", value)
    return '"' + re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda m: f"\\x{{{ord(m[0]):x}}}", quoted) + '"'


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    if depth > MAX_DEPTH:
        raise NotLiteralError(phrase("lists are nested too deeply"))
    start = text[at : at + 1]
    if start == "'":
        return _single_quoted(text, at + 1)
    if start == '"':
        return _double_quoted(text, at + 1)
    if start == "[":
        return _items(text, at + 1, "]", depth)
    if start == "{":
        items, end = _items(text, at + 1, "}", depth)
        if len(items) % 2:
            raise NotLiteralError(phrase("a hash holds a key without a value"))
        keys = [str(k) for k in items[::2]]
        return dict(zip(keys, items[1::2], strict=True)), end
    number = _NUMBER.match(text, at)
    if number:
        plain = number[0]
        whole = number[2] is None and number[3] is None and "." not in plain
        return (int(plain) if whole else float(plain)), number.end()
    word = _WORD.match(text, at)
    if word and word[0] == "undef":
        return None, word.end()
    raise NotLiteralError(
        phrase("“{text}” is not a value", text=text[at:].strip())
        if text[at:]
        else phrase("no value")
    )


def _items(text: str, at: int, close: str, depth: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    at = _skip(text, at)
    while text[at : at + 1] != close:
        word = _WORD.match(text, at)
        if word and text.startswith("=>", _skip(text, word.end())):
            item, at = word[0], word.end()
        else:
            item, at = _value(text, at, depth + 1)
        items.append(item)
        at = _skip(text, at)
        if text.startswith("=>", at):
            at = _skip(text, at + 2)
        elif text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != close:
            raise NotLiteralError(phrase("no “{close}” closes the list", close=close))
    return items, at + 1


def _single_quoted(text: str, at: int) -> tuple[str, int]:
    text_parts: list[str] = []
    while at < len(text):
        letter = text[at]
        if letter == "'":
            return "".join(text_parts), at + 1
        if letter == "\\" and text[at + 1 : at + 2] in ("'", "\\"):
            at += 1
            letter = text[at]
        text_parts.append(letter)
        at += 1
    raise NotLiteralError(phrase("a quotation mark is missing"))


def _double_quoted(text: str, at: int) -> tuple[str, int]:
    text_parts: list[str] = []
    while at < len(text):
        letter = text[at]
        at += 1
        if letter == '"':
            return "".join(text_parts), at
        if letter == "\\":
            letter, at = _escaped(text, at)
        text_parts.append(letter)
    raise NotLiteralError(phrase("a quotation mark is missing"))


def _escaped(text: str, at: int) -> tuple[str, int]:
    letter = text[at : at + 1]
    if letter == "x":
        code = _HEX.match(text, at + 1)
        if code:
            point = int(code[1] or code[2], 16)
            if point > 0x10FFFF or 0xD800 <= point < 0xE000:
                raise NotLiteralError(phrase("a letter's code is out of range"))
            return chr(point), code.end()
    return _ESCAPES.get(letter, letter), at + 1
