"""What prizes are called, and what they are worth in words."""

from __future__ import annotations

from core.money import amount_words
from core.phrases import phrase
from core.wording import ordinal
from tournaments.prizing.records import OneMoney, Prize, PrizeKind, ThingTies

KINDS: dict[PrizeKind, str] = {
    PrizeKind.PLACE: phrase("Place"),
    PrizeKind.CLASS: phrase("Best of a class"),
    PrizeKind.NEWCOMER: phrase("Best newcomer"),
    PrizeKind.BEST_SPREAD: phrase("Best spread"),
    PrizeKind.OVERSEED: phrase("Most places gained over the seeding"),
    PrizeKind.HIGH_WIN: phrase("Highest win"),
    PrizeKind.HIGH_LOSS: phrase("Highest loss"),
    PrizeKind.LOW_WIN: phrase("Lowest win"),
    PrizeKind.HIGH_COMBINED: phrase("Highest combined score"),
    PrizeKind.LARGEST_WIN: phrase("Largest win"),
    PrizeKind.UPSET: phrase("Greatest upset"),
    PrizeKind.TUFF_LUCK: phrase("Tuff luck"),
    PrizeKind.AVERAGE: phrase("Highest average score"),
    PrizeKind.SESSION: phrase("Best of some rounds"),
    PrizeKind.TEAM: phrase("Best team"),
    PrizeKind.BOUNTY: phrase("Bounty"),
    PrizeKind.DOOR: phrase("Door prize"),
    PrizeKind.CHOSEN: phrase("Chosen by the director"),
}
ONE_MONEY: dict[OneMoney, str] = {
    OneMoney.NO: phrase("As many prizes as they win"),
    OneMoney.STANDINGS: phrase("One in money for places, classes and newcomers; others besides"),
    OneMoney.ALL: phrase("One in money, the most valuable"),
}
THING_TIES: dict[ThingTies, str] = {
    ThingTies.DRAW: phrase("By a draw"),
    ThingTies.FIRST: phrase("To whoever the standings list first, or whose game was first"),
    ThingTies.EACH: phrase("One to each of them"),
}


def title_of(prize: Prize, target: str = "") -> str:
    """Returns what a prize is called: "2nd highest win, division A"; `target` has the bounty."""
    said = _for_what(prize, target)
    if prize.division:
        return phrase("{prize}, division {division}", prize=said, division=prize.division)
    return said


def worth_of(prize: Prize, currency: str) -> str:
    """Returns what a prize is: an amount, a thing, or an amount with a note."""
    if not prize.is_money:
        return prize.text or phrase("nothing yet")
    amount = amount_words(prize.amount, currency)
    return f"{amount}, {prize.text}" if prize.text else amount


def _for_what(prize: Prize, target: str) -> str:
    if prize.kind is PrizeKind.PLACE:
        return phrase("{place} place", place=ordinal(prize.place))
    if prize.kind is PrizeKind.BOUNTY:
        said = phrase("Bounty on {name}", name=target)
    elif prize.kind is PrizeKind.CLASS:
        said = phrase("Best of class {prize_class}", prize_class=prize.prize_class)
    else:
        said = KINDS[prize.kind]
    said = _ranged(said, prize)
    if prize.prize_class and prize.kind is not PrizeKind.CLASS:
        said = phrase("{prize} of class {prize_class}", prize=said, prize_class=prize.prize_class)
    if prize.place > 1:
        return phrase("{prize}, {place}", prize=said, place=ordinal(prize.place))
    return said


def _ranged(said: str, prize: Prize) -> str:
    """Returns what a prize is for with the rounds that count, where not all of them do."""
    first, last = prize.first_round or 1, prize.last_round
    if not prize.first_round and not last:
        return said
    if prize.kind is PrizeKind.SESSION:
        if not last:
            return phrase("Best from round {first} on", first=first)
        if first == last:
            return phrase("Best of round {round}", round=first)
        return phrase("Best of rounds {first} to {last}", first=first, last=last)
    if not last:
        return phrase("{prize} from round {first} on", prize=said, first=first)
    if first == last:
        return phrase("{prize} in round {round}", prize=said, round=first)
    return phrase("{prize} in rounds {first} to {last}", prize=said, first=first, last=last)
