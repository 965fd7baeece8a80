"""The director's conditions and rules for one round, entries called by their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.pairing.answer import PairingWarning
from tournaments.pairing.errors import PairingError
from tournaments.pairing.position import pair_key
from tournaments.pairing.terms.conditions import Condition, Kind
from tournaments.pairing.terms.rules import PairingRules
from tournaments.pairing.terms.teams import are_team_mates, team_key

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RoundPlayer:
    """An entry that takes part in the round; `rating` 0 is unrated, `team` empty is none."""

    key: int
    number: int
    team: str = ""
    rating: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class BoardWish:
    """The board on which somebody plays, and the chair (1 or 2) where that matters."""

    place: int
    seat: int | None = None


@dataclass(frozen=True)
class RoundConditions:
    """The demands on a round.

    `apart`, `avoid` and `fixed` are pairs of numbers, lower first; `fixed` and `fixed_byes` have
    what was asked for this round alone as well. Those in `no_bye` do not get the odd bye. `boards`
    has the wishes of everybody who plays. `rests` are the house players who are not needed, and are
    not to be paired; `steps_in` those who play. `conflicts` cannot be met by any pairing.
    """

    apart: Pairs = ()
    avoid: Pairs = ()
    fixed: Pairs = ()
    fixed_byes: tuple[int, ...] = ()
    no_bye: frozenset[int] = frozenset()
    boards: Mapping[int, BoardWish] = field(default_factory=dict)
    rests: tuple[int, ...] = ()
    steps_in: tuple[int, ...] = ()
    conflicts: tuple[PairingError, ...] = ()
    warnings: tuple[PairingWarning, ...] = ()


def conditions_of_round(
    conditions: Iterable[Condition],
    rules: PairingRules,
    players: Iterable[RoundPlayer],
    round_number: int,
    *,
    fixed: Iterable[tuple[int, int]] = (),
    fixed_byes: Iterable[int] = (),
) -> RoundConditions:
    """Returns the conditions of a round in which `players`, house players among them, take part.

    `fixed` pairs and `fixed_byes` were asked for this round alone and win over a condition that
    says whom somebody meets; a condition about somebody who does not take part is idle. Conflicts
    are PairingError `fixed.kept_apart` (one, two) and `team.too_large` (team, size, players,
    boards); warnings are `condition.overruled` (numbers) and `team.has_to_meet` (the same).
    """
    there = tuple(sorted(players, key=lambda player: player.number))
    numbers = {player.key: player.number for player in there}
    active = _held(conditions, numbers, round_number)
    pairs, byes, overruled = _fixed(active, numbers, fixed, fixed_byes)
    apart, avoid = _named("apart", active, numbers), _named("avoid", active, numbers)
    mates = _team_mates(there, rules, round_number) - set(pairs)
    taken = {number for pair in pairs for number in pair} | set(byes)
    house = sorted(numbers[c.one] for c in active if c.kind == "house")
    steps_in, rests = _house(there, taken, house)
    pool = [p for p in there if p.number not in taken | rests]
    no_bye = _no_bye(pool, active, numbers, rules, round_number)
    crowd = _largest_team(pool, rules, round_number)
    if rules.team_mates == "apart":
        apart, no_bye = apart | mates, _for_the_team(pool, crowd, no_bye)
    elif rules.team_mates == "avoid":
        avoid |= mates
    conflicts, told = _too_large(pool, crowd, rules, no_bye)
    return RoundConditions(
        apart=tuple(sorted(apart)),
        avoid=tuple(sorted(avoid - apart)),
        fixed=pairs,
        fixed_byes=byes,
        no_bye=no_bye,
        boards=_wishes(active, numbers),
        rests=tuple(sorted(rests)),
        steps_in=tuple(sorted(steps_in)),
        conflicts=(*_apart_though_fixed(pairs, apart), *conflicts),
        warnings=(*overruled, *told),
    )


def _held(
    conditions: Iterable[Condition], numbers: Mapping[int, int], round_number: int
) -> tuple[Condition, ...]:
    return tuple(
        condition
        for condition in conditions
        if condition.holds_in(round_number) and set(condition.keys) <= numbers.keys()
    )


def _fixed(
    active: Iterable[Condition],
    numbers: Mapping[int, int],
    by_hand: Iterable[tuple[int, int]],
    byes_by_hand: Iterable[int],
) -> tuple[Pairs, tuple[int, ...], tuple[PairingWarning, ...]]:
    """Returns the fixed pairs and byes, what was asked for this round alone first."""
    pairs, byes = [pair_key(one, two) for one, two in by_hand], list(byes_by_hand)
    taken = {number for pair in pairs for number in pair} | set(byes)
    overruled = []
    # A bye comes first: somebody who is not there to play cannot meet anybody.
    for condition in sorted(active, key=lambda c: (c.kind != "bye", c.pair)):
        if condition.kind not in ("bye", "together"):
            continue
        named = tuple(sorted(numbers[key] for key in condition.keys))
        said = named in pairs if condition.kind == "together" else named[0] in byes
        if not said and taken.isdisjoint(named):
            taken.update(named)
            if condition.kind == "bye":
                byes.append(named[0])
            else:
                pairs.append((named[0], named[1]))
        elif not said:
            overruled.append(PairingWarning("condition.overruled", {"numbers": named}))
    return tuple(sorted(pairs)), tuple(sorted(byes)), tuple(overruled)


def _named(
    kind: Kind, active: Iterable[Condition], numbers: Mapping[int, int]
) -> set[tuple[int, int]]:
    """Returns the pairs of numbers of all conditions of a kind."""
    return {
        pair_key(numbers[c.one], numbers[c.two])
        for c in active
        if c.kind == kind and c.two is not None
    }


def _apart_though_fixed(
    pairs: Pairs, apart: Collection[tuple[int, int]]
) -> tuple[PairingError, ...]:
    return tuple(
        PairingError("fixed.kept_apart", one=one, two=two)
        for one, two in pairs
        if (one, two) in apart
    )


def _team_mates(
    players: Sequence[RoundPlayer], rules: PairingRules, round_number: int
) -> set[tuple[int, int]]:
    if not _teams_matter(rules, round_number):
        return set()
    return {
        pair_key(one.number, two.number)
        for one, two in combinations(players, 2)
        if are_team_mates(one.team, two.team)
    }


def _teams_matter(rules: PairingRules, round_number: int) -> bool:
    until = rules.team_mates_until
    return rules.team_mates != "meet" and (until is None or round_number <= until)


def _house(
    players: Iterable[RoundPlayer], taken: Collection[int], house: Iterable[int]
) -> tuple[set[int], set[int]]:
    """Returns the house players who play and those who do not: at most one makes the field even.

    Players put on a board or given a bye by name follow that.
    """
    free = [number for number in house if number not in taken]
    others = sum(p.number not in taken and p.number not in free for p in players)
    needed = set(free[: others % 2])
    return needed, set(free) - needed


def _no_bye(
    pool: Sequence[RoundPlayer],
    active: Iterable[Condition],
    numbers: Mapping[int, int],
    rules: PairingRules,
    round_number: int,
) -> frozenset[int]:
    """Returns who does not get the odd bye: who never takes one, and who is spared it.

    Somebody is spared only while somebody else can have it.
    """
    never = {numbers[c.one] for c in active if c.kind in ("no_bye", "house")}
    takers = {p.number for p in pool} - never
    if rules.bye_spares_newcomers:
        rated = {p.number for p in pool if p.rating}
        takers = takers & rated or takers
    if rules.bye_spares_first and round_number == 1 and pool:
        lowest = max(p.number for p in pool)
        takers = takers - {lowest} or takers
    return frozenset({p.number for p in pool} - takers | never)


def _largest_team(
    pool: Sequence[RoundPlayer], rules: PairingRules, round_number: int
) -> tuple[RoundPlayer, ...]:
    """Returns the members of a team that is larger than all others together, else nobody."""
    if not _teams_matter(rules, round_number):
        return ()
    sizes = Counter(team_key(p.team) for p in pool if team_key(p.team))
    team, size = max(sizes.items(), key=lambda item: item[1], default=("", 0))
    if 2 * size <= len(pool):
        return ()
    return tuple(p for p in pool if team_key(p.team) == team)


def _for_the_team(
    pool: Sequence[RoundPlayer], crowd: Sequence[RoundPlayer], no_bye: frozenset[int]
) -> frozenset[int]:
    """Returns who gets no bye where a team too large for the others has to have it."""
    members = {p.number for p in crowd}
    if not members - no_bye or len(pool) % 2 == 0:
        return no_bye
    return no_bye | ({p.number for p in pool} - members)


def _too_large(
    pool: Sequence[RoundPlayer],
    crowd: Sequence[RoundPlayer],
    rules: PairingRules,
    no_bye: Collection[int],
) -> tuple[tuple[PairingError, ...], tuple[PairingWarning, ...]]:
    """Returns the conflicts and warnings of a team of which some have to meet each other."""
    if not crowd:
        return (), ()
    size, others = len(crowd), len(pool) - len(crowd)
    # The bye of an odd field goes to the team where anybody of it takes one.
    bye = len(pool) % 2 == 1 and any(p.number not in no_bye for p in crowd)
    boards = (size - others - bye + 1) // 2
    if boards <= 0:
        return (), ()
    told = {"team": crowd[0].team, "size": size, "players": len(pool), "boards": boards}
    if rules.team_mates == "apart":
        return (PairingError("team.too_large", **told),), ()
    return (), (PairingWarning("team.has_to_meet", told),)


def _wishes(active: Iterable[Condition], numbers: Mapping[int, int]) -> dict[int, BoardWish]:
    wishes = sorted((numbers[c.one], c.place, c.seat) for c in active if c.kind == "board")
    return {number: BoardWish(place, seat) for number, place, seat in wishes if place is not None}
