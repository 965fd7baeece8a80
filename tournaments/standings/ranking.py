"""The one order of a division: what puts one entry before another, and which entries share a rank.

First difference wins: more wins, fewer losses, more of each tie-break that ranks, the higher
spread; of equal records the higher rating, the higher random number, the lower number. Standings,
pairing, gibsons, contention and the simulation of COP all order by these keys, smaller is better.
Source: tsh, which ranks the real events that the tests compare with; NASPA ranks by wins, fewer
losses and spread.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.tie_breaks.tie_break import Value

Record = tuple[int, int, tuple[int, ...], int]
Listing = tuple[int, int, int]


def record_key(
    half_wins: int, half_losses: int, tie_breaks: Iterable[Value], spread: int
) -> Record:
    """Returns the key by which records rank, the best first; `tie_breaks` in their order."""
    ranking = tuple([-value.points for value in tie_breaks]) if tie_breaks else ()
    return -half_wins, half_losses, ranking, -spread


def listing_key(rating: int, random_number: int, number: int) -> Listing:
    """Returns the key that orders entries with equal records; a number is there once."""
    return -rating, -random_number, number


def shared_key(record: Record, rating: int, *, before_play: bool) -> tuple[Record, int]:
    """Returns the key that entries of one rank share. Only before play does the rating separate."""
    return record, -rating if before_play else 0
