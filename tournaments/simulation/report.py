"""The report on a rehearsal: how even the starts are, who met twice, who had byes, who won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A board of a round: two who met or one who sat out, by number.

    `first` is who started, None where that is not known or nobody played; `game` says whether the
    two began to play, `bye` whether the one has a bye.
    """

    round: int
    players: tuple[int, ...]
    first: int | None = None
    game: bool = True
    bye: bool = False


@dataclass(frozen=True, slots=True)
class DivisionReport:
    """The report on a division. `imbalance` counts players by |firsts - seconds|.

    `repeats` are games between two who had met before; `longest_run` is the most games in a row
    that somebody started, or replied in; `byes` the most byes of one player. `winner` is the number
    of the first in the standings, `best` of the one who is really strongest, `best_finished` the
    latter's place; all three are None where nobody is ranked.
    """

    name: str
    players: int
    rounds: int
    games: int
    imbalance: Mapping[int, int]
    repeats: int
    longest_run: int
    byes: int
    winner: int | None
    best: int | None
    best_finished: int | None


def report_division(
    name: str,
    boards: Iterable[PlayedBoard],
    *,
    order: list[int],
    strengths: Mapping[int, int],
) -> DivisionReport:
    """Returns the report of a division.

    `order` are the ranked numbers, best first; `strengths` how strong each number really is.
    """
    played = sorted(boards, key=lambda board: (board.round, board.players))
    games = [board for board in played if board.game and len(board.players) == 2]
    sides = _sides(games)
    gaps = Counter(abs(2 * sum(firsts) - len(firsts)) for firsts in sides.values())
    byes = Counter(board.players[0] for board in played if board.bye)
    best = min(order, key=lambda number: (-strengths[number], number), default=None)
    return DivisionReport(
        name=name,
        players=len(strengths),
        rounds=max((board.round for board in played), default=0),
        games=len(games),
        imbalance=dict(sorted(gaps.items())),
        repeats=len(games) - len({frozenset(board.players) for board in games}),
        longest_run=max(map(_longest_run, sides.values()), default=0),
        byes=max(byes.values(), default=0),
        winner=order[0] if order else None,
        best=best,
        best_finished=None if best is None else order.index(best) + 1,
    )


def report_as_values(seed: str, divisions: Iterable[DivisionReport]) -> dict[str, Any]:
    """Returns a report in JSON values; what is said of the event sums up its divisions.

    `winner` is that of the first division.
    """
    parts = list(divisions)
    imbalance: Counter[int] = Counter()
    for part in parts:
        imbalance.update(part.imbalance)
    return {
        "rounds": max((part.rounds for part in parts), default=0),
        "games": sum(part.games for part in parts),
        "start_imbalance": _imbalance(imbalance),
        "repeats": sum(part.repeats for part in parts),
        "winner": parts[0].winner if parts else None,
        "longest_run": max((part.longest_run for part in parts), default=0),
        "byes": max((part.byes for part in parts), default=0),
        "seed": seed,
        "divisions": [_division(part) for part in parts],
    }


def _division(part: DivisionReport) -> dict[str, Any]:
    values = asdict(part)
    values["start_imbalance"] = _imbalance(values.pop("imbalance"))
    return values


def _imbalance(players: Mapping[int, int]) -> dict[str, Any]:
    counts = {str(gap): count for gap, count in sorted(players.items())}
    return {"max": max(players, default=0), "players": counts}


def _sides(games: list[PlayedBoard]) -> dict[int, list[bool]]:
    """Returns, for all whose starts are known, whether they went first, in order of rounds."""
    sides: dict[int, list[bool]] = defaultdict(list)
    for board in games:
        if board.first is not None:
            for number in board.players:
                sides[number].append(number == board.first)
    return sides


def _longest_run(firsts: list[bool]) -> int:
    longest = run = 0
    for place, first in enumerate(firsts):
        run = run + 1 if place and first == firsts[place - 1] else 1
        longest = max(longest, run)
    return longest
