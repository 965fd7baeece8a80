"""The position before a pairing: the players, their records, and their meetings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from games.engine.tie_breaks.tie_break import Value
from tournaments.pairing.errors import PairingError
from tournaments.pairing.schedule import Schedule
from tournaments.pairing.terms.prizes import NO_PRIZES, USUAL_GIBSONS, GibsonRules, Prizes
from tournaments.standings.ranking import Listing, Record, listing_key, record_key

ByePolicy = Literal["bottom_up", "top_down", "always_bottom", "german"]
BYE_POLICIES: tuple[ByePolicy, ...] = ("bottom_up", "top_down", "always_bottom", "german")


@dataclass(frozen=True, slots=True)
class PairingPlayer:
    """A player to be paired, with the record that counts for this round.

    `number` is the entry number. `half_wins` and `half_losses` count 2 for a game and 1 for a tie.
    `byes`, `firsts` and `seconds` are those of all published rounds before, also of rounds whose
    results do not count yet. Without `takes_bye` the odd bye goes to somebody else. `rating` is 0
    for the unrated; `prize_class` and `team` are empty without one. A player not `ranked`
    is a house player: they play and take no place, so that they neither clinch nor win one.
    `tie_breaks` are the figures that rank before the spread, for all players the same ones.
    """

    number: int
    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0
    byes: int = 0
    firsts: int = 0
    seconds: int = 0
    takes_bye: bool = True
    rating: int = 0
    prize_class: str = ""
    team: str = ""
    ranked: bool = True
    tie_breaks: tuple[Value, ...] = ()
    random_number: int = 0

    @property
    def record(self) -> Record:
        """The sort key of the player's record, smaller is better."""
        return record_key(self.half_wins, self.half_losses, self.tie_breaks, self.spread)

    @property
    def listing(self) -> Listing:
        """The sort key among equal records, smaller is better."""
        return listing_key(self.rating, self.random_number, self.number)

    @property
    def games_counted(self) -> int:
        """Twice the number of rounds of which the player has a win, a loss or a tie."""
        return self.half_wins + self.half_losses

    @property
    def balance(self) -> int:
        """Firsts less seconds."""
        return self.firsts - self.seconds


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of a published round before this one, played or not."""

    round: int
    one: int
    two: int


@dataclass(frozen=True)
class PairingPosition:
    """Everything that the pairing of one round depends on; the order of no row matters but `table`.

    `players` are exactly those to be paired. `meetings` may name others, who left. `table` holds
    the slots of a round robin in order, with those who no longer play, and `table_round` says which
    round of that table is wanted, from 1. `fixed` pairs and `fixed_byes` stand whatever the method
    says. Two who are named in `apart` never meet. `pending` are the games without a result in the
    round after `based_on`, whose other results are in the records of those who played them.
    `fixed_ahead` are pairs (round, one, two) for the rounds of a block that begins with this round.
    """

    round_number: int
    players: tuple[PairingPlayer, ...]
    meetings: tuple[Meeting, ...] = ()
    table: tuple[int, ...] = ()
    table_round: int = 1
    fixed: tuple[tuple[int, int], ...] = ()
    fixed_byes: tuple[int, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    avoid: tuple[tuple[int, int], ...] = ()
    total_rounds: int = 0
    based_on: int | None = None
    pending: tuple[tuple[int, int], ...] = ()
    bye_policy: ByePolicy = "bottom_up"
    prizes: Prizes = NO_PRIZES
    gibson: GibsonRules = USUAL_GIBSONS
    schedule: Schedule | None = None
    fixed_ahead: tuple[tuple[int, int, int], ...] = ()

    @property
    def rounds_left(self) -> int:
        """The rounds whose results do not count yet, those among them that are paired included."""
        counted = self.round_number - 1 if self.based_on is None else self.based_on
        return max(0, self.total_rounds - counted)

    @property
    def rounds_to_go(self) -> int:
        """The rounds still to be paired, this one included; below 1 where that is not known."""
        return self.total_rounds - self.round_number + 1


def rank_order(players: Iterable[PairingPlayer]) -> tuple[PairingPlayer, ...]:
    """Returns the players best first, in the order of the standings."""
    return tuple(sorted(players, key=lambda player: (player.record, player.listing)))


def placed(players: Iterable[PairingPlayer]) -> tuple[PairingPlayer, ...]:
    """Returns those who take a place, best first: in rank order, without house players."""
    return rank_order(player for player in players if player.ranked)


def check_position(position: PairingPosition) -> None:
    """Raises PairingError where the position contradicts itself.

    Codes: `position.round` (round), `position.table_round` (round), `player.twice` (number),
    `player.unknown` (number) of a fixed pair or bye, `pairing.own_opponent` (number),
    `pairing.fixed_twice` (number), `meeting.round` (round, one, two) of a round that is not before
    this one, `table.twice` (number), `pending.twice` (number).
    """
    if position.round_number < 1:
        raise PairingError("position.round", round=position.round_number)
    if position.table_round < 1:
        raise PairingError("position.table_round", round=position.table_round)
    meetings = ((meeting.one, meeting.two) for meeting in position.meetings)
    pairs = (*position.fixed, *position.apart, *position.avoid, *position.pending)
    for one, two in (*pairs, *meetings):
        if one == two:
            raise PairingError("pairing.own_opponent", number=one)
    for meeting in position.meetings:
        if not 1 <= meeting.round < position.round_number:
            raise PairingError(
                "meeting.round", round=meeting.round, one=meeting.one, two=meeting.two
            )
    fixed = [*(number for pair in position.fixed for number in pair), *position.fixed_byes]
    players = _once((player.number for player in position.players), "player.twice")
    for number in sorted(_once(fixed, "pairing.fixed_twice") - players):
        raise PairingError("player.unknown", number=number)
    _once(position.table, "table.twice")
    _once((number for pair in position.pending for number in pair), "pending.twice")


def _once(numbers: Iterable[int], code: str) -> set[int]:
    """Returns the numbers as a set; raises PairingError `code` for one that comes twice."""
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            raise PairingError(code, number=number)
        seen.add(number)
    return seen


def pair_key(one: int, two: int) -> tuple[int, int]:
    """Returns the two numbers, lower first."""
    return (one, two) if one < two else (two, one)
