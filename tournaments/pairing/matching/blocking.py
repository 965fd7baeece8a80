"""The obstacle to a complete pairing: players who can meet too few others.

Source: the decomposition of Gallai and Edmonds. Those whom some largest pairing leaves out fall
into groups of odd size that meet nobody outside their group but a few others, their partners; and
there are more groups than partners, so that one group at least cannot be paired within and finds
no partner either. By Tutte and Berge there is such a proof whenever a complete pairing does not
exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.pairing.pool import Flags

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Blocking:
    """Groups of odd size, and the partners, fewer than they, whom alone they meet outside."""

    groups: tuple[Group, ...]
    partners: Group

    @property
    def size(self) -> int:
        """The number of players named."""
        return len(self.partners) + sum(map(len, self.groups))


def blocking(allowed: Flags, mates: Sequence[tuple[int, int]]) -> Blocking | None:
    """Returns the smallest part that shows why not everybody is paired, None where all are.

    `allowed` is the symmetric matrix of who may meet whom, `mates` a largest pairing of its places.
    Places that can meet nobody at all are named together, however many they are.
    """
    left_out = left_out_by_some(allowed, mates)
    if not left_out.any():
        return None
    pieces = list(_pieces(allowed, left_out))
    alone = tuple(group for piece in pieces if piece.size == 1 for group in piece.groups)
    if alone:
        return Blocking(tuple(sorted(alone)), ())
    return min(pieces, key=lambda piece: (piece.size, piece.groups))


def left_out_by_some(allowed: Flags, mates: Sequence[tuple[int, int]]) -> Flags:
    """Returns the places that some largest pairing leaves out.

    They are those that an alternating path of even length joins to a place that `mates`, a
    largest pairing, leaves out. The search is the one of Edmonds' algorithm, in which nothing is
    left to augment.
    """
    forest = _Forest.of(len(allowed), mates)
    waiting = [place for place, mate in enumerate(forest.mate) if mate < 0]
    forest.outer.update(waiting)
    while waiting:
        place = waiting.pop()
        for other in np.nonzero(allowed[place])[0].tolist():
            if forest.base[other] == forest.base[place]:
                continue
            if forest.base[other] in forest.outer:
                waiting += forest.contract(place, other)
            elif other not in forest.above:
                waiting.append(forest.grow(place, other))
    flags = np.zeros(len(allowed), dtype=np.bool_)
    flags[list(forest.outer)] = True
    return flags


@dataclass(frozen=True, slots=True)
class _Forest:
    """The alternating trees: who is mated (-1: nobody), the blossom of every place by its base,
    what hangs above an inner place, and the places at an even distance from a root."""

    mate: list[int]
    base: list[int]
    above: dict[int, int]
    outer: set[int]

    @classmethod
    def of(cls, places: int, mates: Sequence[tuple[int, int]]) -> _Forest:
        mate = [-1] * places
        for one, two in mates:
            mate[one], mate[two] = two, one
        return cls(mate, list(range(places)), {}, set())

    def grow(self, place: int, inner: int) -> int:
        """Hangs a new place below, and returns its mate, which is outer."""
        self.above[inner] = place
        self.outer.add(self.mate[inner])
        return self.mate[inner]

    def contract(self, one: int, two: int) -> list[int]:
        """Makes one blossom of two outer places that may meet, and returns who is outer now."""
        up_one, up_two = list(self._bases(one)), list(self._bases(two))
        top = next(base for base in up_one if base in set(up_two))
        inside, added = {top}, []
        for path in (up_one, up_two):
            for base in path[: path.index(top)]:
                inner = self.mate[base]
                inside.update((base, inner))
                if inner not in self.outer:
                    self.outer.add(inner)
                    added.append(inner)
        for place, base in enumerate(self.base):
            if base in inside:
                self.base[place] = top
        return added

    def _bases(self, place: int) -> Iterator[int]:
        """Yields the bases of the outer blossoms from a place up to its root."""
        base = self.base[place]
        yield base
        while self.mate[base] >= 0:
            base = self.base[self.above[self.mate[base]]]
            yield base


def _pieces(allowed: Flags, left_out: Flags) -> Iterator[Blocking]:
    """Yields the groups with the partners that join them."""
    partners = allowed[left_out].any(axis=0) & ~left_out
    groups = list(_connected(allowed & left_out & left_out[:, None], left_out))
    joined = allowed & (left_out | partners)
    joined &= ~(partners & partners[:, None])
    for piece in _connected(joined, left_out | partners):
        members = set(piece)
        yield Blocking(
            tuple(group for group in groups if members.issuperset(group)),
            tuple(place for place in piece if partners[place]),
        )


def _connected(allowed: Flags, among: Flags) -> Iterator[Group]:
    """Yields the connected parts of some places, each in order."""
    unseen = among.copy()
    for start in np.nonzero(among)[0].tolist():
        if not unseen[start]:
            continue
        part = np.zeros_like(among)
        part[start] = True
        edge = part.copy()
        while edge.any():
            edge = allowed[edge].any(axis=0) & among & ~part
            part |= edge
        unseen &= ~part
        yield tuple(np.nonzero(part)[0].tolist())
