"""Reading the file of one division with its games, as other programs write it.

A JSON object: `system` (a key or alias), `scheduled_rounds`, `rated_rounds` (later ones are not
rated; all if left out) and `players`, each with `id`, `old` (0 = unrated), `life_games` (null =
unknown), `opponents` (an id for each round, 0 = nobody) and `scores` (null = none).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from core.errors import UserError
from core.files import read_bytes
from ratings.systems.errors import RatingError
from ratings.systems.field import Field, RatedGame, RatedPlayer, checked_players
from ratings.wording import in_words

LARGEST_FILE = 32 * 1024 * 1024
"""Bytes; the largest division ever played takes a hundredth of it."""


@dataclass(frozen=True, slots=True)
class DivisionFile:
    """A division as its file has it; `system` is the key of its rating system, None if unsaid."""

    system: str | None
    field: Field


@dataclass(frozen=True, slots=True)
class _Card:
    """A player's row of the file, and the place where it stands."""

    place: str
    number: int
    old: int
    life_games: int | None
    opponents: list[int]
    scores: list[int | None]

    def score(self, position: int) -> int | None:
        """Return the score of the round at `position`, None if there is none."""
        return self.scores[position] if position < len(self.scores) else None


def read_division(path: Path) -> DivisionFile:
    """Return the division in the file at `path`.

    Raises `UserError` with the file and the line or field for anything that is not such a file.
    A game counts when both scores are there; its credit comes from comparing them.
    """
    try:
        return _division(_document(path))
    except UserError as mistake:
        mistake.file = str(path)
        raise


def _document(path: Path) -> Any:
    """Return the JSON document of the file; raise `UserError` if there is none to be had."""
    try:
        text = read_bytes(path, at_most=LARGEST_FILE).decode("utf-8-sig")
    except UnicodeDecodeError as binary:
        line = 1 + binary.object.count(b"\n", 0, binary.start)
        raise UserError("The file is not UTF-8 text.", code="file.not_text", line=line) from binary
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as broken:
        raise UserError(
            f"The file is not JSON: {broken.msg}.", code="json.syntax", line=broken.lineno
        ) from broken
    except RecursionError as deep:
        raise UserError("The file is nested too deeply.", code="json.depth") from deep
    except ValueError as huge:  # Python refuses to read integers of thousands of digits
        raise UserError("The file has a number that is too long.", code="json.number") from huge


def _no_number(constant: str) -> NoReturn:
    raise UserError(f"{constant} is not a number.", code="json.number")


def _division(document: Any) -> DivisionFile:
    """Return the division that the document describes; raise `UserError` with the field."""
    top = _object(document, "The file")
    system = top.get("system")
    if system is not None and not isinstance(system, str):
        raise _wrong_type("system", "a text")
    cards: dict[int, _Card] = {}
    for position, row in enumerate(_list(top, "players")):
        card = _card(row, f"players[{position}]")
        if card.number < 1 or card.number in cards:
            code = "player.number" if card.number < 1 else "player.duplicate"
            raise _at(RatingError(code, player=card.number), f"{card.place}.id")
        cards[card.number] = card
    scheduled = _integer(top, "scheduled_rounds")
    rated = _integer(top, "rated_rounds") if "rated_rounds" in top else None
    field = Field(tuple(_player(card, cards, rated) for card in cards.values()), scheduled)
    try:
        checked_players(field)
    except RatingError as fault:
        raise _at(fault, _place(fault, cards)) from fault
    return DivisionFile(system, field)


def _card(row: Any, place: str) -> _Card:
    """Return the row of a player, with every value of the right type."""
    fields = _object(row, place)
    return _Card(
        place=place,
        number=_integer(fields, "id", place),
        old=_integer(fields, "old", place),
        life_games=_integer_or_none(fields.get("life_games"), f"{place}.life_games"),
        opponents=[
            _whole(value, f"{place}.opponents[{position}]")
            for position, value in enumerate(_list(fields, "opponents", place))
        ],
        scores=[
            _integer_or_none(value, f"{place}.scores[{position}]")
            for position, value in enumerate(_list(fields, "scores", place))
        ],
    )


def _player(card: _Card, cards: Mapping[int, _Card], rated_rounds: int | None) -> RatedPlayer:
    """Return the player with his games that have both scores, in the first `rated_rounds`."""
    games = []
    for position, opponent in enumerate(card.opponents):
        late = rated_rounds is not None and position >= rated_rounds
        if opponent <= 0 or late:
            continue
        own, other = card.score(position), _card_across(card, position, cards).score(position)
        if own is not None and other is not None:
            games.append(RatedGame(position + 1, opponent, 1 + (own > other) - (own < other)))
    return RatedPlayer(card.number, card.old, card.life_games, tuple(games))


def _card_across(card: _Card, position: int, cards: Mapping[int, _Card]) -> _Card:
    """Return the opponent's card in the round at `position`, which must name this player."""
    opponent = card.opponents[position]
    across = cards.get(opponent)
    if opponent != card.number and across is not None:
        if across.opponents[position : position + 1] == [card.number]:
            return across
        code = "game.mirror"
    else:
        code = "game.opponent" if across is None else "game.self"
    fault = RatingError(code, player=card.number, round=position + 1, opponent=opponent)
    raise _at(fault, f"{card.place}.opponents[{position}]")


def _at(fault: RatingError, place: str) -> UserError:
    return UserError(in_words(fault), code=fault.code, field=place)


def _place(fault: RatingError, cards: Mapping[int, _Card]) -> str:
    """Return where in the file the numbers stand that the rating systems refuse."""
    if fault.code == "rounds.range":
        return "scheduled_rounds"
    player, number = fault.params["player"], fault.params.get("round")
    place = cards[int(player)].place
    if number is not None:
        return f"{place}.opponents[{int(number) - 1}]"
    return f"{place}.old" if fault.code == "player.rating" else f"{place}.life_games"


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong_type(place, "an object")
    return value


def _list(fields: Mapping[str, Any], name: str, parent: str = "") -> list[Any]:
    value = _value(fields, name, parent)
    if not isinstance(value, list):
        raise _wrong_type(_path(parent, name), "a list")
    return value


def _integer(fields: Mapping[str, Any], name: str, parent: str = "") -> int:
    return _whole(_value(fields, name, parent), _path(parent, name))


def _integer_or_none(value: Any, place: str) -> int | None:
    return None if value is None else _whole(value, place)


def _whole(value: Any, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(place, "a whole number")
    return value


def _value(fields: Mapping[str, Any], name: str, parent: str) -> Any:
    if name not in fields:
        place = _path(parent, name)
        raise UserError(f"{place} is missing.", code="field.missing", field=place)
    return fields[name]


def _wrong_type(place: str, wanted: str) -> UserError:
    return UserError(f"{place} must be {wanted}.", code="field.type", field=place)


def _path(parent: str, name: str) -> str:
    return f"{parent}.{name}" if parent else name
