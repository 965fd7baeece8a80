"""Gibsons: what is clinched, because nobody below can catch it and it can catch nobody above.

With R rounds left, in each of which a game can change the spread of a side by the gibson spread G,
a lead of fewer than R wins can always be made up; a lead of just R wins only by spread, of which
the two can make up 2 x G x R between them. Whether a spread lead of exactly that is clinched
differs: by the NASPA director manual since 2017 it is, by the definition that COP uses it is not.
`GibsonRules.equality_clinches` says which holds. Where a tie-break ranks before spread, nothing
limits what a game does to it: then only wins clinch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tournaments.pairing.position import PairingPlayer, PairingPosition, placed
from tournaments.pairing.terms.prizes import GibsonRules, Prizes, places_played_for


def can_catch(
    leader: PairingPlayer,
    chaser: PairingPlayer,
    *,
    rounds_left: int,
    allowance: int,
    equality_clinches: bool = False,
) -> bool:
    """Returns whether the lower placed `chaser` can still draw level with or pass the `leader`.

    `allowance` is the spread that the two can make up between them in all rounds left. Of two with
    as many wins the one with fewer losses is ahead, as in the standings; only who missed rounds
    without a loss has fewer. Where a tie-break ranks, a lead in it can be made up in any game.
    """
    lead = leader.half_wins - chaser.half_wins
    if lead != 2 * rounds_left:
        return lead < 2 * rounds_left
    fewer = leader.games_counted - chaser.games_counted
    if fewer:
        return fewer > 0
    if leader.tie_breaks and rounds_left:
        return True
    if leader.tie_breaks != chaser.tie_breaks:
        return False
    behind = leader.spread - chaser.spread
    return behind < allowance or (behind == allowance and not equality_clinches)


def gibsonized_ranks(
    ranked: Sequence[PairingPlayer], *, rounds_left: int, prizes: Prizes, rules: GibsonRules
) -> tuple[int, ...]:
    """Returns the clinched ranks, from 1, of players in rank order.

    Only ranks with a prize (`places_played_for`), or in a run of equivalent ranks, can be clinched.
    Ranks of a run are clinched together, once nobody below can enter the run and nobody in it can
    leave it upwards.
    `rounds_left` are those without a result that counts, also where they are paired.
    """
    crossed = _crossed(ranked, rounds_left, rules)
    places = places_played_for(prizes, len(ranked))
    return tuple(
        rank
        for first, last in _runs(len(ranked), places, rules.equivalent)
        if not crossed[first - 1] and not crossed[last]
        for rank in range(first, last + 1)
    )


def position_gibsons(position: PairingPosition) -> tuple[int, ...]:
    """Returns the clinched ranks of a position, as those who take a place are ranked.

    There are none where the position does not say how many rounds go.
    """
    if not position.total_rounds:
        return ()
    return gibsonized_ranks(
        placed(position.players),
        rounds_left=position.rounds_left,
        prizes=position.prizes,
        rules=position.gibson,
    )


def without_prospects(
    ranked: Sequence[PairingPlayer], *, rounds_left: int, prizes: Prizes, rules: GibsonRules
) -> tuple[int, ...]:
    """Returns the numbers of those who can no longer win a prize, the best placed first."""
    places = places_played_for(prizes, len(ranked))
    last = max((places, *(end for _, end in rules.equivalent)))
    hopeful = _within_reach(ranked, last, rounds_left, rules)
    for name, many in prizes.classes:
        members = [player for player in ranked if player.prize_class == name]
        hopeful |= _within_reach(members, many, rounds_left, rules)
    return tuple(player.number for player in ranked if player.number not in hopeful)


def _within_reach(
    ranked: Sequence[PairingPlayer], places: int, rounds_left: int, rules: GibsonRules
) -> set[int]:
    """Returns who stands in the first places or can catch the last of those who do."""
    inside = min(places, len(ranked))
    reaching = {player.number for player in ranked[:inside]}
    for player in ranked[inside:] if inside else ():
        if _catches(ranked[inside - 1], player, rounds_left, rules):
            reaching.add(player.number)
    return reaching


def _crossed(
    ranked: Sequence[PairingPlayer], rounds_left: int, rules: GibsonRules
) -> tuple[bool, ...]:
    """Returns whether the border below each rank can still be crossed; the one above 1 is first."""
    between = [_catches(upper, lower, rounds_left, rules) for upper, lower in pairwise(ranked)]
    return (False, *between, False) if ranked else (False,)


def _catches(
    leader: PairingPlayer, chaser: PairingPlayer, rounds_left: int, rules: GibsonRules
) -> bool:
    return can_catch(
        leader,
        chaser,
        rounds_left=rounds_left,
        allowance=rules.allowance(rounds_left),
        equality_clinches=rules.equality_clinches,
    )


def _runs(
    players: int, places: int, equivalent: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Returns the runs of ranks that are played for, first and last, from the top."""
    runs = []
    rank = 1
    for first, last in (*sorted(equivalent), (players + 1, players + 1)):
        runs += [(single, single) for single in range(rank, min(first, places + 1))]
        if max(first, rank) <= min(last, players):
            runs.append((max(first, rank), min(last, players)))
        rank = max(rank, last + 1)
    return [(first, last) for first, last in runs if last <= players]
