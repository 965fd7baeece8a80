"""COP: simulate the rest of the event, take out what must not be, and weigh what is left."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tournaments.pairing.answer import Draw, PairingWarning, Request
from tournaments.pairing.cop.constraints import Constraints, allowed_at_all, constraints
from tournaments.pairing.cop.control import Control, control
from tournaments.pairing.cop.costs import OF_NO_USE, avoided, costs
from tournaments.pairing.cop.prospects import Prospects, prospects
from tournaments.pairing.cop.settings import Settings, assumed_prizes
from tournaments.pairing.cop.situation import Situation, house_last
from tournaments.pairing.matching import criteria
from tournaments.pairing.matching.cheapest import Criterion, Edges, tie_break, units
from tournaments.pairing.matching.feasibility import infeasible
from tournaments.pairing.matching.weighing import Weighing, round_seed, warned_of_repeats
from tournaments.pairing.pool import Flags, Ints, Pool

COST = "cost"
"""The sum of all costs: it decides once as few rules as possible are broken."""


def pair_cop(pool: Pool, request: Request) -> Draw:
    """Pairs late rounds so that whoever can still win something meets those who matter for it.

    The bye is part of the optimum. Repeats cost, but may be worth it.

    Returns the cheapest pairing under the rules of COP, by which house players come last.

    Raises PairingError `cop.total_rounds`, `cop.no_rounds_left` (round, total),
    `cop.overconstrained` (leader, numbers) where a fixed board keeps the leader from whom they
    has to meet, and what every method raises of players kept apart, a limit of repeats and a
    bye that nobody takes.
    """
    settings = Settings.of(pool.position, request)
    if not pool.players:
        return Draw(())
    situation = Situation.of(house_last(pool), settings)
    drawn = _drawn(situation, request)
    return replace(
        warned_of_repeats(drawn, "cop.repeats", term="repeat_cost"),
        gibsonized=tuple(sorted(place + 1 for place in situation.clinched)),
    )


def _drawn(situation: Situation, request: Request) -> Draw:
    pool, settings = situation.pool, situation.settings
    seed = round_seed(pool, request.seed)
    if pool.is_odd:
        pool.bye_takers()  # somebody must be there to take it
    allowed = allowed_at_all(situation, request.repeats)
    outlook = prospects(
        situation.start,
        simulations=settings.simulations,
        hopefulness=settings.hopefulness,
        prizes=settings.prizes,
        seed=seed,
    )
    controlled = control(situation, outlook, seed)
    limits = constraints(situation, outlook, controlled, allowed)
    optimum = _Optimum(situation, outlook, limits, request.seed)
    drawn = optimum.among(limits.allowed) or optimum.among(allowed)
    if drawn is None:
        raise infeasible(pool, request.repeats)
    warnings = (*assumed_prizes(pool.position), *_warned(situation, limits, controlled, drawn))
    ruled = {key: rule for key in drawn.terms if (rule := _rule(situation, limits, key))}
    return replace(drawn, rules=ruled, warnings=warnings)


@dataclass(frozen=True, slots=True)
class _Optimum:
    """The cheapest pairing of a situation."""

    situation: Situation
    outlook: Prospects
    limits: Constraints
    seed: str

    def among(self, allowed: Flags) -> Draw | None:
        """Returns the cheapest pairing of those who may meet, None where there is none.

        Where somebody meets one who cannot reach them, their hope goes one place further down and
        everything is solved once more.
        """
        situation = self.situation
        edges = Edges.among(allowed[np.ix_(situation.places, situation.places)])
        hope = self.outlook.lowest_hope.copy()
        drawn = self._weighed(hope, edges).best(situation.pool)
        terms = {} if drawn is None else drawn.terms
        useless = [key for key, row in terms.items() if row["contention"] >= OF_NO_USE]
        if not useless:
            return drawn
        for one, two in useless:
            hope[min(situation.place_of[one], situation.place_of[two])] += 1
        return self._weighed(hope, edges).best(situation.pool)

    def _weighed(self, hope: Ints, edges: Edges) -> Weighing:
        situation, pool = self.situation, self.situation.pool
        here = situation.places
        by_place = Edges(len(situation.field) + 1, here[edges.one], here[edges.two])
        first = (_broken(self.limits, by_place), avoided(situation, by_place))
        terms = costs(situation, self.outlook, hope, by_place)
        cost: Ints = sum((term.costs for term in terms), np.zeros(len(edges), dtype=np.int64))
        wishes = (*first, Criterion(COST, cost))
        numbers = [*(player.number for player in pool.players), 0]
        tie = tie_break(edges, numbers, round_seed(pool, self.seed))
        worth = units(wishes, boards=edges.players // 2)
        return Weighing(
            edges,
            (*wishes, _starts(pool, edges), tie),
            (*first, *terms),
            {each.name: worth.get(each.name, worth[COST]) for each in (*first, *terms)},
        )


def _broken(limits: Constraints, edges: Edges) -> Criterion:
    """Returns 1 for two who break a rule."""
    kept = limits.allowed[edges.one, edges.two]
    return Criterion("rules", (~kept).astype(np.int64))


def _starts(pool: Pool, edges: Edges) -> Criterion:
    """Returns the criterion that decides by sides between pairings of one total; a bye has none."""
    is_bye = edges.two == len(pool.players)
    boards = Edges(edges.players, edges.one, np.where(is_bye, edges.one, edges.two))
    return Criterion("starts", np.where(is_bye, 0, criteria.starts(pool, boards).costs))


def _rule(situation: Situation, limits: Constraints, key: tuple[int, int]) -> str:
    one, two = key
    places = situation.place_of
    return limits.rule_of(len(situation.field) if one == two else places[two], places[one])


def _warned(
    situation: Situation, limits: Constraints, controlled: Control, drawn: Draw
) -> list[PairingWarning]:
    """Returns the warnings whom the leader has to meet, and how many rules were given up."""
    warnings = []
    broken = sum(1 for row in drawn.terms.values() if row["rules"])
    if broken:
        warnings.append(PairingWarning("cop.rules_given_up", {"boards": broken}))
    if controlled.rule in limits.reasons.values() and controlled.opponents:
        leader, *others = (situation.field[place].number for place in (0, *controlled.opponents))
        params = {"leader": leader, "numbers": tuple(others)}
        warnings.append(PairingWarning("cop.control", params))
    return warnings
