"""The lines of a text, each bounded, without what is invisible at their ends."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from core.phrases import phrase
from lexicon.words.reading.compression import Source
from lexicon.words.reading.refusals import ListRefused

MOST_CHARACTERS = 4_000
"""The limit of a line with a definition; a line of a plain list has its own."""

MOST_LINES = 5_000_000
"""The longest lists, Polish ones, have three million words."""

INVISIBLE = " \t\n\r\f\v\x1a\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""The endings of a line: spaces, the mark at the end of old files, soft hyphens."""


def numbered(
    source: Source, codec: str, told: Callable[[int], None] | None = None
) -> Iterator[tuple[int, str]]:
    """Yields each line of a file that is not empty, with its number, stripped at both ends.

    Lines end with LF, CRLF or CR. Raises ListRefused `line.long` for one that is no line of a list,
    and `list.many` for more of them than a list has.
    """
    with source.opened(told) as opened, io.TextIOWrapper(opened, codec, newline=None) as text:
        read, most = text.readline, MOST_CHARACTERS + 1
        for number in range(1, MOST_LINES + 1):
            line = read(most)
            if not line:
                return
            if len(line) == most and not line.endswith("\n"):
                what = phrase(
                    "is longer than {most_characters:,} characters", most_characters=MOST_CHARACTERS
                )
                raise ListRefused("line.long", what, file=source.name, line=number)
            if line := line.strip(INVISIBLE):
                yield number, line
        if read(1):
            what = phrase(
                "has more than {most_lines:,} lines, more than any list", most_lines=MOST_LINES
            )
            raise ListRefused("list.many", what, file=source.name)
