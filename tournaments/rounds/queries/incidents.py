"""The ways out of what happens in a round: who does not come, who leaves, who comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from tournaments.kernel.queries.play import is_open_to, last_published
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.models import Division
from tournaments.standings.attendance import takes_part

NOT_COME = ("forfeit", "absent")
"""The choices for a round whose opponent did not come."""


class RemedyKind(Enum):
    """The kinds of way; those that only say why there is nothing to do come last."""

    FORFEIT = auto()
    SPLIT = auto()
    REPLACED_BY_WAITING = auto()
    REPLACED_BY_ALONE = auto()
    BROKEN_OFF = auto()
    WITHDRAWS = auto()
    FORFEITS_THE_REST = auto()
    RETURNS = auto()
    MEETS = auto()
    SITS_OUT = auto()
    PLAYED_OUT = auto()
    NO_OPEN_GAME = auto()
    ROUND_STANDS = auto()
    NOTHING_TO_LEAVE = auto()
    LEFT_BEFORE = auto()
    PLAYS_ANYWAY = auto()
    NO_ROUND_LEFT = auto()


class Free(NamedTuple):
    """Somebody who could be given an opponent: they wait, rest as a house player, or sit out."""

    entry: int
    waits: bool = False
    rests: bool = False


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing that can be done about an entry.

    `other` is the opponent, `free` who takes the place, is met, or waits for a place afterwards,
    `outcome` what sitting alone becomes, and `round` the first one that it is about. `leaving` says
    that what follows for the next rounds is asked afterwards, `drafted` that a draft seats who
    withdraws, `late` that who returns was missing at check-in, and `here` that they return to a
    round that is being played.
    """

    kind: RemedyKind
    entry: int
    other: int | None = None
    free: Free | None = None
    outcome: str = ""
    round: int = 0
    leaving: bool = False
    drafted: bool = False
    late: bool = False
    here: bool = False


class Scene:
    """A round as the guided steps look at it; the sheet has the drafts."""

    def __init__(self, division: Division, number: int, sheet: Sheet) -> None:
        self.division, self.number, self.sheet = division, number, sheet
        self.boards = sheet.by_round.get(number, [])

    @property
    def is_set_up(self) -> bool:
        """Whether the round is drafted or published; before that nobody waits for a seat in it."""
        return self.number in self.sheet.stages

    @cached_property
    def published(self) -> int:
        """The last published round."""
        return last_published(self.division)

    def plays(self, entry: int, number: int) -> bool:
        """Returns whether an entry takes part in a round."""
        return takes_part(self.sheet.entries[entry].away, number)

    def board_of(self, entry: int) -> BoardLine | None:
        """Returns the board of an entry in the round, None where it has none."""
        return next((b for b in self.boards if entry in [s.entry for s in b.seats]), None)

    def opponent(self, entry: int) -> int | None:
        """Returns whom an entry meets in the round."""
        board = self.board_of(entry)
        return next((s.entry for s in board.seats if s.entry != entry), None) if board else None

    def open_against(self, entry: int) -> int | None:
        """Returns whom an entry meets in a game that has no result yet."""
        board = self.board_of(entry)
        return self.opponent(entry) if board is not None and board.reason is None else None

    def waits(self, entry: int) -> bool:
        """Returns whether an entry takes part in the round, and has no seat in it."""
        takes_part_here = self.is_set_up and self.plays(entry, self.number)
        return takes_part_here and self.board_of(entry) is None

    def missed_before(self, entry: int | None, number: int) -> list[int]:
        """Returns the published rounds before one in which an entry has no seat.

        `entry` None is somebody who is entered now.
        """
        rounds = range(1, min(number - 1, self.published) + 1)
        seated = {
            board.round
            for board in self.sheet.boards
            if entry is not None and entry in [seat.entry for seat in board.seats]
        }
        return [one for one in rounds if one not in seated]

    def free(self) -> list[Free]:
        """Returns the entries that could be given an opponent: waiting, resting, or with a bye."""
        alone = [b for b in self.boards if b.two is None and b.reason in (None, "bye", "rest")]
        alone.sort(key=lambda board: board.reason != "rest")
        waits = [number for number in self.sheet.entries if self.waits(number)]
        return [Free(n, waits=True) for n in waits] + [
            Free(board.one.entry, rests=board.reason == "rest") for board in alone
        ]


def seated_without_result(scene: Scene) -> list[int]:
    """Returns the numbers of entries in a game that has no result."""
    games = [board for board in scene.boards if board.two is not None and board.reason is None]
    return sorted(seat.entry for board in games for seat in board.seats)


def playing(scene: Scene) -> list[int]:
    """Returns the numbers of entries that take part in this round or in the next."""
    rounds = (scene.number, scene.published + 1)
    return [n for n in scene.sheet.entries if any(scene.plays(n, one) for one in rounds)]


def not_playing(scene: Scene) -> list[int]:
    """Returns the numbers of entries that take no part in the next round, or wait in this one."""
    waiting = {free.entry for free in scene.free() if free.waits}
    after = scene.published + 1
    return [n for n in scene.sheet.entries if n in waiting or not scene.plays(n, after)]


def ways_of_a_no_show(scene: Scene, entry: int) -> list[Remedy]:
    """Returns the remedies when somebody does not come to their board."""
    other = scene.open_against(entry)
    if other is None:
        return _alone(scene, entry, NOT_COME) or [Remedy(RemedyKind.NO_OPEN_GAME, entry)]
    ways = [Remedy(RemedyKind.FORFEIT, entry, other)]
    for free in scene.free():
        if free.waits:
            ways.append(Remedy(RemedyKind.REPLACED_BY_WAITING, entry, other, free))
        else:
            ways += [
                Remedy(RemedyKind.REPLACED_BY_ALONE, entry, other, free, one) for one in NOT_COME
            ]
    return [*ways, Remedy(RemedyKind.SPLIT, entry, other)]


def ways_out(scene: Scene, entry: int) -> list[Remedy]:
    """Returns the remedies when somebody leaves: with this game, then with the next rounds."""
    return [*_out_of_the_game(scene, entry), *_out_of_what_follows(scene, entry)]


def _out_of_the_game(scene: Scene, entry: int) -> Iterator[Remedy]:
    other, board = scene.open_against(entry), scene.board_of(entry)
    if other is not None:
        yield Remedy(RemedyKind.BROKEN_OFF, entry, other)
        yield Remedy(RemedyKind.PLAYED_OUT, entry, other)
        yield Remedy(RemedyKind.FORFEIT, entry, other, leaving=True)
    elif board is not None and board.reason is not None:
        yield Remedy(RemedyKind.ROUND_STANDS, entry, round=scene.number)


def _out_of_what_follows(scene: Scene, entry: int) -> list[Remedy]:
    after = scene.published + 1
    if after > scene.division.planned_rounds:
        return [Remedy(RemedyKind.NOTHING_TO_LEAVE, entry)]
    if not scene.plays(entry, after):
        return [Remedy(RemedyKind.LEFT_BEFORE, entry, round=after)]
    drafts = scene.sheet.by_round.get(after, [])
    drafted = any(entry in [seat.entry for seat in board.seats] for board in drafts)
    return [
        Remedy(kind, entry, round=after, drafted=drafted)
        for kind in (RemedyKind.WITHDRAWS, RemedyKind.FORFEITS_THE_REST)
    ]


def ways_back(scene: Scene, entry: int) -> list[Remedy]:
    """Returns the remedies when somebody comes back or arrives: in this round, or in the next."""
    if scene.waits(entry):
        return _seats_for(scene, entry)
    row, published = scene.division.entries.get(number=entry), scene.published
    late, after, ways = row.presence == row.Presence.NOT_HERE, published + 1, []
    if is_open_to(scene.division, row, published):
        ways.append(Remedy(RemedyKind.RETURNS, entry, round=published, late=late, here=True))
    if scene.plays(entry, after):
        return [Remedy(RemedyKind.PLAYS_ANYWAY, entry, round=after)]
    if after <= scene.division.planned_rounds:
        ways.append(Remedy(RemedyKind.RETURNS, entry, round=after, late=late))
    return ways or [Remedy(RemedyKind.NO_ROUND_LEFT, entry)]


def _seats_for(scene: Scene, entry: int) -> list[Remedy]:
    """Returns the places in the round for somebody who waits."""
    met = [
        Remedy(RemedyKind.MEETS, entry, free=free) for free in scene.free() if free.entry != entry
    ]
    return [*met, *_alone(scene, entry, ("absent", "bye"))]


def _alone(scene: Scene, entry: int, outcomes: Iterable[str]) -> list[Remedy]:
    """Returns the remedies for somebody who waits and is given no opponent."""
    if not scene.waits(entry):
        return []
    others = [free for free in scene.free() if free.waits and free.entry != entry]
    after = others[0] if others else None
    return [Remedy(RemedyKind.SITS_OUT, entry, None, after, one, scene.number) for one in outcomes]
