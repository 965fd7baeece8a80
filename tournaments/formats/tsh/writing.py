"""The normalised content of an event to a tsh event folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.phrases import phrase
from tournaments.formats.content import DivisionContent, EventContent
from tournaments.formats.tsh.archive import CONFIG
from tournaments.formats.tsh.config import OWN
from tournaments.formats.tsh.errors import FileLine, TshError
from tournaments.formats.tsh.literals import print_literal
from tournaments.formats.tsh.rows import DivisionRows
from tournaments.formats.tsh.statements import (
    automatic_encoding,
    config_lines,
    default_file,
    tsh_name,
)
from tournaments.formats.tsh.text import DEFAULT, carries, codec_of, encode

_BOM = b"\xef\xbb\xbf"


def write_tsh(content: EventContent, *, public: bool = False) -> dict[str, bytes]:
    """Returns the files of the event folder by name, `config.tsh` first.

    Encodings, line ends and file names are those that the content was read with, otherwise
    ISO-8859-1 where it carries every letter and UTF-8 where it does not. `public` leaves out what
    concerns nobody else: passwords, home towns, schools, comments and program text. Raises
    TshError `name.*`, `division.*` or `encoding.*` for what the format cannot carry.
    """
    files = _file_names(content)
    rows = {tsh_name(d.name): DivisionRows(d, files[tsh_name(d.name)]) for d in content.divisions}
    texts = {name: _text(d, rows[name], public) for name, d in _by_name(content).items()}
    word = content.kept.get("tfile_encoding") or automatic_encoding(
        text for name, text in texts.items() if not _by_name(content)[name].kept.get("encoding")
    )
    codec = codec_of(word, FileLine(CONFIG), "tfile_encoding") if word else DEFAULT
    lines = config_lines(content, files, word, public=public) + _exceptions(rows)
    written = {CONFIG: _config_bytes("\n".join(lines) + "\n", content.kept)}
    for name, division in _by_name(content).items():
        used = division.kept.get("encoding") or codec
        written[files[name]] = _bytes(texts[name], used, division.kept, files[name])
    return written


def _by_name(content: EventContent) -> dict[str, DivisionContent]:
    return {tsh_name(division.name): division for division in content.divisions}


def _file_names(content: EventContent) -> dict[str, str]:
    if not content.divisions:
        raise TshError("division.none", phrase("An event without a division cannot be written"))
    names: dict[str, str] = {}
    for division in content.divisions:
        name = tsh_name(division.name)
        file = str(division.kept.get("file") or default_file(division.name))
        if not name or name in names:
            raise TshError(
                "division.name",
                phrase("The division “{name}” has no name of its own in tsh", name=division.name),
                field="name",
                expected=phrase("a name that differs from the others in letters or digits"),
            )
        if file in names.values() or file == CONFIG or set(file) & set(" \t\r\n\\:"):
            raise TshError(
                "division.file",
                phrase(
                    "The division “{name}” cannot be written to {file}",
                    name=division.name,
                    file=file,
                ),
            )
        names[name] = file
    return names


def _text(division: DivisionContent, rows: DivisionRows, public: bool) -> str:
    comments = [] if public else list(division.kept.get("comments", ()))
    return "".join(f"{line}\n" for line in [*comments, *rows.lines(public=public)])


def _exceptions(rows: Mapping[str, DivisionRows]) -> list[str]:
    lines = []
    for name, division in rows.items():
        for key, value in division.exceptions().items():
            lines.append(f"{OWN} {key}{{'{name}'}} = {print_literal(value)}")
    return lines


def _config_bytes(text: str, kept: Mapping[str, Any]) -> bytes:
    if "encoding" in kept and not kept.get("bom"):
        codec = codec_of(kept["encoding"], FileLine(CONFIG), "encoding")
    elif kept.get("undeclared"):
        codec = kept["undeclared"]
    else:
        codec = DEFAULT if carries(text, None) and not kept.get("bom") else "utf-8"
        kept = {**kept, "bom": codec == "utf-8"}
    return _bytes(text, codec, kept, CONFIG)


def _bytes(text: str, codec: str, kept: Mapping[str, Any], file: str) -> bytes:
    data = encode(text, "utf-8" if kept.get("bom") else codec, FileLine(file))
    newline = str(kept.get("newline", "\n")).encode("ascii")
    return (_BOM if kept.get("bom") else b"") + data.replace(b"\n", newline)
