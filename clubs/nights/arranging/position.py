"""A club night at one moment: who is here, who is free, and whom everybody has met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from core.errors import UserError
from core.phrases import phrase
from tournaments.pairing.errors import PairingError
from tournaments.pairing.position import (
    Meeting,
    PairingPlayer,
    PairingPosition,
    check_position,
    pair_key,
)
from tournaments.pairing.wording import in_words

ArrangedBy = Literal["record", "rating_band", "longest_not_met"]
OddPlayer = Literal["sits_out", "two_boards", "three_handed"]


@dataclass(frozen=True, slots=True, order=True)
class NightTerms:
    """The terms of a game: its lexicon, empty for the usual one of the club, and the minutes."""

    lexicon: str = ""
    minutes: int = 25


USUAL_TERMS = NightTerms()


@dataclass(frozen=True, slots=True)
class NightPlayer:
    """Somebody who is here, with tonight's record and what they would play, the dearest first.

    `number` is their entry number of the night. Half wins and losses count 2 for a game and 1 for
    a tie. `games` are those begun tonight, `sit_outs` the times nobody was left for them, `doubles`
    the times they played two boards, which they do only if they `takes_two`. `free_since` orders
    those who wait: the lower, the longer.
    """

    number: int
    rating: int = 0
    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0
    firsts: int = 0
    seconds: int = 0
    games: int = 0
    sit_outs: int = 0
    sat_out_last: bool = False
    doubles: int = 0
    takes_two: bool = False
    free_since: int = 0
    plays: tuple[NightTerms, ...] = (USUAL_TERMS,)


@dataclass(frozen=True, slots=True)
class LastMet:
    """How many nights of the club ago two met last, 1 for the night before this one."""

    one: int
    two: int
    nights_ago: int


@dataclass(frozen=True, slots=True)
class OwnChoice:
    """Whom a player chose for their first game of the night."""

    by: int
    opponent: int


@dataclass(frozen=True)
class NightPosition:
    """Everything that an arrangement depends on but the rules; the order of no row matters.

    `ordinal` says the how manyth arrangement of the night is wanted, from 1. `players` are those
    who are here, `busy` those of them who sit at a board. `meetings` are tonight's, by arrangement,
    and may name others, who left; two who are not in `last_met` met on no night before. `fixed`
    pairs stand whatever else is said. Two who are named in `apart` never meet.
    """

    ordinal: int
    players: tuple[NightPlayer, ...]
    busy: frozenset[int] = frozenset()
    meetings: tuple[Meeting, ...] = ()
    last_met: tuple[LastMet, ...] = ()
    choices: tuple[OwnChoice, ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()

    @property
    def free(self) -> tuple[NightPlayer, ...]:
        """Those who wait for a game."""
        return tuple(player for player in self.players if player.number not in self.busy)

    @property
    def choice_of(self) -> dict[int, int]:
        """The free opponents that free players chose, of those with no game yet."""
        fresh = {player.number for player in self.free if not player.games}
        free = {player.number for player in self.free}
        return {c.by: c.opponent for c in self.choices if c.by in fresh and c.opponent in free}

    @property
    def mutual(self) -> tuple[tuple[int, int], ...]:
        """The pairs of free players who chose each other, lower number first."""
        chosen, settled = self.choice_of, {number for pair in self.fixed for number in pair}
        return tuple(
            sorted(
                (by, opponent)
                for by, opponent in chosen.items()
                if by < opponent
                and chosen.get(opponent) == by
                and not settled & {by, opponent}
                and pair_key(by, opponent) not in self.kept_apart
            )
        )

    @property
    def kept_apart(self) -> frozenset[tuple[int, int]]:
        """The pairs that never meet, lower number first."""
        return frozenset(pair_key(one, two) for one, two in self.apart)

    def pairing(self, *, fixed: tuple[tuple[int, int], ...]) -> PairingPosition:
        """Returns the free players as the matching of tournaments takes them."""
        return PairingPosition(
            self.ordinal,
            tuple(_paired(player) for player in self.free),
            self.meetings,
            fixed=fixed,
            apart=self.apart,
        )


@dataclass(frozen=True, slots=True)
class ArrangingRules:
    """How a club arranges its games.

    `bands` are the lowest ratings of the bands, in any order; below all of them there is one more.
    `repeats` is how often two may have met tonight: None for as seldom as possible, a number for a
    limit that is never passed. `odd` says what becomes of who is left over.
    """

    by: ArrangedBy = "record"
    bands: tuple[int, ...] = ()
    repeats: int | None = None
    odd: OddPlayer = "sits_out"


def common_terms(*players: NightPlayer) -> NightTerms | None:
    """Returns the terms that all of them would play and that are dearest to them together."""
    shared = set(players[0].plays).intersection(*(player.plays for player in players[1:]))
    places = {terms: sum(player.plays.index(terms) for player in players) for terms in shared}
    return min(shared, key=lambda terms: (places[terms], terms), default=None)


def check_night(position: NightPosition, rules: ArrangingRules) -> None:
    """Raises UserError where the position or the rules contradict themselves.

    Codes: those of tournaments' `check_position` (player.twice, pairing.own_opponent, ...), and
    `night.busy`, `night.terms`, `night.apart`, `night.choice`, `night.bands`, `repeats.negative`.
    """
    try:
        check_position(position.pairing(fixed=()))
    except PairingError as fault:
        raise UserError(in_words(fault), code=fault.code) from None
    here = {player.number: player for player in position.players}
    if len(here) != len(position.players):
        raise _refused("player.twice", phrase("A player is listed twice among those who are here."))
    if not position.busy.isdisjoint(number for pair in position.fixed for number in pair):
        sentence = phrase("A settled pair names somebody who still plays.")
        raise _refused("night.busy", sentence, "fixed")
    try:
        check_position(position.pairing(fixed=position.fixed))
    except PairingError as fault:
        raise UserError(in_words(fault), code=fault.code, field="fixed") from None
    _check_fixed(position, here)
    _check_choices(position.choices)
    if rules.by == "rating_band" and not rules.bands:
        raise _refused("night.bands", phrase("Say at which rating a band begins."), "bands")
    if rules.repeats is not None and rules.repeats < 0:
        sentence = phrase("Players cannot have met less than 0 times.")
        raise _refused("repeats.negative", sentence, "repeats")


def _check_fixed(position: NightPosition, here: dict[int, NightPlayer]) -> None:
    for one, two in position.fixed:
        if common_terms(here[one], here[two]) is None:
            sentence = phrase("Players {one} and {two} would not play the same.", one=one, two=two)
            raise _refused("night.terms", sentence, "fixed")
        if pair_key(one, two) in position.kept_apart:
            sentence = phrase("Players {one} and {two} are to be kept apart.", one=one, two=two)
            raise _refused("night.apart", sentence, "fixed")


def _check_choices(choices: Iterable[OwnChoice]) -> None:
    choosers: set[int] = set()
    for choice in choices:
        if choice.by in choosers:
            sentence = phrase("Player {number} chose two opponents.", number=choice.by)
            raise _refused("night.choice", sentence, "choices")
        if choice.by == choice.opponent:
            sentence = phrase("Player {number} cannot be their own opponent.", number=choice.by)
            raise _refused("night.choice", sentence, "choices")
        choosers.add(choice.by)


def _paired(player: NightPlayer) -> PairingPlayer:
    return PairingPlayer(
        player.number,
        half_wins=player.half_wins,
        half_losses=player.half_losses,
        spread=player.spread,
        firsts=player.firsts,
        seconds=player.seconds,
        rating=player.rating,
    )


def _refused(code: str, sentence: str, field: str | None = None) -> UserError:
    return UserError(sentence, code=code, field=field)
