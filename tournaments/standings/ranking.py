"""The one order of a division: what puts one entry before another, and which entries share a rank.

First difference wins: more wins, fewer losses, where it ranks the higher total score, the higher
spread; of equal records the higher rating, the higher random number, the lower number. Standings,
pairing, gibsons, contention and the simulation of COP all order by these keys, smaller is better.
Source: tsh, which ranks the real events that the tests compare with; NASPA ranks by wins, fewer
losses and spread.
"""

from __future__ import annotations

Record = tuple[int, int, int, int]
Listing = tuple[int, int, int]


def record_key(half_wins: int, half_losses: int, total_score: int | None, spread: int) -> Record:
    """Returns what ranks a record; `total_score` is None where it does not rank."""
    return -half_wins, half_losses, -(total_score or 0), -spread


def listing_key(rating: int, random_number: int, number: int) -> Listing:
    """Returns what puts entries with equal records into an order; a number is there once."""
    return -rating, -random_number, number


def shared_key(record: Record, rating: int, *, before_play: bool) -> tuple[Record, int]:
    """Returns what entries of one rank have in common. Only before play the rating separates."""
    return record, -rating if before_play else 0
