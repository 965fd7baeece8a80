"""Parts in order, whose sum stays known while any of them comes, goes or changes.

A treap: a search tree by the key which is a heap by a hash of it, so that its depth is about
2 ln n whatever the order of coming, and nothing is drawn at random. A change costs as many merges
as the way to its part is long, and only when the sum is asked for: n changes before that cost no
more than 2 n merges together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, Generic, Protocol, TypeVar


class Ordered(Protocol):
    """What has an order of its own."""

    def __lt__(self, other: Any, /) -> bool: ...


K = TypeVar("K", bound=Ordered)
T = TypeVar("T")


class _Node(Generic[K, T]):
    __slots__ = ("key", "left", "own", "priority", "right", "total")

    def __init__(self, key: K, own: T) -> None:
        self.key = key
        self.own = own
        self.priority = blake2b(repr(key).encode(), digest_size=8).digest()
        self.left: _Node[K, T] | None = None
        self.right: _Node[K, T] | None = None
        self.total: T | None = None


class Sequence(Generic[K, T]):
    """Parts by key, and their sum from the first to the last.

    `merge` adds two neighbours, the earlier first; it must not matter how they are bracketed.
    """

    __slots__ = ("_count", "_merge", "_root")

    def __init__(self, merge: Callable[[T, T], T]) -> None:
        self._merge = merge
        self._root: _Node[K, T] | None = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[K, T]]:
        """Yields the parts with their keys, in order."""
        above: list[_Node[K, T]] = []
        node = self._root
        while above or node is not None:
            while node is not None:
                above.append(node)
                node = node.left
            node = above.pop()
            yield node.key, node.own
            node = node.right

    def get(self, key: K) -> T | None:
        """Returns the part with this key, None where there is none."""
        node = self._root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return None if node is None else node.own

    def put(self, key: K, own: T) -> None:
        """Puts a part where its key belongs, in place of the one that was there."""
        node = self._root
        while node is not None and node.key != key:
            node.total = None
            node = node.left if key < node.key else node.right
        if node is not None:
            node.own, node.total = own, None
            return
        self._count += 1
        self._root = _inserted(self._root, _Node(key, own))

    def drop(self, key: K) -> None:
        """Takes the part with this key out, if there is one."""
        if self.get(key) is not None:
            self._count -= 1
            self._root = _without(self._root, key)

    def replace(self, key: K, own: T | None) -> None:
        """Puts a part, or takes it out where there is nothing to put."""
        if own is None:
            self.drop(key)
        else:
            self.put(key, own)

    @property
    def total(self) -> T | None:
        """The sum of all parts, None where there are none."""
        return None if self._root is None else self._sum(self._root)

    def _sum(self, node: _Node[K, T]) -> T:
        if node.total is None:
            total = node.own
            if node.left is not None:
                total = self._merge(self._sum(node.left), total)
            if node.right is not None:
                total = self._merge(total, self._sum(node.right))
            node.total = total
        return node.total


def _inserted(node: _Node[K, T] | None, new: _Node[K, T]) -> _Node[K, T]:
    if node is None:
        return new
    if new.priority > node.priority:
        new.left, new.right = _split(node, new.key)
        return new
    node.total = None
    if new.key < node.key:
        node.left = _inserted(node.left, new)
    else:
        node.right = _inserted(node.right, new)
    return node


def _split(node: _Node[K, T] | None, key: K) -> tuple[_Node[K, T] | None, _Node[K, T] | None]:
    """Returns the trees of what is before the key and what is after it."""
    if node is None:
        return None, None
    node.total = None
    if node.key < key:
        node.right, after = _split(node.right, key)
        return node, after
    before, node.left = _split(node.left, key)
    return before, node


def _without(node: _Node[K, T] | None, key: K) -> _Node[K, T] | None:
    if node is None:
        return None
    if node.key == key:
        return _joined(node.left, node.right)
    node.total = None
    if key < node.key:
        node.left = _without(node.left, key)
    else:
        node.right = _without(node.right, key)
    return node


def _joined(one: _Node[K, T] | None, other: _Node[K, T] | None) -> _Node[K, T] | None:
    if one is None or other is None:
        return one or other
    if one.priority > other.priority:
        one.total = None
        one.right = _joined(one.right, other)
        return one
    other.total = None
    other.left = _joined(one, other.left)
    return other
