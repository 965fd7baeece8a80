"""The possible endings of a typed game: the lines for its racks and the overtime."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from games.engine.play.endings import may_end_scoreless
from games.engine.rulesets import RuleSet
from games.engine.sheet.lines import SheetLine, What
from games.engine.tiling import Tiling


class SheetEnding(msgspec.Struct, frozen=True):
    """A game after its last line, as far as the lines say.

    `racks` are what each player holds, None where nothing says it; `unseen` the tiles that are on
    no board; both in codes. `out` is who made the last play, None where the last turn was none
    (a lost challenge to it does not matter); `scoreless` how many scoreless turns stand in a row.
    `penalties` are the points of each player's overtime.
    """

    racks: tuple[str | None, ...]
    unseen: str
    out: int | None = None
    scoreless: int = 0
    has_ended: bool = False
    penalties: tuple[int, ...] = ()
    has_time: frozenset[int] = frozenset()


def proposed_end(standing: SheetEnding, rules: RuleSet, tiling: Tiling) -> tuple[SheetLine, ...]:
    """Returns the lines that end the game now; none while it goes on or nobody knows."""
    lines = () if standing.has_ended else _rack_lines(standing, rules, tiling)
    if not lines and not standing.has_ended:
        return ()
    late = [
        SheetLine(player=player, what=What.TIME, score=str(-points))
        for player, points in enumerate(standing.penalties)
        if points and player not in standing.has_time
    ]
    return (*lines, *late)


def _rack_lines(standing: SheetEnding, rules: RuleSet, tiling: Tiling) -> tuple[SheetLine, ...]:
    if _is_out(standing, rules):
        winner, text = standing.out or 0, tiling.text(standing.unseen)
        lines = [SheetLine(player=winner, what=What.END_RACK, word=text)]
        if rules.end_bonus == "plus_minus":
            lines.append(SheetLine(player=1 - winner, what=What.RACK_LOST, word=text))
        return tuple(lines)
    loses = rules.stalemate_penalty == "own_rack_once"
    if loses and may_end_scoreless(rules, standing.scoreless):
        return _all_lose(standing.racks, tiling)
    return ()


def _is_out(standing: SheetEnding, rules: RuleSet) -> bool:
    """Whether the last play went out and the rest of the tiles are the opponent's.

    Either rack says so: the player's is empty, or the opponent's is all that is left.
    """
    out, left = standing.out, standing.unseen
    if out is None or len(standing.racks) != 2 or not 0 < len(left) <= rules.rack_size:
        return False
    other = standing.racks[1 - out]
    return standing.racks[out] == "" or (other is not None and Counter(other) == Counter(left))


def _all_lose(racks: Sequence[str | None], tiling: Tiling) -> tuple[SheetLine, ...]:
    known = [rack for rack in racks if rack is not None]
    if len(known) < len(racks):
        return ()
    return tuple(
        SheetLine(player=player, what=What.RACK_LOST, word=tiling.text(rack))
        for player, rack in enumerate(known)
        if rack
    )
