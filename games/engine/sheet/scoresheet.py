"""A scoresheet typed move by move: what each line scores, and the record that the lines come to.

`count_sheet(names, lines, terms)` counts every line up to the first that cannot be: its faults
name line and field, and what comes after it waits, for nobody knows the board then. What was
really played is accepted, phoneys too; what is odd and can be is a remark, never a fault. The
record keeps a score that a person stated; whether it is right is for the check to say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

import msgspec

from games.engine.boards import STANDARD, board
from games.engine.checking.equipment import DISTRIBUTIONS, ENGLISH
from games.engine.record import Record, RecordedPlayer, Turn
from games.engine.sheet.counting import CountedLine, Counting, SheetFinding, SheetTerms
from games.engine.sheet.ends import proposed_end
from games.engine.sheet.lines import SheetLine

_NAMES = {key: name for name, key in DISTRIBUTIONS.items()}


class CountedScoresheet(msgspec.Struct, frozen=True):
    """A counted scoresheet.

    `record` is the game up to the first fault; `seats` are the players of `names` in its order,
    who moved first before the others. `told` is by line, None for blank ones and those that wait.
    `scores` are right and by player of `names`. `unseen` are the tiles on no board, as text.
    `to_move` has the next turn. `proposed` are lines that would end the game now.
    """

    record: Record
    seats: tuple[int, ...]
    told: tuple[CountedLine | None, ...]
    scores: tuple[int, ...]
    faults: tuple[SheetFinding, ...]
    remarks: tuple[SheetFinding, ...]
    unseen: str
    to_move: int
    proposed: tuple[SheetLine, ...]


def count_sheet(
    names: Sequence[str], lines: Sequence[SheetLine], terms: SheetTerms, *, first: int | None = None
) -> CountedScoresheet:
    """Returns a scoresheet counted; `first` is who went first, None for the first turn."""
    counting = Counting(len(names), terms)
    told: list[CountedLine | None] = []
    for number, line in enumerate(lines):
        told.append(None if line.is_blank else counting.take(number, line))
    seats = _seats(names, counting.turns, first)
    standing = counting.standing()
    stops = bool(counting.faults)
    return CountedScoresheet(
        record=_record(names, seats, counting.turns, terms),
        seats=seats,
        told=tuple(told),
        scores=tuple(counting.scores),
        faults=tuple(counting.faults),
        remarks=tuple(counting.remarks),
        unseen=counting.tiling.text(standing.unseen),
        to_move=counting.to_move if counting.turns else seats[0],
        proposed=() if stops else proposed_end(standing, terms.rules, counting.tiling),
    )


def _seats(names: Sequence[str], turns: Sequence[Turn], first: int | None) -> tuple[int, ...]:
    """Returns the players of `names` in the order in which they moved; others as they come."""
    moved = [] if first is None else [first]
    order = dict.fromkeys([*moved, *(turn.player for turn in turns), *range(len(names))])
    return tuple(order)


def _record(
    names: Sequence[str], seats: Sequence[int], turns: Sequence[Turn], terms: SheetTerms
) -> Record:
    place_of = {player: position for position, player in enumerate(seats)}
    nicks = nicks_of(names)
    return Record(
        players=tuple(RecordedPlayer(nicks[player], _plain(names[player])) for player in seats),
        turns=tuple(msgspec.structs.replace(turn, player=place_of[turn.player]) for turn in turns),
        lexicon=terms.lexicon,
        board_layout="" if terms.board == STANDARD else board(terms.board).layout,
        tile_distribution="" if terms.tiles == ENGLISH else _NAMES.get(terms.tiles, terms.tiles),
    )


def nicks_of(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the nick of each player in a record: the first name, made unlike others."""
    nicks: list[str] = []
    for number, name in enumerate(names, 1):
        nick = re.sub(r"[:#>]", "", _plain(name)).split(" ")[0] or f"player{number}"
        nicks.append(f"{nick}{number}" if nick in nicks else nick)
    return tuple(nicks)


def _plain(name: str) -> str:
    """Returns a name on one line: a record has no other place for it."""
    return " ".join("".join(" " if category(c)[0] == "C" else c for c in name).split())
