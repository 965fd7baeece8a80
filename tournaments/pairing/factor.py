"""Factor: the leaders meet opponents so many ranks below, and everybody else plays a Swiss.

Source: the factor pairing of liwords, with the preferences of tsh where a limit gets in the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tournaments.pairing import criteria
from tournaments.pairing.answer import REPEATS_NEEDED, Draw, Option, PairingWarning, Request
from tournaments.pairing.criteria import CriterionOf
from tournaments.pairing.errors import PairingError
from tournaments.pairing.feasibility import pair_with_bye
from tournaments.pairing.matching import Criterion, Edges
from tournaments.pairing.pool import Flags, Pool, pair_key
from tournaments.pairing.rank_distance import off_above, off_distance, repeats_code
from tournaments.pairing.swiss import placing_of
from tournaments.pairing.weighing import Weighing, warned_of_repeats

TOP = "factor.top"
"""The rule of a board that joins two of the top just so many ranks apart."""


@dataclass(frozen=True, slots=True)
class Factor:
    """With factor f the ranks 1 to f meet f+1 to 2f in order; everybody below is Swiss-paired.

    At the top earlier meetings count for nothing. With a limit of repeats, or with players kept
    apart, the top is as near to f ranks apart as that leaves possible. The variants are those of
    the Swiss below.
    """

    key: str = "factor"
    name: str = "Factor"
    variants: tuple[str, ...] = ("fold", "halves", "nearest")
    options: tuple[Option, ...] = (
        Option("factor", "Factor", None, 1, 999, "Usually as many ranks as there are rounds left."),
    )
    is_block: bool = False

    def pair(self, pool: Pool, request: Request) -> Draw:
        """Returns the pairing by the factor asked for, else by the rounds left.

        The factor that is worked out is 1 at least and half the field at most. Raises PairingError
        `factor.too_large` (factor, players, most), and as `pair_with_bye` does.
        """
        factor = _factor(pool, request)
        return pair_with_bye(
            pool,
            lambda rest: _paired(rest, min(factor, len(rest.players) // 2), request),
            repeats=request.repeats,
            spare_repeats=False,
        )


def _factor(pool: Pool, request: Request) -> int:
    players = len(pool.position.players)
    asked = request.option("factor")
    if asked is None:
        return max(1, pool.position.rounds_left)
    if 2 * asked > max(players, 2):
        raise PairingError("factor.too_large", factor=asked, players=players, most=players // 2)
    return asked


def _paired(pool: Pool, factor: int, request: Request) -> Draw | None:
    """Returns the pairing of an even pool, None where the limit leaves none.

    Nobody of the top meets somebody below, and no two of the top who should not meet do, unless
    that is the only way.
    """
    top = np.arange(len(pool.players)) < 2 * factor
    for allowed in _attempts(pool, top, request):
        weighing = _weighed(pool, top, factor, Edges.among(allowed), request)
        swiss = ~top[weighing.edges.one]
        unwanted = sum(c.costs for c in weighing.reported if c.name in ("repeats", "avoid")) > 0
        drawn = weighing.best(pool, last_resort=swiss & unwanted)
        if drawn is not None:
            return _told(pool, drawn, factor, request)
    return None


def _attempts(pool: Pool, top: Flags, request: Request) -> Iterator[Flags]:
    """Yields who may meet whom, the strictest first."""
    allowed = pool.may_meet(request.repeats)
    apart = top[:, None] != top[None, :]
    avoided = pool.flags(pool.avoid) & (top[:, None] | top[None, :])
    if avoided.any():
        yield allowed & ~apart & ~avoided
        yield allowed & ~avoided
    yield allowed & ~apart
    yield allowed


def _weighed(pool: Pool, top: Flags, factor: int, edges: Edges, request: Request) -> Weighing:
    """Returns the weighing: the top by its distance, below it all that a Swiss looks at."""
    leading = top[edges.one]
    across = Criterion("across", (leading & ~top[edges.two]).astype(np.int64))
    off = [off_distance("off", edges, factor), off_above(edges, factor)]
    wishes = (
        across,
        *(replace(criterion, costs=np.where(leading, criterion.costs, 0)) for criterion in off),
        criteria.repeats(pool, edges),
        criteria.back_to_back(pool, edges),
        criteria.avoid(pool, edges),
        _below(pool, top, edges, criteria.wins),
        criteria.starts(pool, edges),
        *(_below(pool, top, edges, placing) for placing in placing_of(pool, request)),
    )
    return Weighing.in_order(pool, edges, wishes, request.seed)


def _below(pool: Pool, top: Flags, edges: Edges, criterion_of: CriterionOf) -> Criterion:
    """Returns what a criterion costs among those below the top, as if they were alone."""
    begin = int(top.sum())
    below = np.nonzero(edges.one >= begin)[0]
    rest = replace(pool, players=pool.players[begin:])
    among = Edges(len(rest.players), edges.one[below] - begin, edges.two[below] - begin)
    criterion = criterion_of(rest, among)
    costs = np.zeros(len(edges), dtype=np.int64)
    costs[below] = criterion.costs
    return replace(criterion, costs=costs)


def _told(pool: Pool, drawn: Draw, factor: int, request: Request) -> Draw:
    """Returns the answer with the rule of the top's boards, and warned of those that repeat."""
    top = [player.number for player in pool.players[: 2 * factor]]
    by_factor = {pair_key(one, two) for one, two in zip(top, top[factor:], strict=False)}
    drawn = replace(drawn, rules=dict.fromkeys(sorted(by_factor & drawn.terms.keys()), TOP))
    if request.repeats is not None:
        return warned_of_repeats(drawn, repeats_code(request))
    repeated = [key for key, row in drawn.terms.items() if row["repeats"]]
    ignored = sum(1 for key in repeated if set(key) <= set(top))
    counts = {"repeats.ignored": ignored, REPEATS_NEEDED: len(repeated) - ignored}
    warnings = [PairingWarning(code, {"boards": n}) for code, n in counts.items() if n]
    return replace(drawn, warnings=(*drawn.warnings, *warnings))
