"""The slip detective: from what cards say, which slip was probably entered wrong, and how.

A card's total that differs from ours has a cause, most of them one of a few. Every correction that
makes a card agree, and contradicts none of the other cards, is a suspicion. Those that explain more
cards come first, then the likelier fault (`faults`), then the likelier score: one as others of the
division scored.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.detective.faults import WEIGHTS, Mishap, mishaps, repeated
from tournaments.detective.slips import (
    CardDifference,
    CardSlip,
    CardTotal,
    Counting,
    Granted,
    SlipFault,
    Suspicion,
)

NEAR: Final = 30
"""Scores at most so far away make a score likely."""
MOST: Final = 20
"""So many suspicions are worth looking at."""
Effects = Mapping[tuple[int, int], tuple[int, int]]
"""What a correction changes, by entry and round: spread, half wins."""


def differences(
    slips: Iterable[CardSlip],
    granted: Iterable[Granted],
    cards: Iterable[CardTotal],
    caps: Counting | None = None,
) -> tuple[CardDifference, ...]:
    """Returns how each card differs from what was entered, in the order of the cards."""
    caps = caps or {}
    counted_for: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for slip in slips:
        for entry in slip.entries:
            counted_for[entry].append((slip.round, *_credit(slip, entry, caps)))
    for one in granted:
        counted_for[one.entry].append((one.round, one.spread, one.half_wins))
    found = []
    for card in cards:
        counted = [row for row in counted_for[card.entry] if row[0] <= card.after]
        spread = card.spread - sum(row[1] for row in counted)
        half_wins = sum(row[2] for row in counted)
        claimed = half_wins if card.half_wins is None else card.half_wins
        found.append(CardDifference(card, spread, claimed - half_wins))
    return tuple(found)


def suspicions(
    slips: Sequence[CardSlip],
    granted: Iterable[Granted],
    cards: Iterable[CardTotal],
    caps: Counting | None = None,
) -> tuple[Suspicion, ...]:
    """Returns what would explain the cards, the likeliest first; nothing where all agree.

    Where no single fault explains a card, two faults in the games of its player are tried.
    """
    caps = caps or {}
    differ = differences(slips, granted, cards, caps)
    wrong = [one for one in differ if one.is_wrong]
    if not wrong:
        return ()
    by_card = sorted(differ)
    plausible = _Plausible(slips)
    events = list(mishaps(slips, {one.card.entry for one in wrong}))
    found = [
        _suspicion(event, explained, plausible)
        for event in events
        if (explained := _explained(_effects(event, caps), by_card))
    ]
    found += _repeats(slips, wrong, differ, plausible)
    explained_cards = {card for one in found for card in one.explains}
    for one in wrong:
        if one.card not in explained_cards:
            found += _two_faults(events, one, by_card, plausible, caps)
    return tuple(sorted(found, key=_order)[:MOST])


def _order(one: Suspicion) -> tuple[int, int, tuple[CardSlip, ...], tuple[CardSlip, ...]]:
    return -len(one.explains), -one.weight, one.slips, one.right


def _credit(slip: CardSlip, entry: int, caps: Counting) -> tuple[int, int]:
    own, other = slip.seen_by(entry)
    margin = own - other
    cap = caps.get(slip.round)
    spread = margin if cap is None else max(-cap, min(cap, margin))
    return spread, 1 + (margin > 0) - (margin < 0)


def _effects(event: Mishap, caps: Counting) -> Effects:
    changed: dict[tuple[int, int], tuple[int, int]] = {}
    for slip, right in zip(event.slips, event.right, strict=True):
        for entry in slip.entries:
            before, after = _credit(slip, entry, caps), _credit(right, entry, caps)
            delta = after[0] - before[0], after[1] - before[1]
            known = changed.get((entry, slip.round), (0, 0))
            changed[entry, slip.round] = known[0] + delta[0], known[1] + delta[1]
    return changed


def _explained(effects: Effects, differ: Iterable[CardDifference]) -> frozenset[CardTotal]:
    """Returns the cards that agree after a correction; none where it contradicts another one."""
    explained = set()
    for one in differ:
        spread = half_wins = 0
        for (entry, round_), delta in effects.items():
            if entry == one.card.entry and round_ <= one.card.after:
                spread, half_wins = spread + delta[0], half_wins + delta[1]
        told = one.card.half_wins is not None
        if spread or (half_wins and told):
            if spread != one.spread or (told and half_wins != one.half_wins):
                return frozenset()
            explained.add(one.card)
    return frozenset(explained)


def _suspicion(event: Mishap, explained: frozenset[CardTotal], plausible: _Plausible) -> Suspicion:
    weight = event.weight * plausible.of(event.slips, event.right)
    return Suspicion(event.fault, event.slips, event.right, explained, weight)


def _repeats(
    slips: Sequence[CardSlip],
    wrong: Iterable[CardDifference],
    differ: Sequence[CardDifference],
    plausible: _Plausible,
) -> list[Suspicion]:
    """Returns the slips that repeat another one and whose right spread all cards agree about."""
    found = []
    for one in wrong:
        for slip, weight in repeated(slips, one.card.entry):
            if slip.round > one.card.after:
                continue
            sign = 1 if one.card.entry == slip.first else -1
            spread = slip.first_score - slip.second_score + sign * one.spread
            won = _sign(spread) - _sign(slip.first_score - slip.second_score)
            effects = {
                (slip.first, slip.round): (sign * one.spread, won),
                (slip.second, slip.round): (-sign * one.spread, -won),
            }
            if explained := _explained(effects, differ):
                likely = weight * plausible.most
                found.append(Suspicion(SlipFault.REPEATED, (slip,), (), explained, likely, spread))
    return list(dict.fromkeys(found))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _two_faults(
    events: Iterable[Mishap],
    one: CardDifference,
    differ: Sequence[CardDifference],
    plausible: _Plausible,
    caps: Counting,
) -> list[Suspicion]:
    """Returns pairs of likely faults of single slips that together explain a card."""
    own = [
        event
        for event in events
        if event.fault in (SlipFault.SWAPPED, SlipFault.TRANSPOSED)
        and one.card.entry in event.slips[0].entries
        and event.slips[0].round <= one.card.after
    ]
    found = []
    for left, right in combinations(own, 2):
        if left.slips == right.slips:
            continue
        both = Mishap(
            left.fault,
            left.slips + right.slips,
            left.right + right.right,
            max(1, left.weight * right.weight // WEIGHTS[SlipFault.SWAPPED] // 100),
        )
        explained = _explained(_effects(both, caps), differ)
        if one.card in explained:
            found.append(_suspicion(both, explained, plausible))
    return found


class _Plausible:
    """How likely scores are: by how many scores of the division are near them."""

    def __init__(self, slips: Iterable[CardSlip]) -> None:
        self._scores = sorted(
            score for slip in slips for score in (slip.first_score, slip.second_score)
        )
        self.most = 1 + max((self._near(score) for score in set(self._scores)), default=0)

    def of(self, slips: Iterable[CardSlip], right: Iterable[CardSlip]) -> int:
        """Returns how likely the least likely of the scores that a correction would bring is."""
        changed = [
            score
            for slip, meant in zip(slips, right, strict=True)
            for was, score in zip(_scores_of(slip), _scores_of(meant), strict=True)
            if was != score
        ]
        return 1 + min((self._near(score) for score in changed), default=0)

    def _near(self, score: int) -> int:
        return bisect_right(self._scores, score + NEAR) - bisect_left(self._scores, score - NEAR)


def _scores_of(slip: CardSlip) -> tuple[int, int]:
    return slip.first_score, slip.second_score
