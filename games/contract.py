"""A checked record as other programs get it: by `gcg_check --json` and by the API.

The shape is stable: fields may be added, none renamed or removed.
"""

from __future__ import annotations

from typing import Any

from games.engine.boards import board
from games.engine.checking.equipment import distribution
from games.engine.report import GameReport
from games.wording import in_words


def in_contract(report: GameReport, file: str) -> dict[str, Any]:
    """Returns a report as plain values, `file` as the caller names the record.

    `tiles` is what GCG files call the tile set, `board` how many squares a side of the board has
    and `layout` its key: "", None and "" where nothing could be read. `unknown` are the pragmas
    that were kept without knowing them.
    """
    record = report.record
    return {
        "file": file,
        "verdict": report.verdict.value,
        "complete": report.complete,
        "board": board(report.board).size if report.board else None,
        "layout": report.board,
        "tiles": distribution(report.tiles),
        "tiles_inferred": report.tiles_inferred,
        "encoding": report.encoding,
        "players": [] if record is None else [person.nick for person in record.players],
        "scores": list(report.scores),
        "stated_scores": list(report.stated_scores),
        "plays": report.plays,
        "bingos": report.bingos,
        "end": report.end,
        "deviations": [
            {
                "line": deviation.line,
                "code": deviation.code,
                "text": in_words(deviation),
                "stated": deviation.stated,
                "right": deviation.right,
            }
            for deviation in report.deviations
        ],
        "notices": [{"line": n.line, "text": in_words(n)} for n in report.notices],
        "unknown": [text for _, text in record.unknown if text[:1] == "#"] if record else [],
    }
