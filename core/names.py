"""Names of people: their parts, how they are shown, and when two may be the same person's.

A name is typed as "Given Family" or as "Family, Given", and both are one name: this module is how
every door reads it. What was typed is kept, for only the comma tells the family name for certain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize
from unicodedata import name as name_of_letter

TEAM = " & "
SUFFIXES = frozenset({"jr", "jnr", "sr", "snr", "ii", "iii", "iv"})
_WORD = re.compile(r"[^\W_]+")
_STROKED = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER (?:DOTLESS )?([A-Z]{1,2})(?: WITH .*)?")
# Letters of Latin alphabets that are letters of their own, with no stroke or hook to leave out.
_SPELT_OUT = {"œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "Th", "ð": "d"} | {
    "Ð": "D", "ŋ": "ng", "Ŋ": "Ng", "ə": "e", "Ə": "E", "ĸ": "k", "ſ": "s", "ʻ": "", "ʼ": "",
}  # fmt: skip


class NameParts(NamedTuple):
    """A name in parts. `is_told` says that a comma told which part is the family name.

    Where it did not, the family name is taken to be the last word; a single word is a given name.
    """

    given: str
    family: str
    suffix: str = ""
    is_told: bool = False

    @property
    def shown(self) -> str:
        """The name as it is said and shown: "Given Family Suffix"."""
        return " ".join(part for part in (self.given, self.family, self.suffix) if part)


def parts_of(typed: str) -> NameParts:
    """Returns the parts of one person's name, however it was typed.

    "Patel, Anjali", "Anjali Patel", "Smith, John, Jr.", "John Smith, Jr." and a single "Cher" are
    understood; commas with nothing beside them say nothing.
    """
    pieces = [" ".join(piece.split()) for piece in typed.split(",")]
    family, *rest = [piece for piece in pieces if piece] or [""]
    suffix = " ".join(part for part in rest if _is_suffix(part))
    given = " ".join(part for part in rest if not _is_suffix(part))
    if given:
        return NameParts(given, family, suffix, is_told=True)
    *before, last = family.split() or [""]
    if len(before) > 1 and not suffix and _is_suffix(last):
        *before, last, suffix = *before, last
    return NameParts(" ".join(before) or last, last if before else "", suffix)


def name_parts(typed: str) -> tuple[str, str]:
    """Returns the given and the family name as the register keeps them: a suffix ends the latter.

    A single word is a given name, and the family name is then empty.
    """
    given, family, suffix, _ = parts_of(typed)
    return (given, f"{family} {suffix}".strip()) if family else (f"{given} {suffix}".strip(), "")


def shown_name(typed: str) -> str:
    """Returns the name of an entry as every page shows it, the given name first.

    The members of a team have " & " between them.
    """
    if "," not in typed:
        return typed
    return TEAM.join(parts_of(member).shown or member for member in typed.split(TEAM))


def in_ascii(text: str) -> str:
    """Returns a text with the letters of Latin alphabets in plain ones: Łukasz as Lukasz.

    Accents and strokes are left out, Æ, Œ, ß and þ are spelt out. Letters of other alphabets stay.
    """
    return text if text.isascii() else "".join(map(_plain_letter, normalize("NFKD", text)))


def plain_words(text: str) -> list[str]:
    """Returns the words of a text without case, accents and punctuation, in their order."""
    # A letter whose plain one is a capital has its case only then: 𝑨, Ɖ.
    return _WORD.findall(in_ascii(in_ascii(text).casefold()))


def has_words(name: str, wanted: Sequence[str]) -> bool:
    """Returns whether each of the plain words wanted begins a word of the name."""
    words = plain_words(name) if wanted else []
    return all(any(word.startswith(part) for word in words) for part in wanted)


def initials(name: str) -> str:
    """Returns the first letters of the first word of a shown name and of the last, as capitals.

    No more than the name tells: "Tile 5" is T5. A name without a letter or a digit has none.
    """
    words = _WORD.findall(name)
    return "".join(word[0] for word in (words[:1] + words[1:][-1:])).upper()


def name_mark(name: str) -> str:
    """Returns a mark that names have in common if they may be one person's.

    Case, accents, punctuation and the order of the words do not count: "Smith, Ána" and
    "ana smith" have one mark. It suggests; it never decides who somebody is.
    """
    return " ".join(sorted(plain_words(name)))


def number_mark(number: str) -> str:
    """Returns a mark that all spellings of one association number have in common."""
    return number.strip().casefold()


def number_ending(number: str) -> str:
    """Returns as much of an association number as tells two people apart: how it ends.

    Every director sees the register's people, and a number lets its holder in elsewhere.
    """
    return number if len(number) <= 3 else f"…{number[-2:]}"


def _is_suffix(part: str) -> bool:
    return part.replace(".", "").casefold() in SUFFIXES


@lru_cache(maxsize=4096)
def _plain_letter(letter: str) -> str:
    """Returns one letter of a decomposed text as `in_ascii` has it."""
    if letter.isascii() or letter in _SPELT_OUT:
        return _SPELT_OUT.get(letter, letter)
    if category(letter) == "Mn":
        return ""
    # Unicode names a letter by what it is made of: LATIN SMALL LETTER L WITH STROKE.
    made_of = _STROKED.fullmatch(name_of_letter(letter, ""))
    if made_of is None:
        return letter
    return made_of[1].lower() if letter.islower() else made_of[1].capitalize()
