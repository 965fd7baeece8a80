"""The place of a name in a list from A to Z: by the family name, as people in a hall look.

A list is of people from many countries, so it keeps no one country's alphabet: Å, Ł, Ø and Ö are
with A, L, O and O. Small particles do not count for the place: Anna van der Berg is filed as "Berg,
Anna van der", while Robert De Niro is "De Niro, Robert".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from core.names import TEAM, in_ascii, parts_of

_PARTICLES = frozenset({
    "af", "al", "am", "an", "auf", "aus", "av", "bin", "da", "das", "de", "degli", "dei", "del",
    "della", "den", "der", "des", "di", "do", "dos", "du", "ibn", "la", "las", "le", "les",
    "lo", "los", "mac", "of", "op", "st", "st.", "'t", "'s", "te", "ten", "ter", "thoe", "tot",
    "van", "vande", "vander", "vom", "von", "vor", "zu", "zum", "zur",
})  # fmt: skip
_UNHEARD = re.compile(r"['’ʼʻ‘`´.]")
_BETWEEN = re.compile(r"[\W_]+")


class Filed(NamedTuple):
    """A name as a list from A to Z has it; `rest` is empty of somebody known by one name."""

    family: str
    rest: str = ""

    def __str__(self) -> str:
        """Returns "Family, Given"."""
        return f"{self.family}, {self.rest}" if self.rest else self.family

    @property
    def place(self) -> tuple[str, str, str, str]:
        """The sort key of such names.

        Case, accents and apostrophes do not count, and hyphens part words as blanks do; among
        names that are alike without them the whole spelling decides.
        """
        return _heard(self.family), _heard(self.rest), self.family, self.rest


def filed_name(typed: str) -> Filed:
    """Returns the sort key of the name of a person or a team, as far as the name tells.

    "Family, Given" tells it. Of "Given Family" the last word is the family name, with capital
    particles right before it. A team has the place of its first player.
    """
    first, team, others = " ".join(typed.split()).partition(TEAM)
    given, family, suffix, is_told = parts_of(first)
    if family and not is_told:
        given, family = _with_particles(given, family)
    one = filed(family, f"{given} {suffix}".strip())
    if not team:
        return one
    if not one.rest:
        return Filed(f"{one.family}{TEAM}{others}")
    return Filed(one.family, f"{one.rest}{TEAM}{others}")


def filed(family: str, given: str) -> Filed:
    """Returns the sort key of a person by family and given name; either may be empty."""
    words = family.split()
    small = 0
    while small < len(words) - 1 and words[small].islower() and words[small] in _PARTICLES:
        small += 1
    if not words:
        return Filed(given.strip())
    return Filed(" ".join(words[small:]), " ".join([*given.split(), *words[:small]]))


def _with_particles(given: str, family: str) -> tuple[str, str]:
    """Returns the parts with what belongs to the family name taken from the end of the given."""
    words = given.split()
    kept = len(words)
    while kept > 1 and words[kept - 1].casefold() in _PARTICLES:
        kept -= 1
    # Two family names of one person: Ramón y Cajal.
    if kept > 2 and words[kept - 1] == "y":
        kept -= 2
    return " ".join(words[:kept]), " ".join([*words[kept:], family])


def _heard(text: str) -> str:
    return _BETWEEN.sub(" ", _UNHEARD.sub("", in_ascii(text).casefold())).strip()
