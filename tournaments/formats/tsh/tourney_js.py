"""The normalised content of an event to `tourney.js`, which overlay tools and broadcasts read.

The file says `newt=` and one literal; its shape is that of tsh's reference, section 6. Names are
JSON strings, so that programs which read the literal as JSON get the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.content import DivisionContent, EventContent
from tournaments.formats.tsh.rows import DivisionRows
from tournaments.formats.tsh.statements import default_file, tsh_name

_OPENED = "newt="
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


@dataclass(frozen=True, slots=True)
class TourneyFigures:
    """What the results made of a player: `ranks` before play and after each round, `new_rating`."""

    ranks: Sequence[int] = ()
    new_rating: int | None = None


NO_FIGURES = TourneyFigures()
Figures = Mapping[tuple[str, int], TourneyFigures]


def tourney(content: EventContent, figures: Figures) -> dict[str, Any]:
    """Returns an event as plain values; `figures` are by division and number, where there are any.

    Private fields are left out. A number that nobody has is None, as is the place before no. 1.
    """
    return {
        "config": {
            "event_name": content.name,
            "event_date": content.dates,
            "max_rounds": max((d.planned_rounds for d in content.divisions), default=0),
            "division_rating_system": {
                tsh_name(d.name): d.rating_system for d in content.divisions if d.rating_system
            },
        },
        "divisions": [_division(division, figures) for division in content.divisions],
    }


def tourney_js(content: EventContent, figures: Figures) -> str:
    """Returns the file: ASCII only, and nothing in it ends a script that it is put into."""
    text = json.dumps(tourney(content, figures), allow_nan=False, separators=(",", ":"))
    for sign, code in _ESCAPED.items():
        text = text.replace(sign, code)
    # As in every such file: those who number players from 1 leave the first place out.
    text = text.replace('"players":[null', '"players":[undefined')
    return f"{_OPENED}{text};\n"


def _division(division: DivisionContent, figures: Figures) -> dict[str, Any]:
    rows = DivisionRows(division, default_file(division.name))
    players = [
        _player(number, rows, figures.get((division.name, number), NO_FIGURES))
        if number in rows.entries
        else None
        for number in rows.opponents
    ]
    scored = [
        at for row in rows.scores.values() for at, score in enumerate(row) if score is not None
    ]
    paired = [
        at
        for row in rows.opponents.values()
        for at, opponent in enumerate(row)
        if opponent is not None
    ]
    by_rating = sorted(rows.entries.values(), key=lambda entry: (-entry.rating, entry.number))
    return {
        "name": tsh_name(division.name),
        "maxr": max(scored, default=-1),
        "maxrp": max(paired, default=-1),
        "max_rounds": division.planned_rounds,
        "rating_system": division.rating_system or "none",
        "seeds": [entry.number for entry in by_rating],
        "first_out_of_the_money": [],
        "players": [None, *players],
    }


def _player(number: int, rows: DivisionRows, figures: TourneyFigures) -> dict[str, Any]:
    entry = rows.entries[number]
    told = rows.fields(number, entry, public=True)
    etc: dict[str, list[Any]] = {key: _values(text) for key, text in told.items()}
    if figures.ranks:
        etc["rrank"] = list(figures.ranks)
    return {
        "id": number,
        "name": entry.name,
        "rating": entry.rating,
        "newr": entry.rating if figures.new_rating is None else figures.new_rating,
        "pairings": _trimmed(rows.opponents[number]),
        "scores": _trimmed(rows.scores[number]),
        "etc": etc,
        "photo": "",
        "photomood": "",
    }


def _values(text: str) -> list[Any]:
    return [int(word) if _WHOLE.fullmatch(word) else word for word in text.split()]


def _trimmed(values: Sequence[int | None]) -> list[int | None]:
    """Returns the values without those that are missing at the end."""
    last = max((at for at, value in enumerate(values) if value is not None), default=-1)
    return list(values[: last + 1])
