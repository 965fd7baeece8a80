"""The games of a club night: who of those who are free plays whom now, and what becomes of others.

As many games as can be are arranged; of these arrangements the one that costs least by the criteria
of `weighing.py`. The same rows give the same games in any order, on any machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from clubs.nights.arranging.position import (
    ArrangingRules,
    NightPlayer,
    NightPosition,
    NightTerms,
    check_night,
    common_terms,
)
from clubs.nights.arranging.weighing import Night, costs_of_games, nights_since, weighed
from tournaments.pairing.answer import Alternative
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import pair_key

Left = Literal["sits_out", "waits", "plays_other_terms"]


@dataclass(frozen=True, slots=True)
class NightReason:
    """Why two meet: what that costs by each criterion, empty where a rule put them together.

    `rule` is `fixed.by_hand`, `chosen.both`, `odd.two_boards` or `odd.three_handed`, mostly empty.
    `met_tonight` counts their games of this night before; `nights_since` is None for two who never
    met before it. `alternative` is the cheapest exchange with another game, or with somebody who is
    left over, which is written as the same number twice.
    """

    rule: str
    costs: Mapping[str, int]
    met_tonight: int
    nights_since: int | None
    alternative: Alternative | None = None


@dataclass(frozen=True, slots=True)
class NightBoard:
    """A game to be played now, by these terms; `third` is set in a game of three."""

    one: int
    two: int
    terms: NightTerms
    reason: NightReason
    third: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Those who sit at it."""
        return (self.one, self.two) if self.third is None else (self.one, self.two, self.third)


@dataclass(frozen=True)
class Arrangement:
    """The games to begin now, and who is left over, with the reason.

    Who `sits_out` loses nothing by it; who `waits` gets a game when another board is done;
    `plays_other_terms` would play what nobody else here does, or none of those whom they may meet.
    """

    boards: tuple[NightBoard, ...] = ()
    left: Mapping[int, Left] = field(default_factory=dict)


def arrange(position: NightPosition, rules: ArrangingRules, *, seed: str = "") -> Arrangement:
    """Returns the games of those who are free.

    Two of the free stay as they are if the director settled them, or if each chose the other for a
    first game. While some still play, who is left over waits for them; after that the rules say
    whether they sit out, meet somebody who plays two boards, or join a game of three.

    Raises UserError as `check_night` does.
    """
    check_night(position, rules)
    night = (position, rules)
    here = {player.number: player for player in position.players}
    rule_of = {pair_key(*pair): "fixed.by_hand" for pair in position.fixed}
    chosen = [pair for pair in position.mutual if common_terms(here[pair[0]], here[pair[1]])]
    rule_of |= dict.fromkeys(chosen, "chosen.both")
    pool = Pool.of(position.pairing(fixed=tuple(sorted(rule_of))))
    told = _Told(night, pool, here)
    boards = [told.board(pair, rule) for pair, rule in sorted(rule_of.items())]
    drawn = weighed(pool, night, seed).best(pool) if pool.players else None
    left: tuple[int, ...] = ()
    if drawn is not None:
        left = drawn.byes
        boards += [
            told.board(pair, "", drawn.terms[pair], drawn.alternatives.get(pair))
            for pair in sorted(pair_key(board.one, board.two) for board in drawn.boards)
        ]
    if rules.odd != "sits_out" and not position.busy:
        boards, left = _extra(told, boards, left, seed)
    reasons = {number: _why_left(told, number) for number in sorted(left)}
    return Arrangement(tuple(sorted(boards, key=lambda board: board.players)), reasons)


@dataclass(frozen=True)
class _Told:
    """The night, to tell of a pair what they play and why."""

    night: Night
    pool: Pool
    here: Mapping[int, NightPlayer]

    def board(
        self,
        pair: tuple[int, int],
        rule: str,
        costs: Mapping[str, int] | None = None,
        alternative: Alternative | None = None,
    ) -> NightBoard:
        one, two = pair
        terms = common_terms(self.here[one], self.here[two])
        assert terms is not None, "who would not play the same is never paired"
        met, since = self.pool.times_met(one, two), nights_since(self.night[0]).get(pair)
        return NightBoard(one, two, terms, NightReason(rule, costs or {}, met, since, alternative))


def _why_left(told: _Told, number: int) -> Left:
    position = told.night[0]
    player = told.here[number]
    others = [
        other
        for other in position.players
        if other.number != number and pair_key(number, other.number) not in position.kept_apart
    ]
    if others and all(common_terms(player, other) is None for other in others):
        return "plays_other_terms"
    return "waits" if position.busy else "sits_out"


def _extra(
    told: _Told, boards: list[NightBoard], left: tuple[int, ...], seed: str
) -> tuple[list[NightBoard], tuple[int, ...]]:
    """Returns the games with those who were left over, as far as there is a place for them."""
    position, rules = told.night
    everybody = Pool.of(position.pairing(fixed=()))
    costs = costs_of_games(everybody, told.night, seed)
    places = _second_boards if rules.odd == "two_boards" else _third_chairs
    still_left: list[int] = []
    for number in sorted(left):
        best = min(places(told, boards, number, costs), key=lambda place: place[0], default=None)
        if best is None:
            still_left.append(number)
            continue
        _, given_up, made = best
        boards = [*(board for board in boards if board is not given_up), made]
    return boards, tuple(still_left)


_Costs = Mapping[tuple[int, int], tuple[int, ...]]
_Place = tuple[tuple[int, ...], NightBoard | None, NightBoard]


def _second_boards(
    told: _Told, boards: list[NightBoard], number: int, costs: _Costs
) -> Iterator[_Place]:
    """Yields the games with those who take a second board, and what each costs."""
    seated = [player for board in boards for player in board.players]
    for other in sorted(set(seated)):
        pair = pair_key(number, other)
        player = told.here[other]
        if player.takes_two and seated.count(other) == 1 and pair in costs:
            made = told.board(pair, "odd.two_boards")
            yield (player.doubles, *costs[pair]), None, made


def _third_chairs(
    told: _Told, boards: list[NightBoard], number: int, costs: _Costs
) -> Iterator[_Place]:
    """Yields the games that can become games of three, with what that costs: no settled ones."""
    for board in boards:
        pairs = [pair_key(number, board.one), pair_key(number, board.two)]
        terms = common_terms(*(told.here[player] for player in (number, *board.players)))
        if not board.reason.rule and terms is not None and all(pair in costs for pair in pairs):
            total = tuple(a + b for a, b in zip(*(costs[pair] for pair in pairs), strict=True))
            reason = replace(board.reason, rule="odd.three_handed", alternative=None)
            made = replace(board, third=number, terms=terms, reason=reason)
            yield (*total, board.one), board, made
