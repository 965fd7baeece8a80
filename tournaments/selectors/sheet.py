"""The sheet of a division: everything entered and played, read once, with no rows behind it.

Standings, starts, ratings, exports and pages are all made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine.rulesets import RuleSet
from people.selectors import public_names
from tournaments.models import Division, EntryMember, Penalty, Round, Seat


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry. `name` is the public one; `entered_name` is the director's business."""

    pk: int
    key: int
    number: int
    name: str
    entered_name: str
    rating: int
    life_games: int | None
    association_number: str
    prize_class: str
    team: str
    random_number: int
    away: tuple[tuple[int, int | None], ...]
    missed_spread: int | None
    carried: Mapping[str, int] | None
    kept: Mapping[str, str]
    members: int


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One side of a board; credits in half points, `spread` the raw spread, None without result."""

    entry: int
    side: str
    decided_by: str
    score: int | None
    won: int
    lost: int
    spread: int | None


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of a round; `two` is None where somebody sits out, `reason` None without result."""

    round: int
    slot: int
    number: int | None
    version: int
    one: SeatLine
    two: SeatLine | None
    reason: str | None
    begun: bool
    rated: bool

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """The seats that are taken."""
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def is_game(self) -> bool:
        """Whether two entries met and began to play, as far as is known."""
        return self.two is not None and (self.reason is None or self.begun)


@dataclass(frozen=True)
class Sheet:
    """A division as it stands: entries by number, boards by round and slot, rounds with stages."""

    division: Division
    rules: RuleSet
    entries: Mapping[int, EntryLine]
    boards: tuple[BoardLine, ...]
    stages: Mapping[int, str]
    penalties: tuple[tuple[int, int, int], ...]

    @cached_property
    def by_round(self) -> dict[int, list[BoardLine]]:
        """The boards of each round, in the order of their slots."""
        rounds: dict[int, list[BoardLine]] = {number: [] for number in sorted(self.stages)}
        for board in self.boards:
            rounds[board.round].append(board)
        return rounds

    @property
    def last_round(self) -> int:
        """The highest round on the sheet, 0 before the first."""
        return max(self.stages, default=0)


_SEAT_COLUMNS = (
    "round__number",
    "board__slot",
    "position",
    "entry__number",
    "side",
    "decided_by",
    "board__number",
    "board__version",
    "board__result__reason",
    "board__result__score_one",
    "board__result__score_two",
    "board__result__won_one",
    "board__result__lost_one",
    "board__result__won_two",
    "board__result__lost_two",
    "board__result__spread_one",
    "board__result__spread_two",
    "board__result__begun",
    "board__result__rated",
)


def load_sheet(division: Division, *, drafts: bool = False) -> Sheet:
    """Returns the sheet of a division in five queries, six where players are in the register.

    Drafts are left out unless asked for: what is not published is nobody's but the director's.
    """
    rounds = division.rounds.order_by("number")
    seats = Seat.objects.filter(round__division=division)
    if not drafts:
        rounds = rounds.filter(stage=Round.Stage.PUBLISHED)
        seats = seats.filter(round__stage=Round.Stage.PUBLISHED)
    rows = seats.order_by("round__number", "board__slot", "position").values_list(*_SEAT_COLUMNS)
    penalties = Penalty.objects.filter(entry__division=division)
    return Sheet(
        division=division,
        rules=division.rules,
        entries=_entries(division),
        boards=_boards(rows),
        stages=dict(rounds.values_list("number", "stage")),
        penalties=tuple(
            penalties.order_by("entry__number", "round_number").values_list(
                "entry__number", "round_number", "points"
            )
        ),
    )


def _entries(division: Division) -> dict[int, EntryLine]:
    members: dict[int, list[tuple[str, str]]] = {}
    listed = EntryMember.objects.filter(entry__division=division).order_by("entry", "position")
    for entry_id, name, player in listed.values_list("entry_id", "name", "player"):
        members.setdefault(entry_id, []).append((name, player))
    names = public_names({player for people in members.values() for _, player in people if player})
    lines = {}
    for entry in division.entries.order_by("number"):
        people = members.get(entry.pk, [])
        lines[entry.number] = EntryLine(
            pk=entry.pk,
            key=entry.key,
            number=entry.number,
            name=_public_name(entry.name, people, names),
            entered_name=entry.name,
            rating=entry.rating,
            life_games=entry.life_games,
            association_number=entry.association_number,
            prize_class=entry.prize_class,
            team=entry.team,
            random_number=entry.random_number,
            away=tuple((start, end) for start, end in entry.away),
            missed_spread=entry.missed_spread,
            carried=entry.carried,
            kept=entry.kept,
            members=len(people),
        )
    return lines


def _public_name(entered: str, people: list[tuple[str, str]], names: Mapping[str, str]) -> str:
    if not any(player in names for _, player in people):
        return entered
    return " & ".join(names.get(player, name) for name, player in people)


def _boards(rows: Any) -> tuple[BoardLine, ...]:
    boards: list[BoardLine] = []
    held: Any = None
    for row in rows:
        if held is not None and (held[0], held[1]) == (row[0], row[1]):
            boards.append(_board(held, row))
            held = None
        else:
            if held is not None:
                boards.append(_board(held, None))
            held = row
    if held is not None:
        boards.append(_board(held, None))
    return tuple(boards)


def _board(one: Any, two: Any) -> BoardLine:
    (number, slot, _, _, _, _, board, version, reason, a, b, *outcome, begun, rated) = one
    won_one, lost_one, won_two, lost_two, award_one, award_two = outcome
    lead = None if a is None else a - b
    spread_one = award_one if award_one is not None else lead
    spread_two = award_two if award_two is not None else None if lead is None else -lead
    return BoardLine(
        round=number,
        slot=slot,
        number=board,
        version=version,
        one=SeatLine(one[3], one[4], one[5], a, won_one or 0, lost_one or 0, spread_one),
        two=None
        if two is None
        else SeatLine(two[3], two[4], two[5], b, won_two or 0, lost_two or 0, spread_two),
        reason=reason,
        begun=bool(begun),
        rated=bool(rated),
    )
