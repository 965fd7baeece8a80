"""Why somebody won a prize, or nobody has: a sentence or two for every award."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.phrases import listed, numeral, phrase, phrase_count
from core.wording import ordinal, record, signed
from tournaments.prizing.claims import CLOSEST_LOSSES, FINE
from tournaments.prizing.records import (
    Contestant,
    CountedGame,
    Prize,
    PrizeAward,
    PrizeClaim,
    PrizeKind,
    Share,
)


@dataclass(frozen=True, slots=True)
class Told:
    """What reasons are worded from: the names of entries and the figures of contestants, by key."""

    names: Mapping[int, str]
    contestants: Mapping[int, Contestant]

    def listed(self, keys: Sequence[int]) -> str:
        """Returns the names of these entries as people list them."""
        return listed(self.names[key] for key in keys)


def why(award: PrizeAward, told: Told) -> str:
    """Returns why a prize was won as it was, or why nobody has won it."""
    if not award.winners:
        return _why_nobody(award)
    # The two of a game by its combined score have one and the same reason.
    said = list(dict.fromkeys(_claim(award, share, told) for share in award.winners))
    if award.tied:
        said.append(_tie(award, told))
    if award.passed:
        names = told.listed(award.passed)
        said.append(
            phrase("Passed over, with a prize that excludes this one: {names}.", names=names)
            if award.prize.exclusive
            else phrase("Passed over, with a more valuable prize: {names}.", names=names)
        )
    return " ".join(str(one) for one in said)


def _claim(award: PrizeAward, share: Share, told: Told) -> str:
    assert share.claim is not None
    return _SAID[award.prize.kind](share.claim, award.prize, told)


def _tie(award: PrizeAward, told: Told) -> str:
    names = told.listed(award.tied)
    if award.drawn:
        return phrase("Equal were {names}; a draw decided.", names=names)
    if award.pooled:
        return phrase_count(
            "Equal were {names}: {count} prize was pooled and split.",
            "Equal were {names}: {count} prizes were pooled and split equally.",
            count=len(award.pooled),
            names=names,
        )
    if award.prize.is_money:
        return phrase("Equal were {names}: the prize was split equally.", names=names)
    if len(award.winners) > 1:
        return phrase("Equal were {names}: each gets one.", names=names)
    return phrase("Equal were {names}: the first of them gets it.", names=names)


def _by_place(claim: PrizeClaim, prize: Prize, told: Told) -> str:
    one = told.contestants[claim.key]
    said = {
        "name": told.names[claim.key],
        "record": record(one.half_wins, one.half_losses),
        "spread": signed(one.spread),
    }
    if not prize.division:
        return phrase("{name} has {record} and a spread of {spread}.", **said)
    return phrase(
        "{name} is {place} in division {division}, with {record} and a spread of {spread}.",
        place=ordinal(claim.value),
        division=one.division,
        **said,
    )


def _spread(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    return phrase(
        "{name} has a spread of {spread}.",
        name=told.names[claim.key],
        spread=signed(claim.value),
    )


def _overseed(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    one = told.contestants[claim.key]
    return phrase(
        "{name} was seeded {seed} and is {place}.",
        name=told.names[claim.key],
        seed=ordinal(one.seed),
        place=ordinal(one.rank),
    )


def _win(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    return _of_game(claim.games[0], told)


def _of_game(game: CountedGame, told: Told) -> str:
    return phrase(
        "{winner} beat {loser} {score}–{against} in round {round}.",
        winner=told.names[game.winner],
        loser=told.names[game.loser],
        score=game.score,
        against=game.against,
        round=game.round,
    )


def _loss(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    game = claim.games[0]
    return phrase(
        "{loser} lost to {winner} {against}–{score} in round {round}.",
        winner=told.names[game.winner],
        loser=told.names[game.loser],
        score=game.score,
        against=game.against,
        round=game.round,
    )


def _combined(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    game = claim.games[0]
    return phrase(
        "{name} and {other} scored {total} together in round {round}.",
        name=told.names[game.winner],
        other=told.names[game.loser],
        total=claim.value,
        round=game.round,
    )


def _upset(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    game = claim.games[0]
    return phrase(
        "{winner}, rated {rating}, beat {loser}, rated {rating_against}, in round {round}.",
        winner=told.names[game.winner],
        loser=told.names[game.loser],
        rating=game.rating,
        rating_against=game.rating_against,
        round=game.round,
    )


def _tuff_luck(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    return phrase_count(
        "{name} lost the closest {count} game by {total}: {margins}.",
        "{name} lost the closest {count} games by {total} in all: {margins}.",
        count=len(claim.games),
        name=told.names[claim.key],
        total=claim.value,
        margins=", ".join(str(game.margin) for game in claim.games),
    )


def _session(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    wins, losses, spread = claim.record
    return phrase(
        "{name} has {record} and a spread of {spread} in these rounds.",
        name=told.names[claim.key],
        record=record(wins, losses),
        spread=signed(spread),
    )


def _team(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    wins, losses, spread = claim.record
    return phrase(
        "{name} is one of {count} of team {team}, which has {record} and a spread of {spread}.",
        name=told.names[claim.key],
        count=claim.value,
        team=claim.team,
        record=record(wins, losses),
        spread=signed(spread),
    )


def _average(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    return phrase_count(
        "{name} averages {average} in {count} game.",
        "{name} averages {average} in {count} games.",
        count=len(claim.games),
        name=told.names[claim.key],
        average=numeral(claim.value / FINE, ".2f"),
    )


def _drawn(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    return phrase("{name} was drawn.", name=told.names[claim.key])


def _named(claim: PrizeClaim, _prize: Prize, told: Told) -> str:
    return phrase("The director named {name}.", name=told.names[claim.key])


_SAID: dict[PrizeKind, Callable[[PrizeClaim, Prize, Told], str]] = {
    PrizeKind.PLACE: _by_place,
    PrizeKind.CLASS: _by_place,
    PrizeKind.NEWCOMER: _by_place,
    PrizeKind.BEST_SPREAD: _spread,
    PrizeKind.OVERSEED: _overseed,
    PrizeKind.HIGH_WIN: _win,
    PrizeKind.HIGH_LOSS: _loss,
    PrizeKind.LOW_WIN: _win,
    PrizeKind.HIGH_COMBINED: _combined,
    PrizeKind.LARGEST_WIN: _win,
    PrizeKind.UPSET: _upset,
    PrizeKind.TUFF_LUCK: _tuff_luck,
    PrizeKind.AVERAGE: _average,
    PrizeKind.SESSION: _session,
    PrizeKind.TEAM: _team,
    PrizeKind.BOUNTY: _win,
    PrizeKind.DOOR: _drawn,
    PrizeKind.CHOSEN: _named,
}


def _why_nobody(award: PrizeAward) -> str:
    prize = award.prize
    if prize.kind is PrizeKind.DOOR:
        return phrase("It has not been drawn yet.")
    if prize.kind is PrizeKind.CHOSEN:
        return phrase("The director has not named anybody yet.")
    if prize.kind is PrizeKind.TUFF_LUCK:
        return phrase_count(
            "Nobody has lost {count} game yet.",
            "Nobody has lost {count} games yet.",
            count=prize.games or CLOSEST_LOSSES,
        )
    if prize.prize_class:
        return phrase("No other player of class {name} has a claim.", name=prize.prize_class)
    return phrase("Nobody has a claim yet.")
