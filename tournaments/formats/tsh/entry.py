"""The named fields of a player's line: those that Wallchart understands, and those it keeps."""

from __future__ import annotations

import re
from typing import Any

from core.phrases import phrase
from tournaments.entry_details import DETAILS, Detail
from tournaments.formats.content import EntryContent
from tournaments.formats.tsh.limits import MAX_POINTS, MAX_ROUNDS
from tournaments.formats.tsh.players import TshPlayerLine, whole
from tournaments.standings.records import CarriedRecord

_FIELDS = tuple(detail for detail in DETAILS if detail.tsh)
UNDERSTOOD = frozenset(
    ("board", "initrec", "off", "p12", "penalty", *(detail.tsh for detail in _FIELDS))
)
RATING_TEXT = "rating text"
_HALVES = re.compile(r"(-?)([0-9]{1,5})(?:\.([05])0*)?")


def read_entry(number: int, player: TshPlayerLine) -> EntryContent:
    """Returns the entry of a player's line; a withdrawal is left to the one who knows the rounds.

    Raises TshError `player.*` naming the field that cannot be read.
    """
    fields = player.fields
    kept = {key: " ".join(words) for key, words in fields.items() if key not in UNDERSTOOD}
    if player.rating_text != str(player.rating):
        kept[RATING_TEXT] = player.rating_text
    return EntryContent(
        number=number,
        name=player.name,
        rating=player.rating,
        association_number=player.association_number,
        **{detail.name: _detail(player, detail) for detail in _FIELDS},
        missed_spread=_number(player, "off"),
        penalties=_penalties(player),
        carried=_carried(player),
        kept=kept,
    )


def _number(player: TshPlayerLine, field: str) -> int | None:
    found = player.fields.get(field)
    return whole(found[0], player.place, field, MAX_POINTS) if found else None


def _detail(player: TshPlayerLine, detail: Detail) -> Any:
    if not detail.is_number:
        return " ".join(player.fields.get(detail.tsh, ()))
    number = _number(player, detail.tsh)
    if number is not None and number < 0:
        counted = detail.column.split()[-1]
        raise player.place.error(
            "player.number",
            phrase("{number} {counted} cannot be", number=number, counted=counted),
            field=detail.tsh,
            expected=phrase("0 or more"),
        )
    return detail.default if number is None else number


def _penalties(player: TshPlayerLine) -> tuple[tuple[int, int], ...]:
    found = player.fields.get("penalty", ())
    if len(found) > MAX_ROUNDS:
        raise player.place.error(
            "player.too_many_rounds",
            phrase("there are too many penalties"),
            field="penalty",
            expected=phrase("at most {most}", most=MAX_ROUNDS),
        )
    points = [whole(word, player.place, "penalty", MAX_POINTS) for word in found]
    return tuple((index, p) for index, p in enumerate(points, start=1) if p)


def _carried(player: TshPlayerLine) -> CarriedRecord | None:
    found = player.fields.get("initrec")
    if not found:
        return None
    wins, losses = (_halves(word, player) for word in (*found, "0", "0")[:2])
    rest = [whole(word, player.place, "initrec", 10 * MAX_POINTS) or 0 for word in found[2:5]]
    spread, capped, total = (*rest, 0, 0, 0)[:3]
    return CarriedRecord(wins, losses, spread, capped, total)


def _halves(word: str, player: TshPlayerLine) -> int:
    found = _HALVES.fullmatch(word)
    if found is None:
        raise player.place.error(
            "player.number",
            phrase("“{word}” in initrec cannot be read", word=word),
            field="initrec",
            expected=phrase("wins, losses, spread, capped spread and total score"),
        )
    halves = 2 * int(found[2]) + (found[3] == "5")
    return -halves if found[1] else halves
