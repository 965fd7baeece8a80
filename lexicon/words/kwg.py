"""Reads the words of a `.kwg` file, which comes from anywhere and is believed in nothing.

`lexicon.md` section 9: nodes of 32 bits, little-endian. Bits 24-31 are the tile, 1 the first of the
alphabet; 23 a word ends here; 22 the last of its siblings; 0-21 the first child, 0 none. The child
of node 0 is the root of the words; what is below node 1 is for move generation and is left alone.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence

from lexicon.words.errors import WordError
from lexicon.words.tiles import FIRST_CODE, TileSet

TILE_SHIFT = 24
ENDS_WORD = 1 << 23
LAST_SIBLING = 1 << 22
CHILD = LAST_SIBLING - 1
MOST_BYTES = 4 * LAST_SIBLING
"""Of all nodes that a child can be."""
MOST_TILES = 21
MOST_WORDS = 1_000_000
"""A small file can hold any number of words, and they take memory: send a longer list as text."""

_NEW, _OPEN, _DONE = 0, 1, 2


def kwg_words(data: bytes, tile_set: TileSet) -> Iterator[str]:
    """Yields the words of a file in codes, in the order of the tiles.

    The file is checked as a whole before the first word. Raises WordError: `kwg.size` for what is
    no file of whole nodes; `kwg.child` (node), `kwg.siblings` (node) and `kwg.tile` (node, tile)
    for a node that points out of the file, that has more siblings than there are tiles, and whose
    tile the alphabet lacks; `kwg.circle` (node), `kwg.deep` and `kwg.many` for words without end,
    of more than 21 tiles, and too many of them.
    """
    nodes = _nodes(data)
    root = nodes[0] & CHILD
    if not root:
        return
    beyond = _words_beyond(nodes, root, len(tile_set.tiles))
    if beyond[root] > MOST_WORDS:
        raise WordError("kwg.many", most=MOST_WORDS)
    waiting = [(root, "")]
    while waiting:
        place, before = waiting.pop()
        node = nodes[place]
        if not node & LAST_SIBLING and beyond[place + 1]:
            waiting.append((place + 1, before))
        word = before + chr(FIRST_CODE - 1 + (node >> TILE_SHIFT))
        if node & ENDS_WORD:
            yield word
        child = node & CHILD
        if child and beyond[child]:
            waiting.append((child, word))


def _nodes(data: bytes) -> Sequence[int]:
    if not 8 <= len(data) <= MOST_BYTES or len(data) % 4:
        raise WordError("kwg.size", size=len(data))
    nodes = array("I", data)
    if sys.byteorder == "big":
        nodes.byteswap()
    for place, node in enumerate(nodes):
        if node & CHILD >= len(nodes):
            raise WordError("kwg.child", node=place)
    return nodes


def _words_beyond(nodes: Sequence[int], root: int, tiles: int) -> Sequence[int]:
    """Returns how many words go through each node or a later sibling, having checked them all.

    A node is looked at once, however many ways lead to it; that bounds the work on a file that was
    made to have no end of ways and not one word.
    """
    state, depth, siblings = (bytearray(len(nodes)) for _ in range(3))
    words = array("Q", bytes(8 * len(nodes)))
    waiting = [root]
    while waiting:
        place = waiting[-1]
        node = nodes[place]
        child, after = node & CHILD, 0 if node & LAST_SIBLING else place + 1
        if state[place] == _NEW:
            state[place] = _OPEN
            _check_node(nodes, place, tiles)
            for onward in filter(None, (after, child)):
                if state[onward] == _OPEN:
                    raise WordError("kwg.circle", node=place)
                if state[onward] == _NEW:
                    waiting.append(onward)
            continue
        waiting.pop()
        if state[place] == _OPEN:
            state[place] = _DONE
            depth[place] = max(1 + depth[child] * bool(child), depth[after] * bool(after))
            siblings[place] = 1 + siblings[after] * bool(after)
            if siblings[place] > tiles:
                raise WordError("kwg.siblings", node=place)
            if depth[place] > MOST_TILES:
                raise WordError("kwg.deep", most=MOST_TILES)
            found = bool(node & ENDS_WORD) + words[child] * bool(child) + words[after] * bool(after)
            words[place] = min(found, MOST_WORDS + 1)
    return words


def _check_node(nodes: Sequence[int], place: int, tiles: int) -> None:
    node = nodes[place]
    if not 1 <= node >> TILE_SHIFT <= tiles:
        raise WordError("kwg.tile", node=place, tile=node >> TILE_SHIFT)
    if not node & LAST_SIBLING and place + 1 == len(nodes):
        raise WordError("kwg.siblings", node=place)
