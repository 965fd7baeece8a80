"""Invented rounds, and slips of them that went wrong on their way into the list."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.detective.slips import CardSlip, CardTotal, SlipFault

KINDS = (
    SlipFault.SWAPPED,
    SlipFault.TRANSPOSED,
    SlipFault.OTHER_BOARD,
    SlipFault.OTHER_ROUND,
    SlipFault.REPEATED,
)


def rounds_of(dice: Random, players: int, rounds: int) -> list[CardSlip]:
    """Returns the slips of an event whose pairings and scores are drawn."""
    skill = {player: dice.gauss(0, 25) for player in range(1, players + 1)}
    slips = []
    for number in range(1, rounds + 1):
        order = list(skill)
        dice.shuffle(order)
        for board in range(players // 2):
            one, two = order[2 * board : 2 * board + 2]
            scores = (
                max(150, round(dice.gauss(400 + skill[a] - skill[b] / 2, 55)))
                for a, b in ((one, two), (two, one))
            )
            slips.append(CardSlip(number, board + 1, one, two, *scores))
    return slips


def planted(
    dice: Random, slips: Sequence[CardSlip], fault: SlipFault
) -> tuple[CardSlip, list[CardSlip]]:
    """Returns a slip that went wrong in this way, as it should be, and what was then entered."""
    while True:
        slip = dice.choice(slips)
        wrong = _wrong(dice, slips, slip, fault)
        entered = [wrong.get((one.round, one.board), one) for one in slips]
        if entered != list(slips):
            return slip, entered


def _wrong(
    dice: Random, slips: Sequence[CardSlip], slip: CardSlip, fault: SlipFault
) -> dict[tuple[int, int], CardSlip]:
    entry = dice.choice(slip.entries)
    own, other = slip.seen_by(entry)
    place = slip.round, slip.board
    if fault is SlipFault.SWAPPED:
        return {place: slip.with_scores(entry, other, own)}
    if fault is SlipFault.TRANSPOSED:
        digits, at = str(own), dice.randrange(2)
        typed = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        return {place: slip.with_scores(entry, int(typed), other)}
    if fault is SlipFault.OTHER_BOARD:
        two = dice.choice([one for one in slips if one.round == slip.round and one != slip])
        return {
            place: slip.with_scores(slip.first, two.first_score, two.second_score),
            (two.round, two.board): two.with_scores(two.first, slip.first_score, slip.second_score),
        }
    two = dice.choice([one for one in slips if entry in one.entries and one != slip])
    mixed = {place: slip.with_scores(entry, *two.seen_by(entry))}
    if fault is SlipFault.OTHER_ROUND:
        mixed[two.round, two.board] = two.with_scores(entry, own, other)
    elif two.round > slip.round:
        return {}
    return mixed


def card(slips: Sequence[CardSlip], entry: int, after: int) -> CardTotal:
    """Returns what the card of a player says who added up rightly."""
    margins = [
        own - other
        for slip in slips
        if entry in slip.entries and slip.round <= after
        for own, other in (slip.seen_by(entry),)
    ]
    wins = sum(1 + (margin > 0) - (margin < 0) for margin in margins)
    return CardTotal(entry, after, sum(margins), wins)


def cards_that_differ(
    slips: Sequence[CardSlip], entered: Sequence[CardSlip], after: int
) -> list[CardTotal]:
    """Returns the cards of all whose total is not what was entered."""
    entries = sorted({entry for slip in slips for entry in slip.entries})
    told = [card(slips, entry, after) for entry in entries]
    return [one for one in told if one != card(entered, one.entry, after)]
