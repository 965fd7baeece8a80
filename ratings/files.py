"""Reading the file of one division with its games, as other programs write it.

A JSON object: `system` (a key or alias), `scheduled_rounds`, `rated_rounds` (later ones are not
rated; all if left out) and `players`, each with `id`, `old` (0 = unrated), `life_games` (null =
unknown), `opponents` (an id for each round, 0 = nobody) and `scores` (null = none).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import UNSET, UnsetType

from core.errors import UserError
from ratings.json_files import read_json, score
from ratings.systems.errors import RatingError
from ratings.systems.field import RatedField, RatedGame, RatedPlayer, checked_players
from ratings.wording import in_words


@dataclass(frozen=True, slots=True)
class DivisionFile:
    """A division as its file has it; `system` is the key of its rating system, None if unsaid."""

    system: str | None
    field: RatedField


@dataclass(frozen=True, slots=True)
class _Row:
    """A player's row of the file."""

    id: int
    old: int
    opponents: list[int]
    scores: list[int | None]
    life_games: int | None = None


@dataclass(frozen=True, slots=True)
class _Division:
    """The file as read, with every value of the right type."""

    players: list[_Row]
    scheduled_rounds: int
    system: str | None = None
    rated_rounds: int | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class _Card:
    """A player's row, and its place."""

    place: str
    row: _Row

    @property
    def number(self) -> int:
        return self.row.id

    def score(self, position: int) -> int | None:
        """Return the score of the round at `position`, None if there is none."""
        scores = self.row.scores
        return scores[position] if position < len(scores) else None


def read_division(path: Path) -> DivisionFile:
    """Return the division in the file at `path`.

    Raises `UserError` with the file and the line or field for anything that is not such a file.
    A game counts when both scores are there; its credit comes from comparing them.
    """
    return read_json(path, _Division, _division)


def _division(file: _Division) -> DivisionFile:
    """Return the division that the file describes; raise `UserError` with the field."""
    cards: dict[int, _Card] = {}
    for position, row in enumerate(file.players):
        card = _Card(f"players[{position}]", row)
        for at, points in enumerate(row.scores):
            if points is not None:
                score(points, f"{card.place}.scores[{at}]")
        if card.number < 1 or card.number in cards:
            code = "player.number" if card.number < 1 else "player.duplicate"
            raise _at(RatingError(code, player=card.number), f"{card.place}.id")
        cards[card.number] = card
    rated = None if file.rated_rounds is UNSET else max(0, file.rated_rounds)
    players = tuple(_player(card, cards, rated) for card in cards.values())
    field = RatedField(players, file.scheduled_rounds)
    try:
        checked_players(field)
    except RatingError as fault:
        raise _at(fault, _place(fault, cards)) from fault
    return DivisionFile(file.system, field)


def _player(card: _Card, cards: Mapping[int, _Card], rated_rounds: int | None) -> RatedPlayer:
    """Return the player with their games that have both scores, in the first `rated_rounds`.

    A round without an opponent is listed where its score is not 0, as that of a bye or a forfeit
    is.
    """
    games, alone = [], 0
    for position, opponent in enumerate(card.row.opponents[:rated_rounds]):
        own = card.score(position)
        if opponent <= 0:
            alone += bool(own)
            continue
        other = _card_across(card, position, cards).score(position)
        if own is not None and other is not None:
            credit = 1 + (own > other) - (own < other)
            games.append(RatedGame(position + 1, opponent, credit, own, other))
    return RatedPlayer(
        number=card.number,
        rating=card.row.old,
        life_games=card.row.life_games,
        games=tuple(games),
        listed_games=len(games) + alone,
    )


def _card_across(card: _Card, position: int, cards: Mapping[int, _Card]) -> _Card:
    """Return the opponent's card in the round at `position`, which must name this player."""
    opponent = card.row.opponents[position]
    across = cards.get(opponent)
    if opponent != card.number and across is not None:
        if across.row.opponents[position : position + 1] == [card.number]:
            return across
        code = "game.mirror"
    else:
        code = "game.opponent" if across is None else "game.self"
    fault = RatingError(code, player=card.number, round=position + 1, opponent=opponent)
    raise _at(fault, f"{card.place}.opponents[{position}]")


def _at(fault: RatingError, place: str) -> UserError:
    return UserError(in_words(fault), code=fault.code, field=place)


def _place(fault: RatingError, cards: Mapping[int, _Card]) -> str:
    """Return the places in the file of the numbers that the rating systems refuse."""
    if fault.code == "rounds.range":
        return "scheduled_rounds"
    player, number = fault.params["player"], fault.params.get("round")
    place = cards[int(player)].place
    if number is not None:
        return f"{place}.opponents[{int(number) - 1}]"
    return f"{place}.old" if fault.code == "player.rating" else f"{place}.life_games"
