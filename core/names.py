"""Names of people: when two may be the same person's, and their parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, normalize

_WORD = re.compile(r"[^\W_]+")


def plain_words(text: str) -> list[str]:
    """Returns the words of a text without case, accents and punctuation, in their order."""
    plain = text.casefold()
    if not plain.isascii():
        plain = "".join(c for c in normalize("NFKD", plain) if category(c) != "Mn")
    return _WORD.findall(plain)


def has_words(name: str, wanted: Sequence[str]) -> bool:
    """Returns whether each of the plain words wanted begins a word of the name."""
    held = plain_words(name) if wanted else []
    return all(any(word.startswith(part) for word in held) for part in wanted)


def name_mark(name: str) -> str:
    """Returns what names that may be one person's have in common.

    Case, accents, punctuation and the order of the words do not count: "Smith, Ána" and
    "ana smith" have one mark. It suggests; it never decides who somebody is.
    """
    return " ".join(sorted(plain_words(name)))


def name_parts(name: str) -> tuple[str, str]:
    """Returns the given and the family name of "Surname, Given" or "Given Surname"."""
    family, comma, given = name.partition(",")
    if comma:
        return given.strip(), family.strip()
    given, _, family = name.strip().rpartition(" ")
    return (given.strip(), family) if given else (family, "")


def number_mark(number: str) -> str:
    """Returns what two spellings of one association number have in common."""
    return number.strip().casefold()
