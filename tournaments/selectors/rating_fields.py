"""What a division gives to a rating system, and the ratings that are stored of it."""

from __future__ import annotations

from ratings.systems.field import Field, RatedGame, RatedPlayer
from tournaments.selectors.sheet import BoardLine, EntryLine, Sheet


def rating_field(sheet: Sheet) -> Field:
    """Returns the field of a division: single entries, and the games between them that count.

    A game counts when it was begun, has both scores and was not ruled out; byes, forfeits, games of
    teams and games with a house player do not. The number of rounds is the scheduled one, played or
    not.
    """
    games: dict[int, list[RatedGame]] = {
        entry.number: [] for entry in sheet.entries.values() if _single(entry)
    }
    for board in sheet.boards:
        if not _counts(board) or board.two is None or _with_house(sheet, board):
            continue
        one, two = board.one, board.two
        if one.entry in games and two.entry in games:
            games[one.entry].append(RatedGame(board.round, two.entry, one.won))
            games[two.entry].append(RatedGame(board.round, one.entry, two.won))
    return Field(
        players=tuple(
            RatedPlayer(
                number=number,
                rating=sheet.entries[number].rating,
                life_games=sheet.entries[number].life_games,
                games=tuple(played),
            )
            for number, played in games.items()
            if played or number not in sheet.house_from
        ),
        scheduled_rounds=sheet.division.planned_rounds,
    )


def _single(entry: EntryLine) -> bool:
    return entry.members == 1


def _with_house(sheet: Sheet, board: BoardLine) -> bool:
    return any(sheet.is_house(seat.entry, board.round) for seat in board.seats)


def _counts(board: BoardLine) -> bool:
    return board.reason is not None and board.begun and board.rated and board.one.score is not None
