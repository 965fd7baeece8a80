"""The archive `all.tsh`: a configuration that carries its division files inside.

Source: tsh's reference, section 3. Files are between `#begin_file name=F` and `#end_file name=F`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.phrases import phrase
from tournaments.formats.tsh.errors import FileLine

ARCHIVE = "all.tsh"
CONFIG = "config.tsh"
_HEADER = b"# tsh archive file"
_BOM = b"\xef\xbb\xbf"
_BEGIN = re.compile(rb"[ \t]*#begin_file[ \t]+name=([^\s]+)[ \t]*[\r\n]*")
_END = re.compile(rb"[ \t]*#end_file\b.*", re.DOTALL)


def is_archive(data: bytes) -> bool:
    """Whether the bytes carry files inside."""
    return b"#begin_file" in data


def read_archive(data: bytes, name: str = ARCHIVE) -> dict[str, bytes]:
    """Returns the configuration of an archive as `config.tsh`, and the files that it carries.

    Lines of the configuration keep their numbers. Raises TshError `archive.*` naming the line when
    a file does not end, or is carried twice.
    """
    outside: list[bytes] = []
    files: dict[str, list[bytes]] = {}
    current, opened = "", 0
    for number, line in enumerate(re.findall(rb"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z", data), start=1):
        begin = _BEGIN.fullmatch(line)
        if current:
            if _END.match(line):
                current = ""
            else:
                files[current].append(line)
        elif begin:
            current, opened = begin[1].decode("utf-8", "replace").removeprefix("./"), number
            if current in files or current == CONFIG:
                raise FileLine(name, number).error(
                    "archive.file_twice",
                    phrase("the file {file} is included twice", file=current),
                )
            files[current] = []
        else:
            outside.append(line.replace(_HEADER, b"") if number == 1 else line)
            continue
        outside.append(b"\n")
    if current:
        raise FileLine(name, opened).error(
            "archive.unfinished",
            phrase("the file {file} does not end", file=current),
            expected=f"#end_file name={current}",
        )
    return {CONFIG: b"".join(outside), **{f: b"".join(lines) for f, lines in files.items()}}


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """Returns the archive of an event folder as `write_tsh` gives it.

    The configuration comes first, then each file between its marks; a file that does not end with
    a line end gets one.
    """
    config = files[CONFIG]
    bom = _BOM if config.startswith(_BOM) else b""
    parts = [bom, _HEADER, b"\n", _ended(config[len(bom) :])]
    for name, data in files.items():
        if name != CONFIG:
            mark = name.encode("utf-8")
            parts += [b"#begin_file name=", mark, b"\n", _ended(data)]
            parts += [b"#end_file name=", mark, b"\n"]
    return b"".join(parts)


def _ended(data: bytes) -> bytes:
    return data if not data or data.endswith((b"\n", b"\r")) else data + b"\n"
