"""A tsh event folder to the normalised content of an event: all of it, or an error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.phrases import phrase
from tournaments.formats.content import DivisionContent, EntryContent, EventContent
from tournaments.formats.tsh.archive import ARCHIVE, CONFIG, is_archive, read_archive
from tournaments.formats.tsh.config import Config, DivisionStatement, parse_config
from tournaments.formats.tsh.division import DivisionReader
from tournaments.formats.tsh.errors import FileLine, Remark, TshError
from tournaments.formats.tsh.limits import MAX_CONFIG_BYTES, MAX_REMARKS
from tournaments.formats.tsh.settings import UNNAMED, DivisionSettings, interpret, text_of
from tournaments.formats.tsh.statements import (
    automatic_encoding,
    canonical_realm,
    canonical_starts,
    default_file,
    rating_word,
)
from tournaments.formats.tsh.text import FileText, carries, codec_of, decode, numbered_lines

_ENCODING = re.compile(rb"(?:\A|\A\xef\xbb\xbf|[\r\n])[ \t]*encoding[ \t]+([!-~]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TshReading:
    """The content of a folder, and remarks on what was odd in it, in the order of the files."""

    content: EventContent
    report: tuple[Remark, ...]


def read_tsh(files: Mapping[str, bytes]) -> TshReading:
    """Returns the content of an event folder; `files` maps names in the folder to bytes.

    An archive is read like the folder it was made of. Nothing in the files is ever executed.
    Raises TshError naming file, line and field of the first thing that cannot be read.
    """
    files = _unpacked(files)
    text, declared = _config_text(files[CONFIG])
    config = parse_config(numbered_lines(text.text, CONFIG))
    if not config.divisions:
        raise FileLine(CONFIG).error(
            "config.no_division",
            phrase("no division is declared"),
            field="division",
            expected="division NAME FILE",
        )
    remarks = config.remarks
    _remark_undeclared(text, CONFIG, phrase("a byte-order mark or “encoding utf8”"), remarks)
    _remark_unknown_divisions(config, remarks)
    codec, word = _division_codec(config)
    parts = [_division(statement, files, codec, config, remarks) for statement in config.divisions]
    divisions = tuple(division for division, _ in parts)
    plain = [t.text for _, t in parts if not t.undeclared]
    kept = _event_kept(config, text, declared, divisions)
    if word is not None and word != automatic_encoding(plain):
        kept["tfile_encoding"] = word
    content = EventContent(
        name=text_of(config, "event_name") if "event_name" in config.settings else UNNAMED,
        dates=text_of(config, "event_date"),
        divisions=divisions,
        kept=kept,
    )
    return TshReading(content=content, report=_report(remarks))


def _report(remarks: list[Remark]) -> tuple[Remark, ...]:
    if len(remarks) <= MAX_REMARKS:
        return tuple(remarks)
    message = phrase("{count} more remarks are not shown", count=len(remarks) - MAX_REMARKS)
    return (*remarks[:MAX_REMARKS], FileLine(CONFIG).remark("report.cut", message))


def config_of(data: bytes) -> Config:
    """Returns the statements of a `config.tsh`. Raises TshError as `read_tsh` does."""
    return parse_config(numbered_lines(_config_text(data)[0].text, CONFIG))


def _unpacked(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    name = CONFIG if CONFIG in files else ARCHIVE
    if name not in files and len(files) == 1:
        name = next(iter(files))
    data = files.get(name)
    if data is None or (name != CONFIG and not is_archive(data)):
        raise TshError(
            "folder.no_config", phrase("The folder has no {file}", file=CONFIG), file=CONFIG
        )
    return {**files, **read_archive(data, name)} if is_archive(data) else files


def _config_text(data: bytes) -> tuple[FileText, str | None]:
    found = _ENCODING.search(data)
    if found is None:
        return decode(data, None, CONFIG, MAX_CONFIG_BYTES), None
    name = found[1].decode("ascii")
    place = FileLine(CONFIG, len(re.findall(rb"\r\n|\n|\r", data[: found.start(1)])) + 1)
    return decode(data, codec_of(name, place, "encoding"), CONFIG, MAX_CONFIG_BYTES), name


def _division_codec(config: Config) -> tuple[str | None, str | None]:
    word = text_of(config, "tfile_encoding")
    if not word:
        return None, None
    return codec_of(word, config.settings["tfile_encoding"].place, "tfile_encoding"), word


def _division(
    statement: DivisionStatement,
    files: Mapping[str, bytes],
    codec: str | None,
    config: Config,
    remarks: list[Remark],
) -> tuple[DivisionContent, FileText]:
    settings = interpret(config, statement.name, remarks)
    text = decode(_bytes(statement, files), codec, statement.file)
    _remark_undeclared(text, statement.file, "“config tfile_encoding = 'utf8'”", remarks)
    lines = numbered_lines(text.text, statement.file)
    reader = DivisionReader([p for p in lines if p[1][0] != "#"], statement.file, remarks)
    rounds = reader.rounds()
    division = DivisionContent(
        name=settings.name,
        entries=tuple(
            _settled(entry, settings)
            for entry in reader.entries()
            if not (entry.number in settings.vacant and reader.is_vacant(entry.number))
        ),
        rounds=rounds,
        planned_rounds=_planned(settings, len(rounds), statement, remarks),
        ruleset=settings.ruleset,
        overrides=settings.overrides,
        rating_system=settings.rating_system,
        kept=_division_kept(statement, settings, text, lines),
    )
    return division, text


def _bytes(statement: DivisionStatement, files: Mapping[str, bytes]) -> bytes:
    if statement.file not in files:
        raise statement.place.error(
            "file.missing",
            phrase("the file {file} is missing", file=statement.file),
            field="division",
            expected=phrase("a file in the folder"),
        )
    return files[statement.file]


def _planned(
    settings: DivisionSettings, paired: int, statement: DivisionStatement, remarks: list[Remark]
) -> int:
    planned = settings.planned_rounds
    if planned is not None and planned < paired:
        message = phrase(
            "{paired} rounds are paired, but {planned} are planned", paired=paired, planned=planned
        )
        remarks.append(FileLine(statement.file).remark("rounds.more_than_planned", message))
    return max(planned or 0, paired)


def _settled(entry: EntryContent, settings: DivisionSettings) -> EntryContent:
    first = settings.withdrawn_from.get(entry.number)
    if first is None or entry.withdrawn_from is None:
        return entry
    return replace(entry, withdrawn_from=first)


def _division_kept(
    statement: DivisionStatement,
    settings: DivisionSettings,
    text: FileText,
    lines: list[tuple[FileLine, str]],
) -> dict[str, Any]:
    word = settings.rating_word
    kept = {
        "file": statement.file if statement.file != default_file(settings.name) else None,
        "comments": [line for _, line in lines if line[0] == "#"],
        "encoding": text.undeclared,
        "bom": text.bom,
        "newline": text.newline if text.newline != "\n" and lines else None,
        "rating_system": word if word not in ("", rating_word(settings.rating_system)) else None,
    }
    return {key: value for key, value in kept.items() if value}


def _event_kept(
    config: Config, text: FileText, declared: str | None, divisions: tuple[DivisionContent, ...]
) -> dict[str, Any]:
    realm = text_of(config, "realm")
    starts = {
        key: config.settings[key].value
        for key in ("assign_firsts", "track_firsts")
        if key in config.settings and isinstance(config.settings[key].value, int | str)
    }
    kept = {
        "head": config.head,
        "config": config.kept,
        "encoding": declared,
        "undeclared": text.undeclared,
        "bom": text.bom and (declared is not None or carries(text.text, None)),
        "newline": text.newline if text.newline != "\n" else None,
        "realm": realm if realm != canonical_realm(divisions) else None,
        "starts": starts if starts != canonical_starts(divisions) else None,
    }
    return {key: value for key, value in kept.items() if value}


def _remark_undeclared(text: FileText, file: str, remedy: str, remarks: list[Remark]) -> None:
    if text.undeclared:
        message = phrase(
            "the file is {encoding} without saying so; {remedy} would say it",
            encoding=text.undeclared,
            remedy=remedy,
        )
        remarks.append(FileLine(file).remark("encoding.undeclared", message))


def _remark_unknown_divisions(config: Config, remarks: list[Remark]) -> None:
    known = {statement.name for statement in config.divisions}
    for key, setting in [*config.settings.items(), *config.own.items()]:
        unknown = sorted(set(setting.by_division) - known)
        if unknown:
            message = phrase(
                "{setting} names {divisions}, which is not a division",
                setting=key,
                divisions=", ".join(unknown),
            )
            remarks.append(setting.place.remark("config.division_unknown", message))
