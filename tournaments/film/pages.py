"""The film as one file: tables for everybody, and a player for who has JavaScript.

It asks the network for nothing. Its policy allows only its own script and style, by their hashes;
what it knows stands in it as JSON, in which nothing can end the element.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language

from core.memo import memo_of
from core.phrases import phrase
from core.wording import record, signed
from tournaments.film.queries import Film, FilmDivision, FilmRow, film_of
from tournaments.models import Tournament
from tournaments.readmodel.page_versions import versioned_event

KIND = "text/html; charset=utf-8"
_NEVER_IN_A_SCRIPT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
_WORDS = {
    "play": phrase("Run"),
    "pause": phrase("Pause"),
    "round": phrase("Round {round} of {rounds}"),
    "start": phrase("Before round 1"),
    "board": phrase("Board"),
    "place": phrase("Place"),
    "player": phrase("Player"),
    "wins": phrase("Won–lost"),
    "spread": phrase("Spread"),
    "up": phrase("up {places}"),
    "down": phrase("down {places}"),
}


def film_name(event: Tournament) -> str:
    """Returns the name of an event's film as a file."""
    return f"{event.slug}-film.html"


def kept_film(event: Tournament) -> bytes:
    """Returns the film of an event as a file. A process keeps the last one that it made.

    Anybody may ask for it, so it is not made anew for each who does.
    """
    versioned = versioned_event(event.slug)
    mark = (event.slug, versioned and versioned.version, get_language())
    return memo_of("film").derived("file", mark, lambda: film_file(film_of(event)))


def film_file(film: Film) -> bytes:
    """Returns the film as one HTML file in UTF-8; equal films give equal bytes."""
    style = render_to_string("tournaments/film/film.css").strip()
    script = render_to_string("tournaments/film/film.js").strip()
    values = {
        "film": film,
        "divisions": [_shown(division) for division in film.divisions],
        # The files of this folder and JSON without a "<": nothing of them comes from people.
        "style": style,
        "script": script,
        "reel": in_script(_reel(film)),
        "language": get_language() or "en",
        "policy": _policy(style, script),
    }
    return render_to_string("tournaments/film/film.html", values).encode()


def in_script(values: Any) -> str:
    """Returns values as JSON that can stand inside a script element, whatever the texts are."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    for letter, escaped in _NEVER_IN_A_SCRIPT.items():
        text = text.replace(letter, escaped)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _reel(film: Film) -> dict[str, Any]:
    """Returns what the player shows, short: every round lists its boards and standings."""
    return {
        "words": {name: str(word) for name, word in _WORDS.items()},
        "divisions": [
            {
                "name": division.name,
                "names": {str(number): name for number, name in division.names.items()},
                "rounds": [
                    [
                        [[b.number, b.one, b.two or 0, b.result, b.kind] for b in one.boards],
                        [[r.entry, r.place or 0, _record(r), r.spread] for r in one.standings],
                    ]
                    for one in division.rounds
                ],
            }
            for division in film.divisions
        ],
    }


def _record(row: FilmRow) -> str:
    return record(row.half_wins, row.half_losses)


def _shown(division: FilmDivision) -> dict[str, Any]:
    """Returns a division as plain tables: the final standings, and the boards of every round."""
    names = division.names
    last = division.rounds[-1].standings if division.rounds else ()
    return {
        "name": division.name,
        "standings": [
            (row.place or "", names[row.entry], _record(row), signed(row.spread)) for row in last
        ],
        "rounds": [
            (
                one.number,
                [
                    (b.number or "", names.get(b.one, ""), names.get(b.two or 0, ""), b.result)
                    for b in one.boards
                ],
            )
            for one in division.rounds
        ],
    }
