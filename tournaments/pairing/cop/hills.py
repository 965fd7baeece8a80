"""King of the hill in the last round: for the places with a prize, then for each prize class.

Source: the behaviour of COP. Places count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Catches = Callable[[int, int], bool]
"""Whether the lower of two places, given second, can still catch the higher."""


def place_pairs(
    here: Sequence[int], clinched: frozenset[int], possible_casher: int
) -> Iterator[tuple[int, int]]:
    """Yields who meets whom from the top, down to the lowest who can still win a place prize.

    `here` are the places to be paired, without the bye. A pair with a clinched place is left out.
    """
    at = 0
    while at + 1 < len(here) and here[at] <= possible_casher:
        upper, lower = here[at], here[at + 1]
        if upper in clinched:
            at += 1
            continue
        at += 2
        if lower not in clinched:
            yield upper, lower


def class_pairs(
    members: Sequence[int], prizes: int, can_catch: Catches
) -> Iterator[tuple[int, int]]:
    """Yields who meets whom among the members of a class that play for no place, the best first.

    `prizes` are those left for them. Somebody whom the next of the class cannot catch has clinched
    one. Otherwise the two meet, and two prizes are taken; who of them holds the last prize is the
    target, and pairs go on while both of the next can still catch it.
    """
    target: int | None = None
    at = 0
    while at + 1 < len(members):
        upper, lower = members[at], members[at + 1]
        if prizes <= 0 and (target is None or not can_catch(target, lower)):
            return
        if prizes > 0 and not can_catch(upper, lower):
            at, prizes = at + 1, prizes - 1
            continue
        if prizes in (1, 2):
            target = (upper, lower)[prizes - 1]
        yield upper, lower
        at, prizes = at + 2, prizes - 2
