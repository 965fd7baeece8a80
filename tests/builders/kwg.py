"""Writes `.kwg` files of invented words, sound ones and such as no program would write."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from lexicon.words.kwg import CHILD, ENDS_WORD, LAST_SIBLING, TILE_SHIFT
from lexicon.words.tiles import FIRST_CODE


def kwg_node(tile: int, child: int = 0, *, ends: bool = False, last: bool = True) -> int:
    """Returns a node; `tile` counts from 1."""
    return tile << TILE_SHIFT | ends * ENDS_WORD | last * LAST_SIBLING | child & CHILD


def kwg_of_nodes(nodes: Sequence[int]) -> bytes:
    """Returns the file of these nodes, of which the first two are the roots."""
    return struct.pack(f"<{len(nodes)}I", *nodes)


def kwg_of(codes: Iterable[str]) -> bytes:
    """Returns a file of words in codes, in which groups of siblings that are alike are shared."""
    words = sorted(set(codes))
    nodes = [0, 0]
    groups: dict[tuple[int, ...], int] = {}
    nodes[0] = kwg_node(0, _group(words, 0, nodes, groups))
    nodes[1] = kwg_node(0)
    return kwg_of_nodes(nodes)


def _group(
    words: Sequence[str], depth: int, nodes: list[int], groups: dict[tuple[int, ...], int]
) -> int:
    """Returns where the siblings stand that go on at a depth, 0 where no word goes on."""
    by_code: dict[str, list[str]] = {}
    for word in words:
        if len(word) > depth:
            by_code.setdefault(word[depth], []).append(word)
    if not by_code:
        return 0
    group = tuple(
        kwg_node(
            ord(code) - FIRST_CODE + 1,
            _group(held, depth + 1, nodes, groups),
            ends=len(held[0]) == depth + 1,
            last=place == len(by_code),
        )
        for place, (code, held) in enumerate(by_code.items(), start=1)
    )
    if group not in groups:
        groups[group] = len(nodes)
        nodes.extend(group)
    return groups[group]
