"""The policies for the odd bye."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.position import ByePolicy, PairingPlayer


def bye_order(ranked: Sequence[PairingPlayer], policy: ByePolicy, rounds_to_go: int) -> list[int]:
    """Returns the places of those who take the odd bye, the first choice first.

    `ranked` are the players best first, and `rounds_to_go` counts this round in. Fewer byes come
    before more, but for `always_bottom`; of equally many:

    * `bottom_up`: from the lowest ranked up; `top_down`: from the highest ranked down;
    * `always_bottom`: from the lowest ranked up, whoever had a bye before;
    * `german`: the first choice is the n-th from the bottom, n rounds from the end, and the others
      follow by distance from there, lower ranks before higher. Where the number of rounds is
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
