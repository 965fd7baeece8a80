"""Invented people to play with. Any likeness is chance: given and family names are put together."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.simulation.dice import bell, dice, happens

_GIVEN = """
Ada Bea Cem Dov Eve Fay Gus Hal Ivy Jon Kit Lia May Ned Ola Pat Quin Rex Sue Tom Uma Vic Wyn
Yara Zed Amir Bo Chika Dina Emeka Farah Goran Hana Ines Jaya Kofi Leila Mina Noor Oba Priya
"""
_FAMILY = """
Abbot Birch Colby Dale Esk Fenn Glen Hythe Isle Joyce Kemp Lark Moss Nash Orme Pine Quill
Rowe Sedge Thorn Usher Vale Wick Yarrow Zeller Adeyemi Baptiste Castro Dimitrov Eriksen
"""
_MEAN, _DEVIATION, _LOWEST, _HIGHEST = 1350, 300, 350, 2150


@dataclass(frozen=True, slots=True)
class Invented:
    """An invented person; `rating` 0 is unrated."""

    name: str
    rating: int
    life_games: int


def invent(count: int, *, seed: str, unrated: int = 0) -> tuple[Invented, ...]:
    """Returns invented people, no two of one name, the highest rating first.

    `unrated` is how many in a thousand have no rating yet.
    """
    names = _names(count, seed)
    people = [_person(name, place, seed, unrated) for place, name in enumerate(names)]
    return tuple(sorted(people, key=lambda person: (-person.rating, person.name)))


def _person(name: str, place: int, seed: str, unrated: int) -> Invented:
    thrown = dice(seed, "person", place)
    if happens(thrown, unrated):
        return Invented(name, 0, 0)
    rating = max(_LOWEST, min(_HIGHEST, _MEAN + bell(thrown, _DEVIATION)))
    return Invented(name, rating, 20 + thrown.randrange(900))


def _names(count: int, seed: str) -> list[str]:
    """Returns names that go through all given names before one comes a second time."""
    thrown = dice(seed, "names")
    given, family = _GIVEN.split(), _FAMILY.split()
    thrown.shuffle(given)
    thrown.shuffle(family)
    names = []
    for place in range(count):
        lap, first = divmod(place, len(given))
        again, last = divmod(lap, len(family))
        # Shifted, so that neighbours in the list of given names are not a family.
        surname = family[(last + first) % len(family)]
        # The second family name counts the laps through all pairs of names.
        names.append(f"{given[first]} {surname}" + _second(again, family))
    return names


def _second(again: int, family: list[str]) -> str:
    words = []
    while again:
        again, place = divmod(again - 1, len(family))
        words.append(f"-{family[place]}")
    return "".join(words)
