"""Who gets the odd bye: the policies, and whom the rules of a division would rather spare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.pairing.position import ByePolicy, PairingPlayer, rank_order
from tournaments.pairing.terms.rules import PairingRules


def bye_order(ranked: Sequence[PairingPlayer], policy: ByePolicy, rounds_to_go: int) -> list[int]:
    """Returns the places of those who take the odd bye, the first choice first.

    `ranked` are the players best first, and `rounds_to_go` counts this round in. Fewer byes come
    before more, but for `always_bottom`; of equally many:

    * `bottom_up`: from the lowest ranked up; `top_down`: from the highest ranked down;
    * `always_bottom`: from the lowest ranked up, whoever had a bye before;
    * `german`: the first choice is the n-th from the bottom, n rounds from the end, and the others
      follow by how near they are to him, lower ranks before higher. Where the number of rounds is
      not known (`rounds_to_go` below 1) it is the lowest.

    Source: the bye methods of tsh.
    """
    upwards = [at for at in reversed(range(len(ranked))) if ranked[at].takes_bye]
    if policy == "always_bottom":
        return upwards
    order = []
    for byes in sorted({ranked[at].byes for at in upwards}):
        equal = [at for at in upwards if ranked[at].byes == byes]
        if policy == "top_down":
            equal.reverse()
        elif policy == "german":
            choice = equal[min(max(rounds_to_go, 1), len(equal)) - 1]
            equal.sort(key=lambda at: (abs(at - choice), -at))
        order += equal
    return order


def bye_takers(
    players: Iterable[PairingPlayer], rules: PairingRules, round_number: int
) -> frozenset[int]:
    """Returns the numbers of those who may get the odd bye in a round by the rules of a division.

    They take a bye, have a rating where newcomers are spared, and in round 1, where the lowest seed
    is spared, are not that one. A wish that would leave nobody is dropped: the newcomers come
    first to be spared, then the lowest seed.
    """
    ranked = rank_order(players)
    takers = [player for player in ranked if player.takes_bye]
    if rules.bye_spares_newcomers:
        takers = [player for player in takers if player.rating] or takers
    if rules.bye_spares_first and round_number == 1:
        takers = [player for player in takers if player is not ranked[-1]] or takers
    return frozenset(player.number for player in takers)
