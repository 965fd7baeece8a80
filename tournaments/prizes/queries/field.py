"""Who can win prizes, and the games that count for them, from the sheets of an event."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tournaments.kernel.queries.sheet import BoardLine, EntryLine, Sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.models import Result
from tournaments.prizing.records import Contestant, CountedGame, Field, RoundCredit
from tournaments.standings.records import StandingsRow


def field_of(sheets: Sequence[Sheet], excluded: Collection[int] = ()) -> Field:
    """Returns the field of an event: whoever left, is excluded or a house player wins nothing.

    Places are counted among those who can win. Games with them count for whoever beat them.
    """
    return Field(
        tuple(one for sheet in sheets for one in _contestants(sheet, excluded)),
        tuple(
            sorted((g for s in sheets for g in counted_games(s)), key=lambda g: (g.round, g.board))
        ),
    )


def _contestants(sheet: Sheet, excluded: Collection[int]) -> Iterator[Contestant]:
    planned = sheet.division.planned_rounds

    def able(row: StandingsRow) -> bool:
        entry = sheet.entries[row.number]
        leaves = entry.has_left and entry.away[-1][0] <= planned
        return row.rank is not None and not leaves and entry.key not in excluded

    now = [row for row in standings_after(sheet, sheet.last_round) if able(row)]
    first = [row for row in standings_after(sheet, 0) if sheet.entries[row.number].key]
    seeds = _ranks([row for row in first if row.number in {one.number for one in now}])
    played, credited = _played(sheet), _credits(sheet)
    ranks = _ranks(now)
    for at, row in enumerate(now):
        entry = sheet.entries[row.number]
        yield Contestant(
            key=entry.key,
            division=sheet.division.name,
            rank=ranks[row.number],
            standing=at,
            half_wins=row.half_wins,
            half_losses=row.half_losses,
            spread=row.spread,
            seed=seeds.get(row.number, at + 1),
            games=played.get(row.number, 0),
            prize_class=entry.prize_class,
            is_newcomer=_is_new(entry),
            team=entry.team,
            rounds=tuple(credited.get(row.number, ())),
        )


def _ranks(rows: Sequence[StandingsRow]) -> dict[int, int]:
    """Returns the ranks among these rows alone; equals share one."""
    first: dict[int | None, int] = {}
    return {row.number: first.setdefault(row.rank, at) for at, row in enumerate(rows, 1)}


def _played(sheet: Sheet) -> dict[int, int]:
    played: dict[int, int] = {}
    for board in sheet.boards:
        if board.reason is not None and board.is_game:
            for seat in board.seats:
                played[seat.entry] = played.get(seat.entry, 0) + 1
    return played


def _credits(sheet: Sheet) -> dict[int, list[RoundCredit]]:
    """Returns what each round came to for every entry, as it was entered: no cap, no penalty."""
    found: dict[int, list[RoundCredit]] = {}
    for board in sheet.boards:
        if board.reason is not None:
            for seat in board.seats:
                credit = RoundCredit(board.round, seat.won, seat.lost, seat.spread or 0)
                found.setdefault(seat.entry, []).append(credit)
    return found


def _is_new(entry: EntryLine) -> bool:
    """Whoever has no rating and of whom no rated game is known has played none."""
    return not entry.life_games and not entry.rating


def counted_games(sheet: Sheet) -> Iterator[CountedGame]:
    """Yields the games of a division whose two scores were made at the board, by round and slot."""
    for board in sheet.boards:
        game = _game(sheet, board)
        if game is not None:
            yield game


def _game(sheet: Sheet, board: BoardLine) -> CountedGame | None:
    """Returns a game by its two scores; None where they were not made or did not decide it."""
    one, two = board.one, board.two
    if two is None or board.reason != Result.Reason.PLAYED or not board.begun:
        return None
    if one.score is None or two.score is None:
        return None
    lead = one.score - two.score
    if one.won - two.won != 2 * ((lead > 0) - (lead < 0)):
        return None
    winner, loser = (one, two) if lead >= 0 else (two, one)
    entry, other = sheet.entries[winner.entry], sheet.entries[loser.entry]
    assert winner.score is not None
    assert loser.score is not None
    return CountedGame(
        division=sheet.division.name,
        round=board.round,
        board=board.number or board.slot,
        winner=entry.key,
        loser=other.key,
        score=winner.score,
        against=loser.score,
        rating=entry.rating,
        rating_against=other.rating,
    )
