"""The field that a division gives to a rating system, and to the lists that count it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date

from ratings.systems.career import EventCard, EventCards
from ratings.systems.field import RatedField, RatedGame, RatedPlayer
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet
from tournaments.models import Result

UNREGISTERED = "~"
"""Begins the key of a player who is not in the register: no key there can."""

_MISSED = (Result.Reason.ABSENT, Result.Reason.REST)


def rating_field(sheet: Sheet) -> RatedField:
    """Returns the field of a division: single entries, and the games between them that count.

    A game counts when it was begun, has both scores and was not ruled out; byes, forfeits, games of
    teams and games with a house player do not. The number of rounds is the scheduled one, played or
    not.
    """
    games: dict[int, list[RatedGame]] = {
        entry.number: [] for entry in sheet.entries.values() if _single(entry)
    }
    for board in sheet.boards:
        one, two = board.one, board.two
        if two is not None and is_rated_game(sheet, board):
            games[one.entry].append(_game(board, one, two))
            games[two.entry].append(_game(board, two, one))
    rated = {n: tuple(p) for n, p in games.items() if p or n not in sheet.house_from}
    listed = _listed(sheet)
    return RatedField(
        players=tuple(
            RatedPlayer(
                number=number,
                rating=sheet.entries[number].rating,
                life_games=sheet.entries[number].life_games,
                games=played,
                listed_games=listed[number],
            )
            for number, played in rated.items()
        ),
        scheduled_rounds=sheet.division.planned_rounds,
        appearances=tuple(number for number in listed if number in rated),
    )


def event_cards(
    sheet: Sheet, held_on: date, system: str = "", standing: Mapping[str, str] | None = None
) -> tuple[EventCards, tuple[str, ...]]:
    """Returns a division as a rating list takes it, and its players' public names.

    A player is the one of the register, or "~event/division/number" outside it. Who
    moved away and back has two entries and one card: that of the lower number, with all games.
    Entries without any result, not even a bye, were not there. `system` as in `EventCards`;
    `standing` says which key of the register stands for which.
    """
    field = rating_field(sheet)
    keys = _player_keys(sheet, field, standing or {})
    first = {key: number for number, key in sorted(keys.items(), reverse=True)}
    card_of = {number: first[key] for number, key in keys.items()}
    games: dict[int, list[RatedGame]] = {number: [] for number in sorted(first.values())}
    listed: Counter[int] = Counter()
    for player in field.players:
        number = card_of[player.number]
        listed[number] += player.listed_games or 0
        games[number] += [
            RatedGame(game.round, card_of[game.opponent], *game[2:]) for game in player.games
        ]
    cards = tuple(
        EventCard(
            player=keys[number],
            number=number,
            rating=sheet.entries[number].rating,
            life_games=sheet.entries[number].life_games,
            listed=listed[number],
            games=tuple(sorted(played)),
        )
        for number, played in games.items()
        if listed[number]
    )
    appearances = tuple(dict.fromkeys(card_of[number] for number in field.appearances))
    event = EventCards(held_on, field.scheduled_rounds, cards, appearances, system)
    return event, tuple(sheet.entries[card.number].name for card in cards)


def _player_keys(sheet: Sheet, field: RatedField, standing: Mapping[str, str]) -> dict[int, str]:
    """Returns whose each entry is: as they were entered where somebody would play themselves."""
    own = {player.number: _player_key(sheet, player.number) for player in field.players}
    meant = {number: standing.get(key, key) for number, key in own.items()}
    alone = any(
        meant[player.number] == meant[game.opponent] and own[player.number] != own[game.opponent]
        for player in field.players
        for game in player.games
    )
    return own if alone else meant


def _player_key(sheet: Sheet, number: int) -> str:
    division = sheet.division
    alone = f"{UNREGISTERED}{division.tournament.slug}/{division.name}/{number}"
    return sheet.entries[number].player or alone


def _game(board: BoardLine, own: SeatLine, other: SeatLine) -> RatedGame:
    return RatedGame(board.round, other.entry, own.won, own.score, other.score)


def _listed(sheet: Sheet) -> Counter[int]:
    """Returns how many rounds of each entry have a result, a missed one being none.

    The keys stand in the order of the first of them, by round and board.
    """
    boards = sorted(sheet.boards, key=lambda board: (board.round, board.number or board.slot))
    return Counter(
        seat.entry
        for board in boards
        if board.reason is not None and not (board.two is None and board.reason in _MISSED)
        for seat in board.seats
    )


def is_rated_game(sheet: Sheet, board: BoardLine) -> bool:
    """Returns whether a board is a game that counts, between two single entries."""
    if board.two is None or not _counts(board) or _with_house(sheet, board):
        return False
    return all(_single(sheet.entries[seat.entry]) for seat in board.seats)


def _single(entry: EntryLine) -> bool:
    return entry.members == 1


def _with_house(sheet: Sheet, board: BoardLine) -> bool:
    return any(sheet.is_house(seat.entry, board.round) for seat in board.seats)


def _counts(board: BoardLine) -> bool:
    return board.reason is not None and board.begun and board.rated and board.one.score is not None
