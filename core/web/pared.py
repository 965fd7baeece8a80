"""Style sheets and scripts without what is there for who edits them: comments and indentation.

A reader loads a third fewer bytes of them, zipped.
"""

from __future__ import annotations

import re
from pathlib import PurePath

_GAP = r"(?:\s|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)"
_OF_A_SHEET = re.compile(
    rf"""("(?:[^"\\]|\\.)*+"?|'(?:[^'\\]|\\.)*+'?)|{_GAP}*+([{{}};,]){_GAP}*+|{_GAP}++""", re.DOTALL
)
_OURS = {"css", "js"}
"""The folders of our own files; what others wrote stays as it came."""


def is_pared(name: str) -> bool:
    """Returns whether the static file of this name is a sheet or a script of ours."""
    path = PurePath(name)
    return path.parts[0] in _OURS and path.suffix in (".css", ".js")


def pared(name: str, text: str) -> str:
    """Returns what a browser needs of a sheet or a script."""
    return _pared_sheet(text) if name.endswith(".css") else _pared_script(text)


def _pared_sheet(text: str) -> str:
    """Returns a sheet with a space where there were comments and spaces, and none beside `{};,`."""
    return _OF_A_SHEET.sub(lambda found: found[1] or found[2] or " ", text).strip()


def _pared_script(text: str) -> str:
    """Returns a script without indentation and without lines and blocks that are only comments.

    Line breaks stay, because they may end a statement. A text in backticks may be over several
    lines, where all that looks like a comment is text: a script with such a one is left whole, and
    so is one with a text in another, or with code behind a block on its last line.
    """
    lines, is_comment = [], False
    for line in map(str.strip, text.splitlines()):
        is_block = is_comment or line.startswith("/*")
        end = line.find("*/", 0 if is_comment else 2) if is_block else -1
        if not is_block and (line.count("`") % 2 or _has_text_in_text(line)):
            return text
        if end not in (-1, len(line) - 2):
            return text
        if not (is_block or line.startswith("//") or not line):
            lines.append(line)
        is_comment = is_block and end < 0
    return "\n".join(lines) + "\n"


def _has_text_in_text(line: str) -> bool:
    """Returns whether a text in backticks begins in a value of another one."""
    return any("`" in value.partition("}")[0] for value in line.split("${")[1:])
