"""Who is perhaps in the register twice: by name and by association number.

Never by an address or a telephone number, which families share: those are not even known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from core.names import name_mark, name_parts, number_mark, plain_words
from core.phrases import phrase

Likeness = Literal["number", "name", "short"]
Pair = frozenset[str]


@dataclass(frozen=True, slots=True, order=True)
class ListedPerson:
    """A person of the register, with all that is compared."""

    key: str
    name: str
    number: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Duplicate:
    """Two people who are perhaps one, by their keys in order, and why."""

    one: str
    other: str
    likeness: Likeness

    @property
    def why(self) -> str:
        """The likeness in words."""
        return _WORDS[self.likeness]


Found = Iterator[tuple[ListedPerson, ListedPerson]]
_WORDS: dict[Likeness, str] = {
    "number": phrase("Both have the same association number."),
    "name": phrase("Both have the same name."),
    "short": phrase("One name may be short for the other."),
}


def duplicates(
    people: Iterable[ListedPerson], apart: Collection[Pair] = ()
) -> tuple[Duplicate, ...]:
    """Returns whom a director should look at, by key.

    Two numbers are two people, whatever their names. `apart` are pairs of keys of whom a director
    said that they are two. It compares those of one number, one name or one family name.
    """
    everybody = sorted(people)
    found: dict[tuple[str, str], Likeness] = {}
    looked: tuple[tuple[Likeness, Found], ...] = (
        ("number", _alike(everybody, lambda one: number_mark(one.number))),
        ("name", _alike(everybody, lambda one: name_mark(one.name))),
        ("short", _short(everybody)),
    )
    for likeness, pairs in looked:
        for one, other in pairs:
            keys = (one.key, other.key)
            if frozenset(keys) not in apart and (likeness == "number" or not _are_two(one, other)):
                found.setdefault(keys, likeness)
    return tuple(sorted(Duplicate(*keys, likeness) for keys, likeness in found.items()))


def _alike(people: Iterable[ListedPerson], mark: Callable[[ListedPerson], str]) -> Found:
    marked: dict[str, list[ListedPerson]] = defaultdict(list)
    for person in people:
        marked[mark(person)].append(person)
    marked.pop("", None)
    for group in marked.values():
        yield from combinations(group, 2)


def _short(people: Iterable[ListedPerson]) -> Found:
    """Yields those of one family name of whose first names one begins the other: A. and Ann."""
    for one, other in _alike(people, lambda one: name_mark(name_parts(one.name)[1])):
        names = plain_words(name_parts(one.name)[0])[:1], plain_words(name_parts(other.name)[0])[:1]
        if all(names) and (
            names[0][0].startswith(names[1][0]) or names[1][0].startswith(names[0][0])
        ):
            yield one, other


def _are_two(one: ListedPerson, other: ListedPerson) -> bool:
    numbers = number_mark(one.number), number_mark(other.number)
    return all(numbers) and numbers[0] != numbers[1]
