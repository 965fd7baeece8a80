"""The players who can still come first, and what it takes: certain, without any simulation."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing.contention.contest import (
    Contest,
    least_ahead,
    most_behind,
)
from tournaments.pairing.contention.reach import ranks_in_reach
from tournaments.pairing.position import PairingPlayer
from tournaments.standings.ranking import shared_key


class OutlookState(StrEnum):
    """A player's outlook on first place.

    CLINCHED: nobody can catch them. IN_CONTROL: by winning all games they are first, whatever the
    others do. NEEDS_HELP: they can be first, but not by their own games alone. OUT: they cannot.
    """

    CLINCHED = "clinched"
    IN_CONTROL = "in_control"
    NEEDS_HELP = "needs_help"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Rival:
    """The need of a player who wins everything: the rival makes at most `half_wins` more.

    With just that many the two have as many wins, and the spread decides: `behind` is by how
    much the player is behind in it now (below 0: ahead), None where it does not come into it.
    """

    number: int
    half_wins: int
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class Threat:
    """A rival who passes a player that loses the only game left, by winning.

    `lead` is what the two games have to make up of the spread together, None where the win is
    enough.
    """

    number: int
    lead: int | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """The conditions for coming first.

    `own_wins` is with how many own wins it is certain whatever else happens, None where no
    number is enough; 0 says it is certain already. `rivals` are those who stand in the way of a
    player who wins everything, `threats` those who pass one who is first by winning the only game
    left, if they lose it. `meets` is who of either they are sure to meet in the only round left.
    `by` is the key of the tie-break that decides between equal wins and is told of them, empty
    where the spread does.
    """

    own_wins: int | None = None
    rivals: tuple[Rival, ...] = ()
    threats: tuple[Threat, ...] = ()
    meets: int | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A player with the best and the worst rank in reach. `rank` is shared by equal records."""

    player: PairingPlayer
    rank: int
    best: int
    worst: int
    state: OutlookState
    need: Need


def outlooks(contest: Contest) -> tuple[Outlook, ...]:
    """Returns the outlook of every player in rank order; the order of the players is no matter."""
    shared = [
        shared_key(player.record, player.rating, before_play=contest.before_play)
        for player in contest.ranked
    ]
    return tuple(
        _outlook(contest, player, 1 + bisect_left(shared, own))
        for player, own in zip(contest.ranked, shared, strict=True)
    )


def certain_ranks(contest: Contest) -> tuple[tuple[int, PairingPlayer], ...]:
    """Returns the ranks that are certain among the places that are clinched, with their players.

    It is much cheaper than all outlooks.
    """
    ranks = []
    for place in sorted(contest.clinched):
        player = contest.ranked[place]
        best, worst = ranks_in_reach(contest, player)
        if best == worst:
            ranks.append((best, player))
    return tuple(ranks)


def _outlook(contest: Contest, player: PairingPlayer, rank: int) -> Outlook:
    if not contest.rounds_left:
        state = OutlookState.CLINCHED if rank == 1 else OutlookState.OUT
        return Outlook(player, rank, rank, rank, state, Need(0 if rank == 1 else None))
    best, worst = ranks_in_reach(contest, player)
    need = _need(contest, player, best, worst)
    if worst == 1:
        state = OutlookState.CLINCHED
    elif best > 1:
        state = OutlookState.OUT
    else:
        state = OutlookState.NEEDS_HELP if need.own_wins is None else OutlookState.IN_CONTROL
    return Outlook(player, rank, best, worst, state, need)


def _need(contest: Contest, player: PairingPlayer, best: int, worst: int) -> Need:
    if worst == 1:
        return Need(0)
    if best > 1:
        return Need()
    rivals = [rival for rival in contest.ranked if rival.number != player.number]
    own = next(
        (
            wins
            for wins in range(1, contest.rounds_left + 1)
            if all(_is_held(contest, player, rival, wins) for rival in rivals)
        ),
        None,
    )
    last = contest.rounds_left == 1
    if own is not None:
        threats = tuple(_threats(contest, player, rivals)) if last else ()
        met = _met(contest, player, (t.number for t in threats))
        return Need(own, (), threats, met, contest.ranks_by)
    in_reach = tuple(
        _rival_limit(contest, player, rival)
        for rival in rivals
        if not _is_held(contest, player, rival, contest.rounds_left)
    )
    met = _met(contest, player, (rival.number for rival in in_reach))
    return Need(None, in_reach, (), met, contest.ranks_by)


def _met(contest: Contest, player: PairingPlayer, numbers: Iterable[int]) -> int | None:
    """Returns whom of these the player is sure to meet in the only round left."""
    if contest.rounds_left != 1:
        return None
    return next((n for n in numbers if contest.meetings_left(player.number, n)), None)


def _threats(
    contest: Contest, player: PairingPlayer, rivals: Iterable[PairingPlayer]
) -> Iterator[Threat]:
    """Yields who passes the player by winning when the player loses the only game left."""
    for rival in rivals:
        if least_ahead(contest, player, rival) is not None:
            level = rival.half_wins + 2 == player.half_wins
            open_to = level and rival.games_counted == player.games_counted
            yield Threat(rival.number, _ahead(player, rival) if open_to else None)


def _is_held(contest: Contest, player: PairingPlayer, rival: PairingPlayer, wins: int) -> bool:
    """Returns whether the rival ends behind the player who makes so many wins, whatever happens.

    The player may lose every other game, first of all those against this rival.
    """
    games = contest.rounds_left
    lost_to_rival = min(contest.meetings_left(player.number, rival.number), games - wins)
    beaten = contest.meetings_left(player.number, rival.number) - lost_to_rival
    lead = player.half_wins + 2 * wins - rival.half_wins - 2 * (games - beaten)
    if lead:
        return lead > 0
    if player.games_counted != rival.games_counted:
        return player.games_counted < rival.games_counted
    if contest.ranks_by:
        return False
    least = player.spread + wins - contest.game_spread * (games - wins)
    most = rival.spread + contest.game_spread * (games - beaten) - beaten
    return least > most


def _rival_limit(contest: Contest, player: PairingPlayer, rival: PairingPlayer) -> Rival:
    met = contest.meetings_left(player.number, rival.number)
    made = min(most_behind(contest, player, rival) or 0, 2 * (contest.rounds_left - met))
    level = rival.half_wins + made == player.half_wins + contest.most
    open_to = level and player.games_counted == rival.games_counted
    return Rival(rival.number, made, _ahead(rival, player) if open_to else None)


def _ahead(one: PairingPlayer, two: PairingPlayer) -> int:
    """Returns by how much one is ahead of two in what decides between equal wins."""
    if one.tie_breaks and two.tie_breaks:
        return one.tie_breaks[0].points - two.tie_breaks[0].points
    return one.spread - two.spread
