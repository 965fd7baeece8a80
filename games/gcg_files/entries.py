"""The report of a check on each record found, for programs and for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.phrases import phrase, phrase_count
from games.contract import in_contract
from games.engine.checking import GameTerms, check_gcg
from games.engine.checking.checking import SOFT
from games.engine.gcg.reading import MAX_BYTES
from games.engine.report import GameReport, RecordVerdict
from games.engine.tiling import tiling
from games.gcg_files.found import UNREADABLE, FoundRecord
from lexicon.words.files import WordFiles
from lexicon.words.spelling import written
from lexicon.words.tiles import tile_sets

FAILED = frozenset({RecordVerdict.DEVIATES, RecordVerdict.EMPTY, RecordVerdict.NOT_GCG})
"""The verdicts that fail a check of many records."""

NO_TEXT = phrase("This is not a text in an encoding that records use.")

_SUMMED: dict[RecordVerdict, str] = {
    RecordVerdict.CLEAN: phrase_count("{count} clean", "{count} clean", count=1),
    RecordVerdict.ALTERNATIVE: phrase_count(
        "{count} clean on another board", "{count} clean on another board", count=1
    ),
    RecordVerdict.SOFT: phrase_count("{count} soft", "{count} soft", count=1),
    RecordVerdict.DEVIATES: phrase_count("{count} deviates", "{count} deviate", count=1),
    RecordVerdict.EMPTY: phrase_count("{count} empty", "{count} empty", count=1),
    RecordVerdict.NOT_GCG: phrase_count("{count} not GCG", "{count} not GCG", count=1),
}
"""How the records with a verdict are described, in the order of a summary."""

_VERDICT_WIDTH = max(map(len, RecordVerdict))
_NO_RECORD = GameReport(RecordVerdict.NOT_GCG, None)
_BY_RULES = GameTerms()


class CheckedEntry(NamedTuple):
    """The report on one record: text to print, and its verdict."""

    text: str
    verdict: RecordVerdict


def summary(verdicts: Mapping[RecordVerdict, int]) -> str:
    """Returns how many records had which verdict: `300 files: 280 clean, 12 soft, 8 deviate`."""
    said = [
        str(counted.format(count=number))
        for verdict, counted in _SUMMED.items()
        if (number := verdicts.get(verdict, 0))
    ]
    files = phrase_count("{count} file", "{count} files", count=sum(verdicts.values()))
    return f"{files}: {', '.join(said)}" if said else files


def entry_of(record: FoundRecord, words: WordFiles | None, *, as_json: bool) -> CheckedEntry:
    """Returns the check of a record, as one JSON object or one line of a table."""
    data = record.data
    if data is None and not record.refused:
        data = _read(record.name)
    if data is None:
        report, told = _NO_RECORD, _refusal(record)
    else:
        report = _checked(data, words)
        told = in_contract(report, _printable(record.name))
        if words is not None:
            told["unacceptable"] = _unacceptable(report)
    text = json.dumps(told, allow_nan=False) if as_json else _line(told)
    return CheckedEntry(text, report.verdict)


def _read(name: str) -> bytes | None:
    """Returns the beginning of a file, a byte more than a record may have at most."""
    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError:
        return None


def _checked(data: bytes, words: WordFiles | None) -> GameReport:
    """Returns the check, without a look at words where they are made of other tiles."""
    if words is None:
        return check_gcg(data, _BY_RULES)
    report = check_gcg(data, GameTerms(holds=words.holds))
    fits = report.tiles and tile_sets()[report.tiles].alphabet == words.tile_set.alphabet
    return report if fits else check_gcg(data, _BY_RULES)


def _unacceptable(report: GameReport) -> list[dict[str, Any]]:
    """Returns the lines of plays that made words which the lexicon does not have."""
    if not report.tiles:
        return []
    tiles = tiling(report.tiles)
    return [
        {
            "line": play.turn.line,
            "words": [written(tiles.tile_set, tiles.letters_of(word)) for word in play.missing],
        }
        for play in report.turns
        if play.missing
    ]


def _refusal(record: FoundRecord) -> dict[str, Any]:
    why = record.refused or UNREADABLE
    deviation = {"line": 0, "code": "FILE", "text": why, "stated": None, "right": None}
    return in_contract(_NO_RECORD, _printable(record.name)) | {"deviations": [deviation]}


def _line(told: dict[str, Any]) -> str:
    """Returns a row of the table: verdict, file, scores, and what explains the verdict."""
    said = [f"{told['verdict']:<{_VERDICT_WIDTH}}", told["file"]]
    if told["scores"]:
        said.append("-".join(map(str, told["scores"])))
    if (first := _explaining(told["deviations"])) is not None:
        said.append(
            phrase("line {line}: {text}", line=first["line"], text=first["text"])
            if first["line"]
            else first["text"]
        )
    elif told["verdict"] == RecordVerdict.NOT_GCG:
        said.append(NO_TEXT)
    said += [
        phrase(
            "line {line}: not in the lexicon: {words}",
            line=play["line"],
            words=", ".join(play["words"]),
        )
        for play in told.get("unacceptable", ())
    ]
    return _printable("  ".join(said))


def _explaining(deviations: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Returns the first deviation, one of a soft kind and of a total after all others of its line.

    A remark is no reason why a record deviates, and a total only follows from a score.
    """
    hard = [one for one in deviations if one["code"] not in SOFT] or deviations
    here = [one for one in hard if one["line"] == hard[0]["line"]]
    return min(here, key=lambda one: bool(one["code"] == "CUM"), default=None)


def _printable(text: str) -> str:
    """Returns text that neither commands a terminal nor fails in a file of UTF-8."""
    if text.isprintable():
        return text
    return "".join([letter if letter.isprintable() else "\ufffd" for letter in text])
